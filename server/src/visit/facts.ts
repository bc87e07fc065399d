import { SUPPORTS_INTENTS } from '../platform/rules.ts';
import { classify, MAX_USER_AGENT_LENGTH, type Classified } from '../platform/classify.ts';

/** What a decision knows of a visit: read once from the request, cropped, plain data from then on. */
export interface VisitFacts extends Classified {
  readonly userAgent: string;
}

export interface VisitHeaders {
  readonly 'user-agent'?: string | undefined;
  readonly 'sec-ch-ua-platform'?: string | string[] | undefined;
}

/** The headers that identify a device, as one text: equal texts mean equal facts. */
export function factsKey(headers: VisitHeaders): string {
  const userAgent = headers['user-agent'] ?? '';
  const hint = headers['sec-ch-ua-platform'];
  return hint === undefined ? userAgent : `${userAgent}\n${String(hint)}`;
}

export function visitFacts(headers: VisitHeaders): VisitFacts {
  const userAgent = (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH);
  return { userAgent, ...classify(userAgent, String(headers['sec-ch-ua-platform'] ?? '')) };
}

/** The cookie that stores the result of the touch-screen probe. */
export const DEVICE_COOKIE = 'smartlink_device';
const REMEMBERED = new RegExp(`(?:^|; ?)${DEVICE_COOKIE}=(ipad|android|desktop)(?:;|$)`);

/** The facts once more, with what the visitor's browser was found to be on an earlier visit. */
export function withCookie(facts: VisitFacts, cookie: string | undefined): VisitFacts {
  if (facts.perhaps === undefined || cookie === undefined) return facts;
  const [, device] = REMEMBERED.exec(cookie.slice(0, 4096)) ?? [];
  if (device === facts.perhaps) {
    const because = `${facts.because}, and its touch screen shows that it is a tablet`;
    // Such a browser is what it is on phones, whatever it calls itself.
    const honoursIntents = SUPPORTS_INTENTS.test(`Android ${facts.userAgent}`);
    const browser = device === 'android' ? { ...facts.browser, honoursIntents } : facts.browser;
    return { ...facts, device: facts.perhaps, perhaps: undefined, browser, because };
  }
  return device === undefined ? facts : { ...facts, perhaps: undefined };
}

/** What an answer depends on, of all that the facts say; answers are remembered by it. */
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
