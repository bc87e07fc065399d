import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { get } from './call.ts';
import type { Me, Role } from './types.ts';

/** Who is signed in, and what they may do where. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => get<Me>('me', { signal }),
  staleTime: 60_000,
});

export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** The app that the address names; every page below `/:app/` has one. */
export function useApp(): string {
  const { app } = useParams({ strict: false });
  if (app === undefined) throw new Error('this page is not about an app');
  return app;
}

/**
 * The app that the address names; on pages that are about none, the one to go back to. Undefined: the
 * person is a member of no app.
 */
export function useShownApp(): string | undefined {
  const { app } = useParams({ strict: false });
  const me = useMe();
  return app ?? startingApp(me);
}

const RANK: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, owner: 2 };

/** May the person do in this app what takes `role`? The service decides; this only greys things out. */
export function useMay(role: Role): boolean {
  const app = useApp();
  const own = useMe().apps.find(({ name }) => name === app)?.role;
  return own !== undefined && RANK[own] >= RANK[role];
}

const LAST_APP = 'smartlink.last-app';

export function rememberApp(name: string): void {
  localStorage.setItem(LAST_APP, name);
}

/** The app to begin with: that of last time, else the first. */
export function startingApp({ apps }: Me): string | undefined {
  const last = localStorage.getItem(LAST_APP);
  return (apps.find(({ name }) => name === last) ?? apps[0])?.name;
}
