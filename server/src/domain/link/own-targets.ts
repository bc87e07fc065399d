import { pointer, type Issue } from '../text/issue.ts';
import { PLATFORMS, type AppPlatforms } from '../app/platform.ts';
import type { RouteOverride, Routes } from './route.ts';
import type { LinkRule } from '../rule/link-rule.ts';
import type { Steps } from '../text/steps.ts';
import { isStore } from './app-store.ts';
import {
  capturedNames,
  capturesHost,
  fill,
  WEB_FALLBACK,
  type Template,
} from '../template/template.ts';
import { parseUrl, schemeOf } from '../text/uri.ts';

/** Scheme and authority of an address. They decide where it leads, except for pages of an app store. */
const HEAD = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/?#\\]*)?/i;

/**
 * The hosts and schemes of an app: those of its bases and templates. A host is compared with its port, as a browser parses
 * it. A fallback of a platform can be on a host of others, and the app stores contain the apps of everyone, so of these
 * only the pages that the app names count.
 */
export class OwnTargets {
  readonly #hosts = new Set<string>();
  /** Scheme and authority of addresses of these hosts, as the app spells them: they need no parsing. */
  readonly #heads = new Set<string>();
  readonly #schemes = new Set<string>();
  readonly #pages = new Set<string>();

  private constructor(platforms: AppPlatforms) {
    for (const { base, fallback } of Object.values(platforms)) {
      if (base !== undefined) this.#add(base);
      const page = storePage(fallback) ?? parseUrl(fallback)?.href;
      if (page !== undefined) this.#pages.add(page);
    }
  }

  static *of(platforms: AppPlatforms, templates: readonly Template[]): Steps<OwnTargets> {
    const targets = new OwnTargets(platforms);
    // There are many templates, but they lead to few hosts.
    const known = new Set<string>();
    for (const { pattern, routes, rules = [] } of templates) {
      const all = [routes, ...rules.map((rule) => rule.routes)];
      for (const route of all.flatMap((some) => Object.values(some))) {
        for (const text of [route.link, route.fallback]) {
          if (text === undefined || text === '' || text === WEB_FALLBACK) continue;
          const head = HEAD.exec(text)?.[0] ?? '';
          if (known.has(head)) continue;
          if (!targets.#addPattern(text, pattern)) known.add(head);
        }
      }
      yield;
    }
    return targets;
  }

  #add(address: string): void {
    const page = storePage(address);
    if (page !== undefined) this.#pages.add(page);
    else this.#addAll(address);
  }

