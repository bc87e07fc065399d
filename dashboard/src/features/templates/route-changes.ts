import {
  PLATFORMS,
  type DifferentLink,
  type Platform,
  type Route,
  type Routes,
} from '../../api/types.ts';

/** A field of a platform that would have a different value. */
export interface RouteChange {
  readonly platform: Platform;
  readonly field: 'link' | 'fallback' | 'skip_page';
  /** `undefined`: none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const FIELDS = ['link', 'fallback', 'skip_page'] as const;

export function routeChanges({ routes_before, routes_after }: DifferentLink): RouteChange[] {
  return PLATFORMS.flatMap((platform) =>
    FIELDS.flatMap((field) => {
      const before = textOf(routes_before, platform, field);
      const after = textOf(routes_after, platform, field);
      return before === after ? [] : [{ platform, field, before, after }];
    }),
  );
}

function textOf(routes: Routes, platform: Platform, field: keyof Route): string | undefined {
  const value = routes[platform]?.[field];
  if (value === undefined || value === '') return undefined;
  return String(value);
}

/** Does it lead anywhere? A path alone does not, where a platform has no base. */
export function hasDestination(link: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(link);
}
