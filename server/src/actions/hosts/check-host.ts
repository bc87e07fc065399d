import { hostRecord, judgeRecords, type HostCheck } from '../../domain/app/host-proof.ts';
import { fail } from '../../problem.ts';
import { findHostProof } from '../../storage/apps.ts';
import { addProvenHost, findHostState, ownerOf } from '../../storage/hosts.ts';
import type { Context } from '../context.ts';
import type { Editor } from '../links/save-link.ts';
import { listedHost, type ListedHost } from './list-hosts.ts';
import { announceHost, recordProof } from './record-proof.ts';
import type { TxtLookup } from './txt-lookup.ts';

export interface CheckedHost {
  readonly host: ListedHost;
  readonly result: HostCheck;
}

/**
 * Asks DNS for the record of a pending host, and puts the host into effect where it is there. Fails with
 * `not_found` where the app does not have the host, and with `host_taken` where it is proven for another
 * app: only someone who controls the DNS of a host gets to know that.
 */
export async function checkHost(
  ctx: Context,
  { appId, actor }: Editor,
  host: string,
  lookUp: TxtLookup,
): Promise<CheckedHost> {
  const state = await findHostState(ctx.db, appId, host);
  if (state === undefined) fail('not_found', NOT_FOUND);
  const proof = await findHostProof(ctx.db, appId);
  if (state === 'proven' || proof === undefined)
    return { host: listedHost({ host, state }, proof), result: 'proven' };
  const record = hostRecord(host, proof);
  const result = judgeRecords(await lookUp(record.name), record);
  if (result !== 'proven') return { host: { host, state, record }, result };
  await ctx.db.transaction(async (tx) => {
    // DNS takes seconds; the host may have been removed or proven since.
    const now = await findHostState(tx, appId, host);
    if (now === undefined) fail('not_found', NOT_FOUND);
    if (now === 'proven') return;
    if ((await ownerOf(tx, host)) !== undefined) fail('host_taken', TAKEN);
    await addProvenHost(tx, appId, host);
    await recordProof(tx, appId, actor, host, ctx.now());
  });
  await announceHost(ctx, [appId]);
  return { host: { host, state: 'proven', record: undefined }, result };
}

const NOT_FOUND = 'The app has no such host.';
const TAKEN =
  'The DNS record is right, but the host is in use by another app of this service. It stays there until that app removes it or the operator moves it.';
