import { PLATFORMS, type Link, type Platform, type Routes } from '../../../api/types.ts';
import type { LinkChange, RouteChange } from '../../../api/schema.ts';

/** A route while it is edited. */
export interface RouteValues {
  readonly link: string;
  readonly fallback: string;
  readonly skipPage: boolean;
}
/** A platform that is left out has no route. */
export type RoutesValues = Partial<Record<Platform, RouteValues>>;

export function valuesOf(routes: Routes): RoutesValues {
  return Object.fromEntries(
    PLATFORMS.flatMap((platform) => {
      const route = routes[platform];
      if (!route) return [];
      const { link, fallback } = route;
      return [[platform, { link, fallback, skipPage: route.skip_page === true }]];
    }),
  );
}

/** Only the edited fields; undefined: nothing was edited. */
export function routesChange(values: RoutesValues, { routes }: Link): LinkChange | undefined {
  const changes: Partial<Record<Platform, RouteChange | null>> = {};
  for (const platform of PLATFORMS) {
    const [before, after] = [routes[platform], values[platform]];
    if (!after) {
      if (before) changes[platform] = null;
      continue;
    }
    const [link, fallback] = [after.link.trim(), after.fallback.trim()];
    const change = {
      ...(link === before?.link ? {} : { link }),
      ...(fallback === (before?.fallback ?? '') ? {} : { fallback }),
      ...(after.skipPage === (before?.skip_page === true) ? {} : { skip_page: after.skipPage }),
    };
    if (Object.keys(change).length > 0) changes[platform] = change;
  }
  return Object.keys(changes).length > 0 ? { routes: changes } : undefined;
}

export const ROUTE_FIELDS = PLATFORMS.flatMap((platform) => [
  `/routes/${platform}/link`,
  `/routes/${platform}/fallback`,
]);
