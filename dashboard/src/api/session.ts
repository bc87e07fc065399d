import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { keepItem } from '../lib/keep-item.ts';
import { get } from './call.ts';
import { isShownMember, showMember, signInAgain } from './signed-in-member.ts';
import type { Me, Role } from './types.ts';

/** The signed-in user and their roles. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    for (;;) {
      const me = await get('me', { signal });
      if (isShownMember(me)) return me;
      await signInAgain('other_member', signal);
    }
  },
  staleTime: 60_000,
});

/** Starts a session: nothing of an earlier one is kept. */
export function startSession(queries: QueryClient, me: Me): void {
  queries.clear();
  showMember(me);
  queries.setQueryData(meQuery.queryKey, me);
}

export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** The app in the page address; every page below `/:app/` has one. */
export function useApp(): string {
  const { app } = useParams({ strict: false });
  if (app === undefined) throw new Error('this page is not about an app');
  return app;
}

/**
 * The app in the address; on pages without an app, the one that was shown last. Undefined: the user is a member
 * of no app.
 */
export function useShownApp(): string | undefined {
  const { app } = useParams({ strict: false });
  const me = useMe();
  return app ?? startingApp(me);
}

const RANK: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, owner: 2 };

/** Does the user have at least this role in the app? The service decides; this only disables controls. */
export function useMay(role: Role): boolean {
  return may(useMe(), useApp(), role);
}

/** The same for any app. `undefined`: no app, so the result is false. */
export function may({ apps }: Me, app: string | undefined, role: Role): boolean {
  const own = apps.find(({ name }) => name === app)?.role;
  return own !== undefined && RANK[own] >= RANK[role];
}

const LAST_APP = 'smartlink.last-app';

export function saveLastApp(name: string): void {
  keepItem(LAST_APP, name);
}

/** The first app to show: the last used one, else the first. */
export function startingApp({ apps }: Me): string | undefined {
  const last = localStorage.getItem(LAST_APP);
  return (apps.find(({ name }) => name === last) ?? apps[0])?.name;
}
