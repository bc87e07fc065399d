import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isProblem } from '../api/problem.ts';
import { LinksPage } from '../features/links/links-page.tsx';
import type { ListSearch } from '../features/links/list/list-search.ts';
import { linksQuery } from '../features/links/list/links-query.ts';
import { NotFound, NotFoundPage } from '../components/not-found.tsx';
import { LINK_TABS, type LinkTab } from '../features/links/link-tabs.ts';
import { PageError } from './page-error.tsx';
import { PagePending } from './page-pending.tsx';
import { queryClient } from './query-client.ts';
import { meQuery, rememberApp, startingApp } from '../api/session.ts';
import { Shell } from './shell.tsx';

/** A parameter that is left out would stay in the address, so the others are undefined. */
function parameters<Name extends string>(search: Record<string, unknown>, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, textOf(search[name])])) as {
    [name in Name]?: string;
  };
}

/** The router parses `?q=12` as a number and `?q=true` as a boolean. */
function textOf(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** Imports a file that exports a page. */
type Load<Name extends string> = () => Promise<Readonly<Record<Name, () => ReactNode>>>;

/** A page whose code is loaded when it is opened or is about to be. */
function lazyPage<Name extends string>(load: Load<Name>, name: Name) {
  return lazyRouteComponent(async () => ({ default: (await load())[name] }));
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (
    search: Record<string, unknown>,
  ): { to?: string; ended?: boolean; failed?: string } => ({
    ...parameters(search, 'to', 'failed'),
    ...(search.ended === true ? { ended: true } : {}),
  }),
  component: lazyPage(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
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
    rememberApp(params.app);
  },
});

/** A page of an app without search parameters. */
function appPage<const Path extends string, Name extends string>(
  path: Path,
  load: Load<Name>,
  name: Name,
) {
  return createRoute({ getParentRoute: () => app, path, component: lazyPage(load, name) });
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
    parameters(search, 'q', 'tag', 'state', 'template', 'sort'),
  loaderDeps: ({ search }) => search,
  // Not awaited: the page shows a loading state.
  loader: ({ params, deps }) => {
    void queryClient.prefetchInfiniteQuery(linksQuery(params.app, deps));
  },
  component: LinksPage,
});
const newLink = appPage(
  '/links/new',
  () => import('../features/links/new-link-page.tsx'),
  'NewLinkPage',
);

const link = createRoute({
  getParentRoute: () => app,
  path: '/links/$code',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: LinkTab | undefined } => ({
    tab: LINK_TABS.find((name) => name === tab),
  }),
  component: lazyPage(() => import('../features/links/link-page.tsx'), 'LinkPage'),
});

const templates = appPage(
  '/templates',
  () => import('../features/templates/templates-page.tsx'),
  'TemplatesPage',
);
const template = appPage(
  '/templates/$name',
  () => import('../features/templates/template-page.tsx'),
  'TemplatePage',
);
const newTemplate = createRoute({
  getParentRoute: () => app,
  path: '/new-template',
  validateSearch: (search: Record<string, unknown>): { copy?: string; example?: string } =>
    parameters(search, 'copy', 'example'),
  component: lazyPage(() => import('../features/templates/template-page.tsx'), 'NewTemplatePage'),
});

const settings = appPage(
  '/settings',
  () => import('../features/settings/settings-frame.tsx'),
  'SettingsFrame',
);

function settingsPage<const Path extends string, Name extends string>(
  path: Path,
  load: Load<Name>,
  name: Name,
) {
  return createRoute({ getParentRoute: () => settings, path, component: lazyPage(load, name) });
}

const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$app/settings/platforms', params, replace: true });
  },
});
const platforms = settingsPage(
  '/platforms',
  () => import('../features/settings/platforms/platforms-page.tsx'),
  'PlatformsPage',
);
const hosts = settingsPage(
  '/hosts',
  () => import('../features/settings/domains/hosts-page.tsx'),
  'HostsPage',
);
const look = settingsPage(
  '/look',
  () => import('../features/settings/appearance/appearance-page.tsx'),
  'AppearancePage',
);
const tokens = settingsPage(
  '/tokens',
  () => import('../features/settings/tokens/tokens-page.tsx'),
  'TokensPage',
);
const members = settingsPage(
  '/members',
  () => import('../features/settings/members/members-page.tsx'),
  'MembersPage',
);
const audit = settingsPage(
  '/audit',
  () => import('../features/settings/audit/audit-page.tsx'),
  'AuditPage',
);
const doctor = settingsPage(
  '/doctor',
  () => import('../features/settings/doctor/doctor-page.tsx'),
  'DoctorPage',
);

const tree = root.addChildren([
  signIn,
  invitation,
  signedIn.addChildren([
    start,
    account,
    app.addChildren([
      appStart,
      links,
      newLink,
      link,
      templates,
      template,
      newTemplate,
      settings.addChildren([settingsStart, platforms, hosts, look, tokens, members, audit, doctor]),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  basepath: new URL(document.baseURI).pathname.replace(/\/$/, ''),
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