  /**
   * Returns true if more than scheme and host matters, so that the caller adds other patterns with the same
   * ones too.
   */
  #addPattern(text: string, pattern: string): boolean {
    // New patterns cannot capture the host. An older, stored one must not permit every host.
    if (capturesHost(text)) return true;
    const names = capturedNames(pattern);
    const filled = (value: string): string =>
      fill(text, Object.fromEntries(names.map((name) => [name, value])));
    const address = filled('1');
    const page = storePage(address);
    // The pattern captures the page itself, so the owner permits every app of the app store.
    if (page === undefined || page !== storePage(filled('2'))) this.#addAll(address);
    else this.#pages.add(page);
    return page !== undefined;
  }

  #addAll(address: string): void {
    const scheme = schemeOf(address);
    if (scheme === 'http' || scheme === 'https') {
      const host = parseUrl(address)?.host;
      if (!host) return;
      this.#hosts.add(host);
      // Only the page of an app store is permitted, not its host.
      if (!isStore(address)) this.#heads.add(HEAD.exec(address)?.[0] ?? host);
    } else if (scheme !== undefined) this.#schemes.add(scheme);
  }

  /** Whether this address belongs to the app. A path does, because it has no destination. */
  has(address: string): boolean {
    // The authority ends where HEAD ends, so an address with a known head has the same host.
    const head = HEAD.exec(address)?.[0];
    if (head !== undefined) {
      if (this.#heads.has(head)) return true;
      if (this.#schemes.has(head.slice(0, head.indexOf(':')).toLowerCase())) return true;
    }
    const url = parseUrl(address);
    if (!url) return isPath(address);
    if (this.#pages.has(storePageOf(url) ?? url.href)) return true;
    if (url.protocol === 'http:' || url.protocol === 'https:') return this.#hosts.has(url.host);
    return this.#schemes.has(url.protocol.slice(0, -1));
  }
}

/** An app without a base has no addresses of its own yet, so the rule does not apply to it. */
export function hasBase(platforms: AppPlatforms): boolean {
  return PLATFORMS.some((platform) => platforms[platform].base !== undefined);
}

const PATH_BASE = 'https://path.invalid';

/** Whether every parser reads this relative address as a path, unlike `/\host`. */
function isPath(text: string): boolean {
  return URL.canParse(text, PATH_BASE) && new URL(text, PATH_BASE).origin === PATH_BASE;
}

const APPLE_HOSTS: ReadonlySet<string> = new Set(['apps.apple.com', 'itunes.apple.com']);
const APPLE_PAGE = /^\/(?:[a-z]{2}\/)?([a-z-]+)\/(?:[^/]+\/)?(id\d+)\/?$/;

/**
 * Returns the page in Apple's or Google's app store, regardless of its language and campaign; undefined if
 * the address is not such a page.
 */
function storePage(address: string): string | undefined {
  const url = parseUrl(address);
  return url && storePageOf(url);
}

function storePageOf(url: URL): string | undefined {
  if (!isStore(url.href)) return undefined;
  const { host, pathname, searchParams } = url;
  if (APPLE_HOSTS.has(host)) {
    const [, kind, id] = APPLE_PAGE.exec(pathname) ?? [];
    return kind === undefined ? url.href : `apple ${kind} ${id}`;
  }
  const ids = searchParams.getAll('id');
  return ids.length === 1 ? `${url.protocol}//${host}${pathname}?id=${ids[0]}` : url.href;
}

/** Returns the errors of routes that must stay with the app; `sent` are the overrides of the request. */
export function foreignRouteIssues(
  routes: Routes | LinkRule['routes'],
  sent: Readonly<Record<string, RouteOverride>>,
  targets: OwnTargets,
): Issue[] {
  const issues: Issue[] = [];
  const known = new Map<string, boolean>();
  const isOwn = (address: string): boolean => {
    const own = known.get(address) ?? targets.has(address);
    known.set(address, own);
    return own;
  };
  const reported = new Set<string>();
  for (const platform of PLATFORMS) {
    for (const field of ['link', 'fallback'] as const) {
      const address = routes[platform]?.[field] ?? '';
      if (address === '' || isOwn(address)) continue;
      const override = sent[platform]?.[field] !== undefined;
      // Most platforms have the same address, and `@web` the address of another route.
      if (!override && reported.has(address)) continue;
      reported.add(address);
      const what = override ? '' : `makes a ${platform} ${field} that `;
      const at = override ? pointer('routes', platform, field) : '/uri';
      issues.push({ pointer: at, detail: `${what}leads to ${destination(address)}, ${REMEDY}` });
    }
  }
  return issues;
}

/** The same for rules, which templates make. */
export function foreignRuleIssues(rules: readonly LinkRule[], targets: OwnTargets): Issue[] {
  const found = rules.flatMap(({ routes }) => foreignRouteIssues(routes, {}, targets));
  return [...new Map(found.map((issue) => [issue.detail, issue])).values()];
}

const REMEDY =
  'which does not belong to the app. A platform token can only create links that stay with the app: use one of its addresses, or a server token. An owner can add the address as a base or in a template, or set "platform_tokens.create" to "any"';

function destination(address: string): string {
  const url = parseUrl(address);
  if (!url) return 'another host';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `a "${url.protocol}" address`;
  return `"${(isStore(url.href) ? url.href : url.host).slice(0, 200)}"`;
}
