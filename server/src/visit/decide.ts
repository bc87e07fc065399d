import type { LinkState } from '../domain/link-state.ts';
import type { OwnAddresses } from '../domain/own-address.ts';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import type { Routes } from '../domain/route.ts';
import { isStore } from '../domain/store.ts';
import type { Device } from '../platform/rules.ts';
import type { VisitFacts } from './facts.ts';
import { targetOf, withCode, type Target } from './target.ts';

/** What to do with a visit, and why, as steps that a person can read. */
export type Decision = { readonly why: readonly string[] } & (
  | { readonly kind: 'redirect'; readonly to: string }
  /** A page with a button that opens the app; `fallback` is the way for those who have none. */
  | { readonly kind: 'open-app'; readonly app: string; readonly fallback: string | undefined }
  /** A page with a button to the store: a redirect there leaves a blank page when it is declined. */
  | { readonly kind: 'get-app'; readonly store: string; readonly web: string | undefined }
  | { readonly kind: 'no-route' }
  | { readonly kind: 'not-found' }
  /** Disabled or deleted. */
  | { readonly kind: 'gone' }
);

export interface VisitLink {
  readonly code: string;
  readonly routes: Routes;
  readonly state: LinkState;
}

/** Which routes each device may take, the first that leads somewhere. */
const ORDER: Readonly<Record<Device, readonly Platform[]>> = {
  iphone: ['iphone', 'universal', 'web'],
  ipad: ['ipad', 'universal', 'iphone', 'web'],
  android: ['android', 'web'],
  desktop: ['web'],
};

/** THE decision: from a link and the facts of a visit to what the visitor gets. */
export function decide(
  link: VisitLink | undefined,
  facts: VisitFacts,
  own: OwnAddresses,
): Decision {
  if (!link) return { kind: 'not-found', why: ['no link has this code'] };
  if (link.state !== 'active') return { kind: 'gone', why: [`the link is ${link.state}`] };
  const why = [`the visitor is on ${facts.device}: ${facts.because}`];
  for (const platform of ORDER[facts.device]) {
    const route = link.routes[platform];
    if (!route) {
      why.push(`there is no ${platform} route`);
      continue;
    }
    const target = targetOf(route.link, own);
    const fallback = targetOf(route.fallback, own);
    const web = targetOf(link.routes.web?.link ?? '', own);
    if (target) return arrive(link.code, target, fallback ?? web, platform, why);
    if (fallback) {
      why.push(`the ${platform} link leads nowhere, so its fallback is taken`);
      return isStore(fallback.href)
        ? toStore(fallback, web, why)
        : arrive(link.code, fallback, web, platform, why);
    }
    why.push(`the ${platform} route leads nowhere`);
  }
  const last = lastResort(link.routes, own);
  if (!last) return { kind: 'no-route', why: [...why, 'no other route is a web address'] };
  return {
    kind: 'redirect',
    to: last.href,
    why: [...why, 'the first web address of the link is taken'],
  };
}

function arrive(
  code: string,
  target: Target,
  other: Target | undefined,
  platform: Platform,
  why: readonly string[],
): Decision {
  const { href, kind } = target;
  if (kind === 'web') {
    return { kind: 'redirect', to: href, why: [...why, `the ${platform} route is a web address`] };
  }
  return {
    kind: 'open-app',
    app: withCode(href, code),
    fallback: other?.href === href ? undefined : other?.href,
    why: [...why, `the ${platform} route opens an app, which needs a tap`],
  };
}

function toStore(store: Target, web: Target | undefined, why: readonly string[]): Decision {
  return {
    kind: 'get-app',
    store: store.href,
    web: web?.href === store.href ? undefined : web?.href,
    why: [...why, 'it is a store, which is offered and not forced'],
  };
}

/** The first web address the link has anywhere, links before fallbacks. */
function lastResort(routes: Routes, own: OwnAddresses): Target | undefined {
  const addresses = [
    ...PLATFORMS.map((platform) => routes[platform]?.link),
    ...PLATFORMS.map((platform) => routes[platform]?.fallback),
  ];
  for (const address of addresses) {
    const target = targetOf(address ?? '', own);
    if (target?.kind === 'web') return target;
  }
  return undefined;
}
