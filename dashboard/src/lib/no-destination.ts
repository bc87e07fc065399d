import type { Route, Routes } from '../api/types.ts';

/** Without a scheme it is not an address: the platform has no base address. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

export function isAddress(link: string): boolean {
  return ABSOLUTE.test(link);
}

/** Do the routes have no address on any platform? */
export function hasNoDestination(routes: Routes): boolean {
  return Object.values(routes).every(
    ({ link, fallback }: Route) => fallback === '' && !isAddress(link),
  );
}
