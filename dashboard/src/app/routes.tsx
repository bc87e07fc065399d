import { createRootRoute, createRoute, notFound, Outlet, redirect } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { appQuery } from '../api/app-document.ts';
import { isProblem } from '../api/problem.ts';
import { LinksPage } from '../features/links/links-page.tsx';
import { CLICK_PARAMETERS, type ClicksSearch } from '../features/clicks/clicks-parameters.ts';
import type { ListSearch } from '../features/links/list/list-search.ts';
import { linkQuery } from '../features/links/link/link-query.ts';
import { loadMetadata } from '../features/links/load-metadata.ts';
import { linksQuery } from '../features/links/list/links-query.ts';
import { NotFoundPage } from '../components/not-found.tsx';
import { LINK_TABS, type LinkTab } from '../features/links/link-tabs.ts';
import { lazyPage } from './missing-code.ts';
import { PageError } from './page-error.tsx';
import { queryClient } from './query-client.ts';
import { meQuery, saveLastApp, startingApp, useApp } from '../api/session.ts';
import { parameters } from './search-parameters.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { to?: string; failed?: string } =>
    parameters(search, 'to', 'failed'),
  component: lazyPage(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const signedInElsewhere = createRoute({
  getParentRoute: () => root,
  path: '/signed-in-again',
  component: lazyPage(() => import('../features/sign-in/signed-in-page.tsx'), 'SignedInPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyPage(() => import('../features/sign-in/invitation-page.tsx'), 'InvitationPage'),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    try {
      return { me: await queryClient.ensureQueryData(meQuery) };
    } catch (error) {
      if (!isProblem(error, 'unauthorized')) throw error;
      const atStart = location.pathname === '/';
      throw redirect({
        to: '/sign-in',
        search: atStart ? {} : { to: location.href },
        replace: true,
      });
    }
  },
  component: Shell,
  errorComponent: PageError,
});

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: ({ context }) => {
    const app = startingApp(context.me);
    if (app !== undefined) throw redirect({ to: '/$app/links', params: { app }, replace: true });
  },
  component: lazyPage(() => import('../features/account/no-app-page.tsx'), 'NoAppPage'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyPage(() => import('../features/account/account-page.tsx'), 'AccountPage'),
});

const app = createRoute({
  getParentRoute: () => signedIn,
  path: '/$app',
  beforeLoad: ({ context, params }) => {
    if (!context.me.apps.some(({ name }) => name === params.app)) throw notFound();
    saveLastApp(params.app);
  },
  component: AppPages,
});

/** The pages of an app. Nothing of them, such as an unsaved edit, is kept for another app. */
function AppPages() {
  return (
    <Fragment key={useApp()}>
      <Outlet />
    </Fragment>
  );
}

/** How long the first page of links may take before the page appears without it. */
const LOADING_AFTER_MS = 100;

/** A page of an app without search parameters. */
function appPage<const Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
) {
  return createRoute({
    getParentRoute: () => app,
    path,
    component: lazyPage(load, name),
  });
}

const appStart = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$app/links', params, replace: true });
  },
});

const links = createRoute({
  getParentRoute: () => app,
  path: '/links',
  validateSearch: (search: Record<string, unknown>): ListSearch =>
    parameters(search, 'q', 'tag', 'state', 'template', 'validity', 'expires_within_days', 'sort'),
  loaderDeps: ({ search }) => search,
  // If the links take longer, the page shows a loading state. If they are there, that would be one more rendering.
  loader: async ({ params, deps, cause }) => {
    const shown = Promise.all([
      queryClient.prefetchInfiniteQuery(linksQuery(params.app, deps)),
      queryClient.prefetchQuery(appQuery(params.app)),
    ]);
    const isLate = new Promise((resolve) => setTimeout(resolve, LOADING_AFTER_MS));
    if (cause === 'enter') await Promise.race([shown, isLate]);
  },
  component: LinksPage,
});

