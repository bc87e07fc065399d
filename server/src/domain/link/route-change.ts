import { Type, type Static } from 'typebox';
import { pointer, type Issue, type Refused } from '../text/issue.ts';
import { PLATFORMS, type Platform } from '../app/platform.ts';
import { RouteOverrideSchema, type Route, type Routes } from './route.ts';
import { component } from '../text/shapes.ts';

const { link, fallback } = RouteOverrideSchema.properties;

export const RouteChangeSchema = component(
  'RouteChange',
  {
    link: Type.Optional({ ...link, description: 'An absolute address; on `web` an http(s) URL.' }),
    fallback: Type.Optional({
      ...fallback,
      description: 'An http(s) or app store address, or empty.',
    }),
    skip_page: Type.Optional(
      Type.Boolean({ description: 'Visitors go directly to the fallback.' }),
    ),
  },
  { description: 'Changes of a platform’s route. Omitted fields do not change.' },
);
export type RouteChange = Static<typeof RouteChangeSchema>;

/** `null` removes the route of the platform. */
export type RouteChanges = Readonly<Partial<Record<Platform, RouteChange | null>>>;

/** Returns the routes of a link after a change; a platform without a route requires a `link`. */
export function changedRoutes(
  routes: Routes,
  changes: RouteChanges,
): { readonly routes: Routes } | Refused {
  const issues: Issue[] = [];
  const after: Partial<Record<Platform, Route>> = {};
  for (const platform of PLATFORMS) {
    const [route, change] = [routes[platform], changes[platform]];
    const wanted = change?.link ?? route?.link;
    if (change === null || (change === undefined && !route)) continue;
    if (wanted === undefined) {
      const detail = `is required: the smart link has no ${platform} route yet`;
      issues.push({ pointer: pointer('routes', platform, 'link'), detail });
      continue;
    }
    const skip = change?.skip_page ?? route?.skip_page;
    after[platform] = {
      link: wanted,
      fallback: change?.fallback ?? route?.fallback ?? '',
      ...(skip ? { skip_page: true } : {}),
    };
  }
  return issues.length > 0 ? { issues } : { routes: after };
}
