import type { Route, Routes } from '../../api/types.ts';

/** Without a scheme it is no address: the platform has no base to put in front of it. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

export function isAddress(link: string): boolean {
  return ABSOLUTE.test(link);
}

/** Does nobody get anywhere by these routes, whatever the device? */
export function leadsNowhere(routes: Routes): boolean {
  return Object.values(routes).every(
    ({ link, fallback }: Route) => fallback === '' && !isAddress(link),
  );
}
