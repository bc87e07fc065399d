import type { EventType } from '../../domain/webhook/event-type.ts';
import type { Subscription } from '../../domain/webhook/subscription.ts';
import type { Reader, Transaction } from '../database.ts';
import { amongCodes } from '../in-index.ts';
import { insertRow, selectList } from '../rows.ts';

export type WebhookState = 'enabled' | 'disabled';

/** A webhook without its secrets. Times are milliseconds since 1970-01-01 UTC. */
export interface Webhook extends Subscription {
  readonly id: string;
  readonly appId: string;
  readonly url: string;
  readonly description: string | null;
  readonly state: WebhookState;
  /** Why the service disabled it; null: it is enabled, or a person disabled it. */
  readonly disabledBecause: 'gone' | 'failing' | null;
  /** Until when the replaced secret signs as well; null: there is none. */
  readonly oldSecretUntil: number | null;
  readonly createdAt: number;
  /** The id of a member or a token, or `operator`. */
  readonly createdBy: string;
  /** The first failure since the last success. */
  readonly failingSince: number | null;
  /** Until when the receiver asked for a pause; 0: it did not. */
  readonly pausedUntil: number;
}

/** A row, with lists as JSON text. */
type WebhookRow = Omit<Webhook, 'types' | 'tags'> & {
  readonly types: string;
  readonly tags: string;
};

const SETTINGS = ['url', 'description', 'types', 'tags', 'state', 'disabledBecause'] as const;
const FIXED = ['id', 'appId', 'createdAt', 'createdBy'] as const;
const COLUMNS = selectList([
  ...FIXED,
  ...SETTINGS,
  'oldSecretUntil',
  'failingSince',
  'pausedUntil',
]);

function webhookOf({ types, tags, ...row }: WebhookRow): Webhook {
  return {
    ...row,
    types: JSON.parse(types) as EventType[],
    tags: JSON.parse(tags) as string[],
  };
}

/** The webhooks of an app, oldest first. */
export async function listWebhooks(db: Reader, appId: string): Promise<Webhook[]> {
  const sql = `select ${COLUMNS} from webhooks where app_id = ? order by created_at, id`;
  return (await db.all<WebhookRow>(sql, [appId])).map(webhookOf);
}

export async function findWebhook(
  db: Reader,
  appId: string,
  id: string,
): Promise<Webhook | undefined> {
  const sql = `select ${COLUMNS} from webhooks where id = ? and app_id = ?`;
  const [row] = await db.all<WebhookRow>(sql, [id, appId]);
  return row && webhookOf(row);
}

/** What a webhook of an app receives. */
type AppSubscription = Subscription & Pick<Webhook, 'id' | 'appId' | 'createdAt'>;

/**
 * What the webhooks of these apps receive; undefined: those of all apps. Events of those that the service disabled wait
 * until they are enabled again; those that a person disabled get none.
 */
export async function listSubscriptions(
  db: Reader,
  appIds?: readonly string[],
): Promise<AppSubscription[]> {
  const [some, list] = amongCodes(db.engine, appIds ?? []);
  const rows = await db.all<WebhookRow>(
    `select id, app_id as "appId", types, tags, created_at as "createdAt" from webhooks
     where (state = 'enabled' or disabled_because is not null) ${appIds ? `and app_id ${some}` : ''}
     order by created_at, id`,
    appIds ? [list] : [],
  );
  return rows.map(webhookOf);
}

export function insertWebhook(
  tx: Transaction,
  webhook: Omit<Webhook, 'oldSecretUntil' | 'failingSince'>,
  secret: string,
): Promise<void> {
  const { types, tags, ...row } = webhook;
  return insertRow(tx, 'webhooks', [...FIXED, ...SETTINGS, 'secret', 'pausedUntil', 'leaseUntil'], {
    ...row,
    types: JSON.stringify(types),
    tags: JSON.stringify(tags),
    secret,
    leaseUntil: 0,
  });
}

/** A webhook that is enabled, or gets another address. Its parameters are the new state and address. */
const IS_NEW = `(state = 'disabled' and ? = 'enabled' or url <> ?)`;

/** Writes the settings. A webhook that is enabled, or gets another address, starts without the failures of before. */
export async function updateWebhook(
  tx: Transaction,
  { id, url, description, types, tags, state, disabledBecause }: Webhook,
): Promise<void> {
  await tx.run(
    `update webhooks set url = ?, description = ?, types = ?, tags = ?, disabled_because = ?,
       failing_since = case when ${IS_NEW} then null else failing_since end,
       paused_until = case when ${IS_NEW} then 0 else paused_until end,
       state = ?
     where id = ?`,
    [
      url,
      description,
      JSON.stringify(types),
      JSON.stringify(tags),
      disabledBecause,
      state,
      url,
      state,
      url,
      state,
      id,
    ],
  );
}

/** Earlier secrets that sign as well. */
const MAX_OLD_SECRETS = 3;

/**
 * Replaces the secret. The old one signs as well until `oldUntil`, with those before it that have not ended at `now`; null:
 * they end at once.
 */
export async function replaceSecret(
  tx: Transaction,
  id: string,
  secret: string,
  { oldUntil, now }: { readonly oldUntil: number | null; readonly now: number },
): Promise<void> {
  const sql =
    'select secret, old_secret as "old", old_secret_until as "until" from webhooks where id = ?';
  type Secrets = {
    readonly secret: string;
    readonly old: string | null;
    readonly until: number | null;
  };
  const [before] = await tx.all<Secrets>(sql, [id]);
  const earlier = before && (before.until ?? 0) > now ? oldSecrets(before.old) : [];
  const old = before ? [before.secret, ...earlier].slice(0, MAX_OLD_SECRETS).join(' ') : null;
  await tx.run(
    'update webhooks set old_secret = ?, old_secret_until = ?, secret = ? where id = ?',
    [oldUntil === null ? null : old, oldUntil, secret, id],
  );
}

/** The earlier secrets in a column, newest first. */
export function oldSecrets(column: string | null): readonly string[] {
  return column === null ? [] : column.split(' ');
}

/** Until the transaction ends, nothing that refers to the webhook is added. */
export async function lockWebhook(tx: Transaction, id: string): Promise<void> {
  // On SQLite, the transaction is the only one that writes.
  if (tx.engine === 'postgres')
    await tx.all('select id from webhooks where id = ? for update', [id]);
}

/** Deletes a webhook whose deliveries and attempts were deleted before. */
export async function deleteWebhook(tx: Transaction, id: string): Promise<void> {
  await tx.run('delete from webhooks where id = ?', [id]);
}
