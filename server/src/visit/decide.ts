import type { LinkState } from '../domain/link/link-state.ts';
import type { OwnAddresses } from '../domain/link/own-address.ts';
import { PLATFORMS, type Platform } from '../domain/app/platform.ts';
import { isHttp, type Route, type Routes } from '../domain/link/route.ts';
import { ruledRoutes, type RuleMatch } from '../domain/rule/rule-match.ts';
import type { Social } from '../domain/link/social.ts';
import { isStore, storeOf } from '../domain/link/app-store.ts';
import type { Device, Tablet } from '../platform/rules.ts';
import { addressOf, sameAnswer, type SocialCard, type Decision } from './answer.ts';
import type { VisitFacts } from './facts.ts';
import { PLATFORM_ORDER } from './platform-order.ts';
import { fallbackOf, targetOf, webTargetOf, withCode, type Target } from './target.ts';

export interface VisitLink {
  readonly code: string;
  readonly routes: Routes;
  readonly state: LinkState;
  readonly social: Social | undefined;
  /** Set before and after the time in which the link is valid. */
  readonly outside?: OutsideValidity | undefined;
  /** What the rules of the link say about the visitor; undefined: the link has none. */
  readonly rule?: RuleMatch | undefined;
}

export interface OutsideValidity {
  readonly kind: 'early' | 'expired';
  /** Where visitors go instead; null: to a page. */
  readonly url: string | null;
  readonly reason: string;
}

export interface DecisionSettings {
  readonly own: OwnAddresses;
  /** Adds the code of the link to the addresses that open the app. */
  readonly addCode: boolean;
  /** Computers get a QR code of links that open on phones only. */
  readonly desktopQr: boolean;
  /** The link preview of the app. A link can replace each field. */
  readonly card: SocialCard;
}

/** Decides what a visitor gets, from a link and the facts of a visit. */
export function decide(
  link: VisitLink | undefined,
  facts: VisitFacts,
  settings: DecisionSettings,
): Decision {
  if (!link) return { kind: 'not-found', why: ['no link has this code'] };
  if (link.state !== 'active') return { kind: 'gone', why: [`the link is ${link.state}`] };
  if (link.outside) return outsideAnswer(link.outside, settings.own);
  const { device, perhaps, reason } = facts;
  // Rules do not apply: everyone who sees a preview sees the same one.
  if (facts.visitor === 'robot') return preview(link, reason, settings);
  const first = [`the visitor is on ${device}: ${reason}`, ...(link.rule?.why ?? [])];
  const ruled = link.rule ? { ...link, routes: ruledRoutes(link.routes, link.rule.routes) } : link;
  const answer = orQrCode(answerOn(device, ruled, settings, first), device, ruled, settings);
  if (perhaps === undefined) return answer;
  const onTablet = answerOn(perhaps, ruled, settings, []);
  if (sameAnswer(answer, onTablet)) {
    return {
      ...answer,
      why: [...answer.why, `if the visitor is on ${perhaps}, the result is the same`],
    };
  }
  return probe(perhaps, onTablet, answer, first);
}

/** The same for everyone: a preview would show what the link leads to. */
function outsideAnswer({ kind, url, reason }: OutsideValidity, own: OwnAddresses): Decision {
  const why = [`the link ${reason}`];
  const target = webTargetOf(url ?? '', own);
  if (!target) return { kind, why };
  return { kind: 'redirect', to: target.href, why: [...why, 'it has an address for this time'] };
}

function answerOn(
  device: Device,
  link: VisitLink,
  settings: DecisionSettings,
  steps: readonly string[],
): Decision {
  const why = [...steps];
  const { own } = settings;
  const web = webTargetOf(link.routes.web?.link ?? '', own);
  for (const platform of PLATFORM_ORDER[device]) {
    const route = link.routes[platform];
    if (!route) {
      why.push(`there is no ${platform} route`);
      continue;
    }
    const answer = followRoute(route, platform, link.code, web, settings, why);
    if (answer) return answer;
    why.push(`the ${platform} route has no destination`);
  }
  const last = lastResort(link.routes, device, own);
  if (!last) return { kind: 'no-route', why: [...why, 'no other route has a web address for it'] };
  if (device !== 'desktop' && isStore(last.href)) {
    const step = 'another route has an address in the app store of this device';
    return toFallback(last, undefined, false, [...why, step]);
  }
  return {
    kind: 'redirect',
    to: last.href,
    why: [...why, 'the first web address of the link is used'],
  };
}

const HANDHELD = ['iphone', 'ipad', 'android'] as const;

