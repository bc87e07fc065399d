import type { Health } from '../../domain/webhook/attempt.ts';
import type { WaitingWebhook } from '../../domain/webhook/turns.ts';
import type { Engine, Reader, Transaction } from '../database.ts';
import { NOW } from '../valid-now.ts';
import type { Webhook, WebhookState } from './webhooks.ts';

/** A webhook that a process sends to, with its secrets. */
export interface LeasedWebhook extends Pick<
  Webhook,
  'id' | 'appId' | 'url' | 'oldSecretUntil' | 'failingSince' | 'pausedUntil'
> {
  readonly secret: string;
  readonly oldSecret: string | null;
}

/** A lease that ends later was taken while the clock of the database was ahead. */
const LONGEST_LEASE_MS = 60_000;

/** The condition that a process can take or extend a lease. Its parameter is the holder. */
function isFree(engine: Engine): string {
  const now = NOW[engine];
  return `(lease_holder is null or lease_holder = ?
    or lease_until <= ${now} or lease_until > ${now} + ${LONGEST_LEASE_MS})`;
}

/**
 * The enabled webhooks with a due attempt that no other process sends to. First the one whose last turn was longest ago,
 * because all would be in line since about the same time if their receivers are slow.
 */
export function listDueWebhooks(
  db: Reader,
  holder: string,
  now: number,
): Promise<WaitingWebhook[]> {
  return db.all<WaitingWebhook>(
    `select id, app_id as "appId" from webhooks w where state = 'enabled' and paused_until <= ?
       and ${isFree(db.engine)}
       and exists (select 1 from webhook_deliveries d
         where d.webhook_id = w.id and d.state = 'pending' and d.next_at <= ?)
     order by lease_until, id`,
    [now, holder, now],
  );
}

/**
 * Takes or extends the lease of a webhook for `ms` by the clock of the database, since those of instances differ. Returns
 * undefined if another process has it, or if there is nothing to send any more.
 */
export async function takeLease(
  tx: Transaction,
  id: string,
  holder: string,
  ms: number,
): Promise<LeasedWebhook | undefined> {
  const now = NOW[tx.engine];
  const [taken] = await tx.all<LeasedWebhook>(
    `update webhooks set lease_holder = ?, lease_until = ${now} + ?
     where id = ? and state = 'enabled' and ${isFree(tx.engine)}
     returning id, app_id as "appId", url, secret, old_secret as "oldSecret",
       old_secret_until as "oldSecretUntil", failing_since as "failingSince",
       paused_until as "pausedUntil"`,
    [holder, ms, id, holder],
  );
  return taken;
}

/** Another process can take it at once. The webhook is then the last one in line. */
export async function releaseLease(tx: Transaction, id: string, holder: string): Promise<void> {
  const sql = `update webhooks set lease_holder = null, lease_until = ${NOW[tx.engine]}
    where id = ? and lease_holder = ?`;
  await tx.run(sql, [id, holder]);
}

/** Who has leases that have not ended. */
export async function listLeaseHolders(db: Reader): Promise<string[]> {
  const rows = await db.all<{ holder: string }>(
    `select distinct lease_holder as holder from webhooks
     where lease_holder is not null and lease_until > ${NOW[db.engine]}`,
  );
  return rows.map(({ holder }) => holder);
}

/** The present address of a webhook; undefined: it was deleted. */
export async function findAddress(db: Reader, id: string): Promise<string | undefined> {
  const [row] = await db.all<{ url: string }>('select url from webhooks where id = ?', [id]);
  return row?.url;
}

/** Other processes can take all leases of a holder at once. */
export async function endLeases(tx: Transaction, holder: string): Promise<void> {
  await tx.run('update webhooks set lease_until = 0 where lease_holder = ?', [holder]);
}

/** What attempts saw of a webhook. */
export type SeenWebhook = Pick<LeasedWebhook, 'id' | 'url' | 'secret' | 'failingSince'>;

/**
 * `replaced`: the health was not written, because a person gave the webhook another address or enabled it again; `changed`: it is
 * disabled or has another secret; `disabled`: by this call.
 */
export type SavedHealth = 'replaced' | 'changed' | 'saved' | 'disabled';

/**
 * Writes the health of a webhook after attempts, unless they say nothing about it any more. It can disable the webhook.
 */
export async function saveHealth(
  tx: Transaction,
  { id, url, secret, failingSince }: SeenWebhook,
  after: Health & Pick<LeasedWebhook, 'pausedUntil'>,
): Promise<SavedHealth> {
  const { pausedUntil } = after;
  const [saved] = await tx.all<{ state: WebhookState; secret: string }>(
    `update webhooks set failing_since = ?, paused_until = case when paused_until < ? then ? else paused_until end
     where id = ? and url = ? and failing_since is not distinct from ? returning state, secret`,
    [after.failingSince, pausedUntil, pausedUntil, id, url, failingSince],
  );
  if (!saved) return 'replaced';
  if (saved.state === 'disabled') return 'changed';
  if (after.disable !== null) {
    const off = `update webhooks set state = 'disabled', disabled_because = ? where id = ?`;
    await tx.run(off, [after.disable, id]);
    return 'disabled';
  }
  return saved.secret === secret ? 'saved' : 'changed';
}
