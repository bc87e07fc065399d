import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { isProblem } from '../api/problem.ts';
import { LinksPage } from '../features/links/links-page.tsx';
import { linksQuery } from '../features/links/list/links-query.ts';
import { NotFound, NotFoundPage } from '../components/not-found.tsx';
import { LINK_TABS, type LinkTab } from '../features/links/link-tabs.ts';
import { PageError } from './page-error.tsx';
import { PagePending } from './page-pending.tsx';
import { queryClient } from './query-client.ts';
import { meQuery, rememberApp, startingApp } from '../api/session.ts';
import { Shell } from './shell.tsx';

/** A left out parameter would stay in the address, so the others are set to undefined. */
function words<Name extends string>(search: Record<string, unknown>, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, wordOf(search[name])])) as {
    [name in Name]?: string;
  };
}

/** The router takes `?q=12` for a number, and `?q=true` for a boolean. */
function wordOf(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (
    search: Record<string, unknown>,
  ): { to?: string; ended?: boolean; failed?: string } => ({
    ...words(search, 'to', 'failed'),
    ...(search.ended === true ? { ended: true } : {}),
  }),
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(
    () => import('../features/sign-in/invitation-page.tsx'),
    'InvitationPage',
  ),
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
  component: lazyRouteComponent(() => import('../features/account/no-app-page.tsx'), 'NoAppPage'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(
    () => import('../features/account/account-page.tsx'),
    'AccountPage',
  ),
});

const app = createRoute({
  getParentRoute: () => signedIn,
  path: '/$app',
  beforeLoad: ({ context, params }) => {
    if (!context.me.apps.some(({ name }) => name === params.app)) throw notFound();
    rememberApp(params.app);
  },
});

const appStart = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$app/links', params, replace: true });
  },
});

export interface LinksSearch {
  readonly q?: string;
  readonly tag?: string;
  readonly state?: string;
  readonly template?: string;
  readonly sort?: string;
}
const links = createRoute({
  getParentRoute: () => app,
  path: '/links',
  validateSearch: (search: Record<string, unknown>): LinksSearch =>
    words(search, 'q', 'tag', 'state', 'template', 'sort'),
  loaderDeps: ({ search }) => search,
  // Not awaited: the page shows a loading state.
  loader: ({ params, deps }) => {
    void queryClient.prefetchInfiniteQuery(linksQuery(params.app, deps));
  },
  component: LinksPage,
});
const newLink = createRoute({
  getParentRoute: () => app,
  path: '/links/new',
  component: lazyRouteComponent(() => import('../features/links/new-link-page.tsx'), 'NewLinkPage'),
});

const link = createRoute({
  getParentRoute: () => app,
  path: '/links/$code',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: LinkTab | undefined } => ({
    tab: LINK_TABS.find((name) => name === tab),
  }),
  component: lazyRouteComponent(() => import('../features/links/link-page.tsx'), 'LinkPage'),
});

const templates = createRoute({
  getParentRoute: () => app,
  path: '/templates',
  component: lazyRouteComponent(
    () => import('../features/templates/templates-page.tsx'),
    'TemplatesPage',
  ),
});
const template = createRoute({
  getParentRoute: () => app,
  path: '/templates/$name',
  component: lazyRouteComponent(
    () => import('../features/templates/template-page.tsx'),
    'TemplatePage',
  ),
});
const newTemplate = createRoute({
  getParentRoute: () => app,
  path: '/new-template',
  validateSearch: (search: Record<string, unknown>): { copy?: string; example?: string } =>
    words(search, 'copy', 'example'),
  component: lazyRouteComponent(
    () => import('../features/templates/template-page.tsx'),
    'NewTemplatePage',
  ),
});

const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../features/settings/settings-frame.tsx'),
    'SettingsFrame',
  ),
});
const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/$app/settings/platforms',
      params,
      replace: true,
    });
  },
});
const platforms = createRoute({
  getParentRoute: () => settings,
  path: '/platforms',
  component: lazyRouteComponent(
    () => import('../features/settings/platforms/platforms-page.tsx'),
    'PlatformsPage',
  ),
});
const hosts = createRoute({
  getParentRoute: () => settings,
  path: '/hosts',
  component: lazyRouteComponent(
    () => import('../features/settings/domains/hosts-page.tsx'),
    'HostsPage',
  ),
});
const look = createRoute({
  getParentRoute: () => settings,
  path: '/look',
  component: lazyRouteComponent(
    () => import('../features/settings/appearance/appearance-page.tsx'),
    'AppearancePage',
  ),
});
const tokens = createRoute({
  getParentRoute: () => settings,
  path: '/tokens',
  component: lazyRouteComponent(
    () => import('../features/settings/tokens/tokens-page.tsx'),
    'TokensPage',
  ),
});
const members = createRoute({
  getParentRoute: () => settings,
  path: '/members',
  component: lazyRouteComponent(
    () => import('../features/settings/members/members-page.tsx'),
    'MembersPage',
  ),
});
const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  component: lazyRouteComponent(
    () => import('../features/settings/audit/audit-page.tsx'),
    'AuditPage',
  ),
});
const doctor = createRoute({
  getParentRoute: () => settings,
  path: '/doctor',
  component: lazyRouteComponent(
    () => import('../features/settings/doctor/doctor-page.tsx'),
    'DoctorPage',
  ),
});

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