const link = createRoute({
  getParentRoute: () => app,
  path: '/links/$code',
  validateSearch: (
    search: Record<string, unknown>,
  ): ClicksSearch & { tab?: LinkTab | undefined } => ({
    ...parameters(search, ...CLICK_PARAMETERS),
    tab: LINK_TABS.find((name) => name === search['tab']),
  }),
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  // While the code of the page is loaded. Not for a link under the pointer: there are many in a list.
  loader: ({ params, deps, cause }) => {
    if (cause !== 'enter') return;
    void queryClient.prefetchQuery(linkQuery(params.app, params.code));
    if (deps.tab === 'metadata') void loadMetadata().catch(() => undefined);
  },
  component: lazyPage(() => import('../features/links/link-page.tsx'), 'LinkPage'),
});

const newLink = createRoute({
  getParentRoute: () => app,
  path: '/links/new',
  validateSearch: (search: Record<string, unknown>): { copy?: string } =>
    parameters(search, 'copy'),
  component: lazyPage(() => import('../features/links/new-link-page.tsx'), 'NewLinkPage'),
});

const clicks = createRoute({
  getParentRoute: () => app,
  path: '/clicks',
  validateSearch: (search: Record<string, unknown>): ClicksSearch =>
    parameters(search, ...CLICK_PARAMETERS),
  component: lazyPage(() => import('../features/clicks/clicks-page.tsx'), 'ClicksPage'),
});

const newTemplate = createRoute({
  getParentRoute: () => app,
  path: '/new-template',
  validateSearch: (search: Record<string, unknown>): { copy?: string; example?: string } =>
    parameters(search, 'copy', 'example'),
  component: lazyPage(() => import('../features/templates/template-page.tsx'), 'NewTemplatePage'),
});

const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$app/settings/platforms', params, replace: true });
  },
});

/** All pages of the dashboard. */
export const routeTree = root.addChildren([
  signIn,
  signedInElsewhere,
  invitation,
  signedIn.addChildren([
    start,
    account,
    app.addChildren([
      appStart,
      links,
      newLink,
      link,
      clicks,
      appPage('/import-links', () => import('../features/links/import-page.tsx'), 'ImportPage'),
      appPage(
        '/templates',
        () => import('../features/templates/templates-page.tsx'),
        'TemplatesPage',
      ),
      appPage(
        '/templates/$name',
        () => import('../features/templates/template-page.tsx'),
        'TemplatePage',
      ),
      newTemplate,
      settings,
      appPage(
        '/settings/platforms',
        () => import('../features/settings/platforms/platforms-page.tsx'),
        'PlatformsPage',
      ),
      appPage(
        '/settings/hosts',
        () => import('../features/settings/domains/hosts-page.tsx'),
        'HostsPage',
      ),
      appPage(
        '/settings/look',
        () => import('../features/settings/appearance/appearance-page.tsx'),
        'AppearancePage',
      ),
      appPage(
        '/settings/metadata',
        () => import('../features/settings/metadata/metadata-page.tsx'),
        'MetadataPage',
      ),
      appPage(
        '/settings/tokens',
        () => import('../features/settings/tokens/tokens-page.tsx'),
        'TokensPage',
      ),
      appPage(
        '/settings/webhooks',
        () => import('../features/settings/webhooks/webhooks-page.tsx'),
        'WebhooksPage',
      ),
      appPage(
        '/settings/webhooks/$id',
        () => import('../features/settings/webhooks/webhook-page.tsx'),
        'WebhookPage',
      ),
      appPage(
        '/settings/members',
        () => import('../features/settings/members/members-page.tsx'),
        'MembersPage',
      ),
      appPage(
        '/settings/audit',
        () => import('../features/settings/audit/audit-page.tsx'),
        'AuditPage',
      ),
      appPage(
        '/settings/doctor',
        () => import('../features/settings/doctor/doctor-page.tsx'),
        'DoctorPage',
      ),
    ]),
  ]),
]);