/** A computer without a destination shows a QR code if the link has a destination on a phone or a tablet. */
function orQrCode(
  answer: Decision,
  device: Device,
  link: VisitLink,
  settings: DecisionSettings,
): Decision {
  if (answer.kind !== 'no-route' || device !== 'desktop' || !settings.desktopQr) return answer;
  const opensOn = HANDHELD.filter(
    (other) => answerOn(other, link, settings, []).kind !== 'no-route',
  );
  if (opensOn.length === 0) return answer;
  const step = `the link opens on ${opensOn.join(', ')}, so a page shows its QR code`;
  return { kind: 'scan', why: [...answer.why, step] };
}

/** Undefined if the route has no destination. */
function followRoute(
  route: Route,
  platform: Platform,
  code: string,
  web: Target | undefined,
  { own, addCode }: DecisionSettings,
  why: readonly string[],
): Decision | undefined {
  const target = targetOf(route.link, own);
  const fallback = fallbackOf(route.fallback, own);
  if (target?.kind === 'web') {
    return {
      kind: 'redirect',
      to: target.href,
      why: [...why, `the ${platform} route is a web address`],
    };
  }
  if (target && isStore(target.href) && !(fallback && route.skip_page)) {
    const other = fallback && !isStore(fallback.href) ? fallback : web;
    return toFallback(target, other, false, [...why, `the ${platform} route is an app store`]);
  }
  if (fallback && (route.skip_page || !target)) {
    const step = target
      ? `the ${platform} route goes directly to its fallback`
      : `the ${platform} link has no destination, so its fallback is used`;
    return toFallback(fallback, web, route.skip_page === true, [...why, step]);
  }
  if (!target) return undefined;
  if (web && route.skip_page) {
    const step = `the ${platform} route goes directly to the web route, because it has no fallback`;
    return toFallback(web, web, true, [...why, step]);
  }
  const other = (fallback ?? web)?.href;
  return {
    kind: 'open-app',
    app: addCode ? withCode(target.href, code) : target.href,
    fallback: other === target.href ? undefined : other,
    web: web && fallback && isStore(fallback.href) && !isStore(web.href) ? web.href : undefined,
    why: [...why, `the ${platform} route opens an app, which needs a tap`],
  };
}

function toFallback(
  { href }: Target,
  web: Target | undefined,
  skipPage: boolean,
  why: readonly string[],
): Decision {
  if (isHttp(href) && (skipPage || !isStore(href))) {
    return { kind: 'redirect', to: href, why: [...why, 'it is a web address'] };
  }
  return {
    kind: 'get-app',
    store: href,
    // A store is no web page: its button would be there twice, or it is that of another system.
    web: web && web.href !== href && !isStore(web.href) ? web.href : undefined,
    why: [...why, 'it is an app store, which opens only after a tap'],
  };
}

const STORES = { iphone: 'apple', ipad: 'apple', android: 'play' } as const;

/**
 * The first web address of the link on any platform, links before fallbacks. Phones and tablets use only their own app
 * store, and only if there is no other address: that of another system has nothing for them.
 */
function lastResort(routes: Routes, device: Device, own: OwnAddresses): Target | undefined {
  const addresses = [
    ...PLATFORMS.map((platform) => routes[platform]?.link),
    ...PLATFORMS.map((platform) => routes[platform]?.fallback),
  ];
  const targets = addresses.flatMap((address) => fallbackOf(address ?? '', own) ?? []);
  const web = targets.filter(({ kind }) => kind === 'web');
  if (device === 'desktop') return web[0];
  return (
    web.find(({ href }) => !isStore(href)) ??
    targets.find(({ href }) => storeOf(href) === STORES[device])
  );
}

function preview(link: VisitLink, reason: string, settings: DecisionSettings): Decision {
  const { image, ...texts } = { ...settings.card, ...link.social };
  const picture = webTargetOf(image ?? '', settings.own);
  const web = answerOn('desktop', link, settings, []);
  return {
    kind: 'preview',
    card: { ...texts, ...(picture ? { image: picture.href } : {}) },
    web: web.kind === 'redirect' ? web.to : undefined,
    why: [
      `the visitor is a bot: ${reason}`,
      'bots get a social preview, which does not count as a click',
    ],
  };
}

function probe(
  tablet: Tablet,
  onTablet: Decision,
  otherwise: Decision,
  first: readonly string[],
): Decision {
  const app = addressOf(onTablet);
  // There is only one destination, so no probe page is needed.
  if (app === undefined) return otherwise;
  return {
    kind: 'probe',
    tablet,
    app,
    web: addressOf(otherwise),
    why: [
      ...first,
      `it may be ${tablet}, for which the link has another route; only the touch screen shows this`,
    ],
  };
}
