import { clickAgent, type ClickAgent } from '../domain/click/agent.ts';
import { copied } from '../domain/text/copied.ts';
import { SUPPORTS_INTENTS, WEB_VIEW, type Tablet } from '../platform/rules.ts';
import {
  classify,
  MAX_USER_AGENT_LENGTH,
  type BrowserFacts,
  type Classified,
} from '../platform/classify.ts';

/** What a decision knows of a visit: plain data that is read once from the request and cropped. */
export interface VisitFacts extends Classified {
  readonly userAgent: string;
  /** What is recorded of the user agent. */
  readonly agent: ClickAgent;
}

export interface VisitHeaders {
  readonly 'user-agent'?: string | undefined;
  readonly 'sec-ch-ua-platform'?: string | string[] | undefined;
}

/** The headers that identify a device, as one text. Equal texts mean equal facts. */
export function factsKey(headers: VisitHeaders): string {
  const userAgent = headers['user-agent'] ?? '';
  const hint = headers['sec-ch-ua-platform'];
  return hint === undefined ? userAgent : `${userAgent}\n${String(hint)}`;
}

export function visitFacts(headers: VisitHeaders): VisitFacts {
  const header = headers['user-agent'] ?? '';
  const isLong = header.length > MAX_USER_AGENT_LENGTH;
  const userAgent = isLong ? copied(header.slice(0, MAX_USER_AGENT_LENGTH)) : header;
  const classified = classify(userAgent, String(headers['sec-ch-ua-platform'] ?? ''));
  return { userAgent, ...classified, agent: clickAgent(userAgent, classified) };
}

/** The cookie that stores the result of the touch-screen probe. */
export const DEVICE_COOKIE = 'smartlink_device';
const REMEMBERED = new RegExp(`(?:^|; ?)${DEVICE_COOKIE}=(ipad|android|desktop)(?:;|$)`);

/** Adds the device that the probe page found on an earlier visit. */
export function withCookie(facts: VisitFacts, cookie: string | undefined): VisitFacts {
  if (facts.perhaps === undefined || cookie === undefined) return facts;
  const [, device] = REMEMBERED.exec(cookie.slice(0, 4096)) ?? [];
  if (device === facts.perhaps) {
    const reason = `${facts.reason}, and its touch screen shows that it is a tablet`;
    const browser = browserOn(facts.perhaps, facts);
    return { ...facts, device: facts.perhaps, perhaps: undefined, browser, reason };
  }
  return device === undefined ? facts : { ...facts, perhaps: undefined };
}

/** A browser that identifies itself as one of a desktop, but is what it would be on a phone. */
function browserOn(tablet: Tablet, { browser, userAgent }: VisitFacts): BrowserFacts {
  if (tablet === 'android') {
    return { ...browser, supportsIntents: SUPPORTS_INTENTS.test(`Android ${userAgent}`) };
  }
  const isWebView = WEB_VIEW.test(`iPad ${userAgent}`);
  return { ...browser, inApp: browser.inApp ?? (isWebView ? {} : undefined) };
}

/** Visitors of the same class get the same answer, so answers are cached by class. */
export const VISITOR_CLASSES = [
  'desktop',
  'iphone',
  'ipad',
  'android',
  'perhaps-ipad',
  'perhaps-android',
  'robot',
] as const;
export type VisitorClass = (typeof VISITOR_CLASSES)[number];

export function visitorClass({ visitor, device, perhaps }: VisitFacts): VisitorClass {
  if (visitor === 'robot') return 'robot';
  return perhaps === undefined ? device : `perhaps-${perhaps}`;
}
