import { smartlinkBases } from '../../domain/link/own-address.ts';
import type { Context } from '../context.ts';
import { directoryOf } from '../directory.ts';

/**
 * The addresses under which the links of an app open, without a trailing slash: the default one,
 * then one for each active host of the app in its order. Answered from memory.
 */
export async function findSmartlinkBases(ctx: Context, appId: string): Promise<readonly string[]> {
  const directory = await directoryOf(ctx);
  return smartlinkBases(ctx.own(), directory.hostsOf(appId));
}
