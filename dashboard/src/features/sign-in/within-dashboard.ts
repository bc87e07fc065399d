const ORIGIN = 'http://x.invalid';

/**
 * The path to go to after signing in: `to`, a path below the dashboard, or else its start. `to` comes from the
 * address of the page, so it can be anything: dots and slashes must not lead out of the dashboard, where smart
 * links are. `basepath`: the path of the dashboard, without a slash at the end.
 */
export function withinDashboard(basepath: string, to: string | undefined): string {
  const start = `${basepath}/`;
  if (to === undefined || !to.startsWith('/') || !URL.canParse(basepath + to, ORIGIN)) return start;
  const { origin, pathname, search, hash } = new URL(basepath + to, ORIGIN);
  const below = origin === ORIGIN && pathname.startsWith(start);
  return below && !pathname.startsWith(`${start}/`) ? pathname + search + hash : start;
}
