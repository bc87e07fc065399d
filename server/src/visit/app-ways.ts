import { isHttp } from '../domain/link/route.ts';
import { appleStoreId, playPackage } from '../domain/link/app-store.ts';
import type { InAppRule } from '../platform/rules.ts';
import type { Answer } from './answer.ts';
import type { VisitFacts } from './facts.ts';
import { withQuery } from './forwarded.ts';

/** Where an app is found in the stores, as far as its settings say. */
export interface StoreIds {
  readonly apple: string | undefined;
  readonly play: string | undefined;
}

/** What the page that opens an app needs to know of the browser that shows it. */
export interface AppWays {
  /** The destination of the button: the app's address, or an `intent:` address built from it. */
  readonly open: string;
  /** Where people go whose app did not open. */
  readonly fallback: string | undefined;
  /** The browser itself goes to the fallback. */
  readonly opensFallback: boolean;
  /** Of the App Store, for its banner. */
  readonly storeId: string | undefined;
  /** The app into which the browser is built; `""`: one without a name. */
  readonly inApp: string | undefined;
  /** That app opens no others. */
  readonly schemesBlocked: boolean;
}

/** How an app is opened from this visitor's browser. */
export function appWays(
  { app, fallback }: Extract<Answer, { kind: 'open-app' }>,
  { browser, device }: VisitFacts,
  stores: StoreIds,
): AppWays {
  const { inApp } = browser;
  const packageName = playPackage(fallback ?? '') ?? stores.play;
  const intent = browser.honoursIntents ? intentOf(app, packageName, fallback) : undefined;
  const apple = device === 'iphone' || device === 'ipad';
  return {
    open: intent ?? app,
    fallback,
    opensFallback: intent !== undefined && fallback !== undefined,
    storeId: apple ? (appleStoreId(fallback ?? '') ?? stores.apple) : undefined,
    inApp: inApp && (inApp.name ?? ''),
    schemesBlocked: inApp?.schemesBlocked === true,
  };
}

/**
 * How a built-in browser is left for the real one, where it offers a way: what to open instead, from
 * the question mark on.
 */
export function wayOut({ browser }: VisitFacts, query: string): string | undefined {
  const leavesBy: InAppRule['leavesBy'] = browser.inApp?.leavesBy;
  if (!leavesBy) return undefined;
  const [name, value] = leavesBy;
  // It was tried already, and here the visitor is.
  if (new URLSearchParams(query).has(name)) return undefined;
  const kept = withQuery('', query);
  return `${kept === '' ? '?' : `${kept}&`}${name}=${value}`;
}

/**
 * The address that Chrome and its kin take on Android: it opens the app, else goes to the fallback,
 * or to the store where it knows the package. Undefined for what cannot be said in one.
 */
export function intentOf(
  app: string,
  packageName: string | undefined,
  fallback: string | undefined,
): string | undefined {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(app) ?? [];
  // Behind a "#" the intent's own words begin: nobody else puts any there.
  if (scheme === undefined || rest === undefined || rest.includes('#')) return undefined;
  const extras = [
    `scheme=${scheme}`,
    ...(packageName === undefined ? [] : [`package=${packageName}`]),
    ...(fallback !== undefined && isHttp(fallback)
      ? [`S.browser_fallback_url=${encodeURIComponent(fallback)}`]
      : []),
  ];
  // Without either, a phone that lacks the app would stay where it is, and say nothing.
  if (extras.length === 1) return undefined;
  return `intent://${rest}#Intent;${extras.join(';')};end`;
}
