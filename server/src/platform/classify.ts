import { findDeviceComment } from './comment.ts';
import { findRobot } from './robots.ts';
import {
  DEVICE_RULES,
  SUPPORTS_INTENTS,
  IN_APP_RULES,
  TOOL,
  WEB_VIEW,
  type Device,
  type InAppRule,
  type Tablet,
} from './rules.ts';

/** Longer user agents are cut, because the device is named at the beginning. */
export const MAX_USER_AGENT_LENGTH = 512;

/** Who asks: a person, a robot that reads pages (link previews, search), or another program. */
export type Visitor = 'person' | 'robot' | 'tool';

/** The browser, as far as opening an app depends on it. */
export interface Browser {
  /** It is built into another app, which may go without a name. */
  readonly inApp: Partial<InAppRule> | undefined;
  readonly honoursIntents: boolean;
}

export interface Classified {
  readonly visitor: Visitor;
  readonly device: Device;
  /** The device can also be this tablet; only the touch screen shows it. */
  readonly perhaps: Tablet | undefined;
  readonly browser: Browser;
  /** Which rule decided, for people. */
  readonly because: string;
}

/** Classifies a visitor by the user agent and an optional `Sec-CH-UA-Platform` hint. */
export function classify(userAgent: string, platformHint: string): Classified {
  const agent = userAgent.slice(0, MAX_USER_AGENT_LENGTH);
  const hint = platformHint.slice(0, 64).replaceAll('"', '').trim();
  if (TOOL.test(agent)) {
    return {
      ...deviceOf(agent, hint),
      visitor: 'tool',
      perhaps: undefined,
      browser: { inApp: undefined, honoursIntents: false },
    };
  }
  const robot = findRobot(agent);
  if (robot !== undefined) {
    return {
      visitor: 'robot',
      device: 'desktop',
      perhaps: undefined,
      browser: { inApp: undefined, honoursIntents: false },
      because: `the user agent says "${robot}", as bots do`,
    };
  }
  const inApp = IN_APP_RULES.find((rule) => rule.userAgent.test(agent));
  return {
    visitor: 'person',
    perhaps: undefined,
    ...deviceOf(agent, hint),
    browser: {
      inApp: inApp ?? (WEB_VIEW.test(agent) ? {} : undefined),
      honoursIntents: inApp === undefined && !WEB_VIEW.test(agent) && SUPPORTS_INTENTS.test(agent),
    },
  };
}

function deviceOf(agent: string, hint: string) {
  const comment = findDeviceComment(agent);
  const text = comment === undefined ? '' : agent.slice(comment.start, comment.end);
  const androidDevice = /\bAndroid\b/i.test(text) ? text : '';
  for (const rule of DEVICE_RULES) {
    if (rule.userAgent?.test(agent) || rule.model?.test(androidDevice)) {
      const because = `the user agent says ${rule.name}`;
      return { device: rule.device, perhaps: rule.perhaps, because };
    }
    if (rule.platformHint !== undefined && rule.platformHint === hint) {
      return { device: rule.device, because: `the client hint says ${hint}` };
    }
  }
  return { device: 'desktop' as const, because: 'nothing indicates a phone or tablet' };
}
