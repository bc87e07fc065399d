import type { Classified } from '../../platform/classify.ts';
import type { Kind } from './click.ts';
import { kindOfAgent } from './kind.ts';

/** What a user agent says about a click. Derived once for each user agent. */
export interface ClickAgent {
  readonly kind: Kind;
  readonly browser: string;
  /** The app whose built-in browser is used; '' if none. */
  readonly inApp: string;
  /** For the hash of the visitor; it is never stored. */
  readonly userAgent: string;
}

/** A browser in an app without a known name. */
const UNKNOWN_APP = 'Other';

export function clickAgent(userAgent: string, { visitor, browser }: Classified): ClickAgent {
  const kind = kindOfAgent(visitor, userAgent);
  const { inApp } = browser;
  return {
    kind,
    browser: kind === 'human' ? browserName(userAgent) : '',
    inApp: inApp === undefined ? '' : (inApp.name ?? UNKNOWN_APP),
    userAgent,
  };
}

/** In order: most browsers name those that they imitate, so the special ones come first. */
const BROWSERS: readonly (readonly [name: string, agent: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOP(?:R|T|iOS|X)\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex', /\bYa(?:Browser|App)/],
  ['UC Browser', /\bUCBrowser\/|\bUCWEB/],
  ['Huawei Browser', /\bHuaweiBrowser\//],
  ['MIUI Browser', /\bMiuiBrowser\//],
  ['DuckDuckGo', /\bDuckDuckGo\/|\bDdg\//],
  ['Brave', /\bBrave\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Silk', /\bSilk\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\/|\bFocus\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bChromium\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

/** The name of a browser by its user agent; `Other` if it is none of the known ones. */
function browserName(userAgent: string): string {
  return BROWSERS.find(([, agent]) => agent.test(userAgent))?.[0] ?? 'Other';
}
