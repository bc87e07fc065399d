import type { Config } from '../../../config.ts';
import type { Context } from '../../context.ts';
import { warning, type Finding } from './finding.ts';

const LOCAL = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\]|0\.0\.0\.0)$/;

/** Whether only this machine can open the address. */
export function isLocal({ hostname }: URL): boolean {
  return LOCAL.test(hostname);
}

export function examineAddresses(ctx: Context, config: Config): Finding[] {
  const { baseUrl, smartlinkBase } = ctx.own();
  const url = new URL(smartlinkBase);
  const open = config.host === '0.0.0.0' || config.host === '::';
  if (isLocal(url) && (open || config.trustedProxies.length > 0)) {
    return [
      warning(
        `smart links have the address ${smartlinkBase}, which only this machine can open`,
        'set SMARTLINK_BASE (and BASE_URL) to the public address',
      ),
    ];
  }
  if (!isLocal(url) && url.protocol === 'http:') {
    return [
      warning(
        `smart links have the address ${smartlinkBase}, without encryption`,
        'put a TLS proxy in front and set SMARTLINK_BASE to its https address',
      ),
    ];
  }
  // The doctor can run before the service, so it does not request them.
  const what = `by the settings, the API is at ${baseUrl} and smart links are at ${smartlinkBase}/… (not requested)`;
  return [{ level: 'ok', what }];
}
