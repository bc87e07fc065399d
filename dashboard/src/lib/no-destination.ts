import type { Route, Routes } from '../api/types.ts';

/** A link without a scheme is a path: its platform has no base address. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

export function isAddress(link: string): boolean {
  return ABSOLUTE.test(link);
}

/** True if no route has an address. */
export function hasNoDestination(routes: Routes): boolean {
  return Object.values(routes).every(
    ({ link, fallback }: Route) => fallback === '' && !isAddress(link),
  );
}
