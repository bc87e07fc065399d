import { isHttp } from '../domain/link/route.ts';
import { appleStoreId, playPackage } from '../domain/link/app-store.ts';
import type { StoreApps } from '../domain/app/visit-app.ts';
import { schemeOf } from '../domain/text/uri.ts';
import type { Device, InAppRule } from '../platform/rules.ts';
import type { Answer } from './answer.ts';
import { visitorClass, type VisitFacts } from './facts.ts';
import { PLATFORM_ORDER } from './platform-order.ts';

/** How the page that opens an app does it in the visitor's browser. */
export interface AppLaunch {
  /** The destination of the button: the app's address, or an `intent:` address built from it. */
  readonly open: string;
  /** For visitors whose app does not open. */
  readonly fallback: string | undefined;
  /** For visitors who want neither the app nor its store. */
  readonly web: string | undefined;
  /** The browser goes to the fallback by itself. */
  readonly opensFallback: boolean;
  /** The id in the App Store, for its banner. */
  readonly storeId: string | undefined;
  /** The app that the browser is built into; `""` if its name is unknown. */
  readonly inApp: string | undefined;
  /** That app does not open other apps. */
  readonly schemesBlocked: boolean;
}

/** How an app is opened from this visitor's browser. */
export function appLaunch(
  { app, fallback, web }: Extract<Answer, { kind: 'open-app' }>,
  { browser, device }: VisitFacts,
  stores: StoreApps,
): AppLaunch {
  const { inApp } = browser;
  const own = ownStoreId(app, device, stores);
  const inFallback = playPackage(fallback ?? '');
  // An intent with the package of another app opens nothing, so it has one only if there is no doubt.
  const packageName = inFallback === undefined || inFallback === own ? own : undefined;
  const intent = browser.supportsIntents ? intentOf(app, packageName, fallback) : undefined;
  const apple = device === 'iphone' || device === 'ipad';
  return {
    open: intent ?? app,
    fallback,
    web,
    opensFallback: intent !== undefined && fallback !== undefined,
    // Browsers in apps do not show it.
    storeId: apple && !inApp ? (appleStoreId(fallback ?? '') ?? own) : undefined,
    inApp: inApp && (inApp.name ?? ''),
    schemesBlocked: inApp?.schemesBlocked === true,
  };
}

/** The id of the app that opens addresses with this scheme, if it is the app of a platform that the device uses. */
function ownStoreId(app: string, device: Device, stores: StoreApps): string | undefined {
  const scheme = schemeOf(app);
  return PLATFORM_ORDER[device]
    .map((platform) => stores[platform])
    .find((known) => known?.scheme === scheme)?.id;
}

/**
 * A visitor as far as this file and the answer depend on it: visitors with equal keys get the same page of a link,
 * if they have the same language.
 */
export function visitorKey(facts: VisitFacts): string {
  const { inApp, supportsIntents } = facts.browser;
  const opens = supportsIntents ? ' with intents' : '';
  // The name determines the rest of a rule.
  const browser = inApp === undefined ? '' : ` in ${inApp.name ?? ''}`;
  return `${visitorClass(facts)}${opens}${browser}`;
}

/**
 * The query that makes a built-in browser open the link in the default browser. Undefined if the browser
 * supports none, or if the visit already had it.
 */
export function defaultBrowserQuery({ browser }: VisitFacts, query: string): string | undefined {
  const leavesBy: InAppRule['leavesBy'] = browser.inApp?.leavesBy;
  if (!leavesBy) return undefined;
  const [name, value] = leavesBy;
  // The query had no effect, so the visitor is still in the built-in browser.
  if (new URLSearchParams(query).has(name)) return undefined;
  // The rules of the link read the query again, so it stays as it was sent. A header can contain ASCII only.
  const kept = query
    .slice(1)
    .replace(/#.*$/s, '')
    .replace(/[^!-~]/g, escaped);
  return `?${kept}${kept === '' ? '' : '&'}${name}=${value}`;
}

/** `byte`: a character of the request, whose text has one for each byte. */
function escaped(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/**
 * The `intent:` address for Chrome and similar browsers on Android: it opens the app, otherwise the fallback or
 * the page of the package in the store. Undefined if these addresses cannot be expressed as an intent.
 */
export function intentOf(
  app: string,
  packageName: string | undefined,
  fallback: string | undefined,
): string | undefined {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(app) ?? [];
  // The parameters of the intent begin after "#", so the address of the app must not contain one.
  if (scheme === undefined || rest === undefined || rest.includes('#')) return undefined;
  const extras = [
    `scheme=${scheme}`,
    ...(packageName === undefined ? [] : [`package=${packageName}`]),
    ...(fallback !== undefined && isHttp(fallback)
      ? [`S.browser_fallback_url=${encodeURIComponent(fallback)}`]
      : []),
  ];
  // Without a package or fallback, nothing would happen on a phone without the app.
  if (extras.length === 1) return undefined;
  return `intent://${rest}#Intent;${extras.join(';')};end`;
}
