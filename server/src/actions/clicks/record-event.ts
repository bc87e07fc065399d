import type { Platform } from '../../domain/app/platform.ts';
import type { ClickAgent } from '../../domain/click/agent.ts';
import type { ClickEvent } from '../../domain/click/click.ts';
import type { Device } from '../../platform/rules.ts';
import type { Click } from '../../storage/clicks/batch.ts';
import type { Context } from '../context.ts';

/** What an app did with a link. */
export interface AppEvent extends Pick<Click, 'at' | 'appId' | 'code' | 'campaign' | 'reportId'> {
  readonly kind: ClickEvent;
  /** That of the token. */
  readonly platform: Platform | undefined;
}

/** The device of a token, which knows less than the headers of a visit. */
const DEVICES: Readonly<Record<Platform, Device>> = {
  web: 'desktop',
  iphone: 'iphone',
  ipad: 'ipad',
  universal: 'iphone',
  android: 'android',
};

const NO_AGENT: ClickAgent = { kind: 'human', browser: '', inApp: '', userAgent: '' };

/** Counts an event in the funnel. Never waits; does nothing if clicks are not recorded. */
export function recordEvent({ clicks }: Context, { platform = 'web', ...event }: AppEvent): void {
  clicks?.record({
    ...event,
    device: DEVICES[platform],
    outcome: '',
    agent: NO_AGENT,
    language: '',
    referrer: '',
    network: '',
    isHashed: false,
  });
}
