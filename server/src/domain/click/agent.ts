import type { Classified } from '../../platform/classify.ts';
import { browserName } from './browser-name.ts';
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
