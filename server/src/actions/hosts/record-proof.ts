import { appendAudit } from '../../storage/audit-log.ts';
import { appendChange } from '../../storage/changes.ts';
import type { Transaction } from '../../storage/database.ts';
import type { Context } from '../context.ts';
import { directoryOf } from '../directory.ts';

/** Records that a host has become proven, and makes every instance read the hosts again. */
export async function recordProof(
  tx: Transaction,
  appId: string,
  actor: string,
  host: string,
  now: number,
): Promise<void> {
  await appendChange(tx, `app:${appId}`, now);
  const after = JSON.stringify({ host });
  await appendAudit(tx, {
    appId,
    subject: 'app',
    action: 'prove',
    actor,
    before: null,
    after,
    createdAt: now,
  });
}

/** Puts a committed change of hosts into effect in this process without waiting for its next poll. */
export async function announceHost(ctx: Context, appIds: readonly string[]): Promise<void> {
  for (const appId of appIds) ctx.memory.forget(`app:${appId}`);
  // Association files are answered from memory alone. Without the database, the next poll does it.
  await directoryOf(ctx).catch(() => undefined);
}
