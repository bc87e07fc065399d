import { createRouter } from '@tanstack/react-router';
import { askAgain } from '../api/signed-in-member.ts';
import { NotFound } from '../components/not-found.tsx';
import { PageError } from './page-error.tsx';
import { PagePending } from './page-pending.tsx';
import { routeTree } from './routes.tsx';

export const router = createRouter({
  routeTree,
  basepath: new URL(document.baseURI).pathname.replace(/\/$/, ''),
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

router.subscribe('onBeforeNavigate', askAgain);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
