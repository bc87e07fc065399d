import { findDeviceComment } from './comment.ts';
import { findRobot } from './robots.ts';
import {
  APP_TOOL,
  DEVICE_RULES,
  SUPPORTS_INTENTS,
  IN_APP_RULES,
  TOOL,
  WEB_VIEW,
  type Device,
  type InAppRule,
  type Tablet,
} from './rules.ts';

/** Longer user agents are cut: the device is at the beginning. */
export const MAX_USER_AGENT_LENGTH = 512;

/** A person, a bot that reads pages (for link previews or search), or another program. */
export type Visitor = 'person' | 'robot' | 'tool';

/** What opening an app depends on. */
export interface BrowserFacts {
  /** The app that the browser is built into; without a name if it is unknown. */
  readonly inApp: Partial<InAppRule> | undefined;
  readonly supportsIntents: boolean;
}

export interface Classified {
  readonly visitor: Visitor;
  readonly device: Device;
  /** The device can also be this tablet; only its touch screen shows which. */
  readonly perhaps: Tablet | undefined;
  readonly browser: BrowserFacts;
  /** The rule that decided, as the end of a sentence. */
  readonly reason: string;
}

const NO_BROWSER = {
  perhaps: undefined,
  browser: { inApp: undefined, supportsIntents: false },
} as const;

/** Classifies a visitor by the user agent and an optional `Sec-CH-UA-Platform` hint. */
export function classify(userAgent: string, platformHint: string): Classified {
  const agent = userAgent.slice(0, MAX_USER_AGENT_LENGTH);
  const hint = platformHint.slice(0, 64).replaceAll('"', '').trim();
  const isClient = TOOL.test(agent);
  const robot = isClient ? undefined : findRobot(agent);
  if (robot !== undefined) {
    return {
      ...NO_BROWSER,
      visitor: 'robot',
      device: 'desktop',
      reason: `the user agent says "${robot}", as bots do`,
    };
  }
  if (isClient || APP_TOOL.test(agent)) {
    return { ...deviceOf(agent, hint), ...NO_BROWSER, visitor: 'tool' };
  }
  const inApp = IN_APP_RULES.find((rule) => rule.userAgent.test(agent));
  return {
    visitor: 'person',
    perhaps: undefined,
    ...deviceOf(agent, hint),
    browser: {
      inApp: inApp ?? (WEB_VIEW.test(agent) ? {} : undefined),
      supportsIntents: inApp === undefined && !WEB_VIEW.test(agent) && SUPPORTS_INTENTS.test(agent),
    },
  };
}

function deviceOf(agent: string, hint: string) {
  const comment = findDeviceComment(agent);
  const text = comment === undefined ? '' : agent.slice(comment.start, comment.end);
  const androidDevice = /\bAndroid\b/i.test(text) ? text : '';
  for (const rule of DEVICE_RULES) {
    if (rule.userAgent?.test(agent) || rule.model?.test(androidDevice)) {
      const reason = `the user agent says ${rule.name}`;
      return { device: rule.device, perhaps: rule.perhaps, reason };
    }
    if (rule.platformHint !== undefined && rule.platformHint === hint) {
      return { device: rule.device, reason: `the client hint says ${hint}` };
    }
  }
  return { device: 'desktop' as const, reason: 'nothing indicates a phone or tablet' };
}
