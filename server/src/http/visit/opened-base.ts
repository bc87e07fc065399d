import type { Context } from '../../actions/context.ts';
import { hostName } from '../../domain/app/host-name.ts';
import { smartlinkBases } from '../../domain/link/own-address.ts';

/**
 * The address under which a visitor opened a link, without the code: with a host of its app, whose links the mobile
 * app can open directly, otherwise `{smartlink_base}`. `header`: the `Host`, as it was sent.
 */
export function openedBase(ctx: Context, appId: string, header: string | undefined): string {
  const own = ctx.own();
  const hosts = ctx.cache.directories.recent?.hostsOf(appId) ?? [];
  const name = hosts.length === 0 ? undefined : hostName(header ?? '');
  if (name === undefined || !hosts.includes(name)) return own.smartlinkBase;
  return smartlinkBases(own, [name])[1] ?? own.smartlinkBase;
}
