import type { Config } from '../../../config.ts';
import type { Context } from '../../context.ts';
import type { Finding } from './finding.ts';

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
      {
        level: 'warning',
        what: `smart links have the address ${smartlinkBase}, which only this machine can open`,
        advice: 'set SMARTLINK_BASE (and BASE_URL) to the public address',
      },
    ];
  }
  if (!isLocal(url) && url.protocol === 'http:') {
    return [
      {
        level: 'warning',
        what: `smart links have the address ${smartlinkBase}, without encryption`,
        advice: 'put a TLS proxy in front and set SMARTLINK_BASE to its https address',
      },
    ];
  }
  return [{ level: 'ok', what: `API at ${baseUrl}, smart links at ${smartlinkBase}/…` }];
}
