import { smartlinkBases } from '../../domain/link/own-address.ts';
import type { Context } from '../context.ts';
import { directoryOf } from '../directory.ts';

/**
 * The base addresses of an app's links, without a trailing slash: the default one, then one for each
 * active host in order. Answered from the cache.
 */
export async function findSmartlinkBases(ctx: Context, appId: string): Promise<readonly string[]> {
  const directory = await directoryOf(ctx);
  return smartlinkBases(ctx.own(), directory.hostsOf(appId));
}
