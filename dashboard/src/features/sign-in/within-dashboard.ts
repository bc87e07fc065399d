const ORIGIN = 'http://x.invalid';

/**
 * Returns the path to open after the sign-in: `to` if it is a path below the dashboard, otherwise the start page.
 * `to` comes from the URL and is not trusted: dots and slashes must not lead out of the dashboard, because other
 * paths are smart links. `basepath` is the path of the dashboard without a trailing slash.
 */
export function withinDashboard(basepath: string, to: string | undefined): string {
  const start = `${basepath}/`;
  if (to === undefined || !to.startsWith('/') || !URL.canParse(basepath + to, ORIGIN)) return start;
  const { origin, pathname, search, hash } = new URL(basepath + to, ORIGIN);
  const isBelow = origin === ORIGIN && pathname.startsWith(start);
  return isBelow && !pathname.startsWith(`${start}/`) ? pathname + search + hash : start;
}
