import { DEVICE_RULES, type Device } from './rules.ts';

/** Longer user agents are cut: what tells devices apart stands in front. */
export const MAX_USER_AGENT_LENGTH = 512;

export interface Classified {
  readonly device: Device;
  /** Which rule decided, for people. */
  readonly because: string;
}

/** The device behind a user agent and the `Sec-CH-UA-Platform` hint that may come with it. */
export function classify(userAgent: string, platformHint: string): Classified {
  const agent = userAgent.slice(0, MAX_USER_AGENT_LENGTH);
  const hint = platformHint.slice(0, 64).replaceAll('"', '').trim();
  for (const rule of DEVICE_RULES) {
    if (rule.userAgent?.test(agent)) {
      return { device: rule.device, because: `the user agent says ${rule.name}` };
    }
    if (rule.platformHint !== undefined && rule.platformHint === hint) {
      return { device: rule.device, because: `the client hint says ${hint}` };
    }
  }
  return { device: 'desktop', because: 'nothing says phone or tablet' };
}
