import { hostName } from '../../domain/app/host-name.ts';
import { hostRecord, compareRecords, type HostCheck } from '../../domain/app/host-proof.ts';
import { fail } from '../../problem.ts';
import { findHostProof } from '../../storage/apps.ts';
import { addProvenHost, findHostState, ownerOf } from '../../storage/hosts.ts';
import type { Author, Context } from '../context.ts';
import { assertRole } from '../members/assert-role.ts';
import { listedHost, type ListedHost } from './list-hosts.ts';
import { announceHost, recordProof } from './record-proof.ts';
import type { TxtLookup } from './txt-lookup.ts';

export interface CheckedHost {
  readonly host: ListedHost;
  readonly result: HostCheck;
}

/**
 * Looks up the DNS record of a pending host of an owner's app. If the record exists, the host takes effect.
 * @throws `not_found` if the app does not have the host, `host_taken` if it is proven for another app (only
 * someone who controls the DNS of the host learns that), `role_too_low` if the member is no longer an owner
 * after the lookup
 */
export async function checkHost(
  ctx: Context,
  author: Author,
  host: string,
  lookUp: TxtLookup,
): Promise<CheckedHost> {
  const { appId } = author;
  // Only valid names: PostgreSQL rejects text that contains NUL.
  const state = hostName(host) === host ? await findHostState(ctx.db, appId, host) : undefined;
  if (state === undefined) fail('not_found', NOT_FOUND);
  const proof = await findHostProof(ctx.db, appId);
  if (state === 'proven' || proof === undefined)
    return { host: listedHost({ host, state }, proof), result: 'proven' };
  const record = hostRecord(host, proof);
  const result = compareRecords(await lookUp(record.name), record);
  if (result !== 'proven') return { host: { host, state, record }, result };
  await ctx.db.transaction(async (tx) => {
    await tx.lockApps([appId]);
    // DNS takes seconds. In the meantime, roles and hosts may have changed.
    await assertRole(tx, author, 'owner');
    const now = await findHostState(tx, appId, host);
    if (now === undefined) fail('not_found', NOT_FOUND);
    if (now === 'proven') return;
    if ((await ownerOf(tx, host)) !== undefined) fail('host_taken', TAKEN);
    await addProvenHost(tx, appId, host);
    await recordProof(ctx, tx, author, host);
  });
  await announceHost(ctx, [appId]);
  return { host: { host, state: 'proven', record: undefined }, result };
}

const NOT_FOUND = 'The app does not have this host.';
const TAKEN =
  'The DNS record is right, but the host is in use by another app of this service. It stays there until that app removes it or the operator moves it.';
