import { isId } from '../../domain/access/id.ts';
import {
  MAX_WEBHOOKS,
  webhookIssues,
  type WebhookChange,
  type WebhookRequest,
} from '../../domain/webhook/webhook-request.ts';
import { fail, refuse } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import { appendChange } from '../../storage/changes.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { deleteAttempts } from '../../storage/webhooks/attempts.ts';
import { deleteBacklog } from '../../storage/webhooks/backlog.ts';
import { deleteDeliveries } from '../../storage/webhooks/deliveries.ts';
import {
  deleteWebhook as removeWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  replaceSecret,
  updateWebhook,
  type Webhook,
} from '../../storage/webhooks/webhooks.ts';
import type { Author, Context } from '../context.ts';
import { directoryOf } from '../directory.ts';
import { assertRole } from '../members/assert-role.ts';
import { generateId } from '../sessions/start-session.ts';
import { distributeAll } from './distribute-events.ts';
import { newSecret } from './events.ts';
import { forgetMissed, forgetMissedClicks } from './forget-missed.ts';
import { makeWaitingDue } from './make-waiting-due.ts';

export type { Webhook };

const HOUR_MS = 3_600_000;
/** Deliveries of one transaction, or rows of the backlog. */
const DELETED_AT_ONCE = 500;

/** A webhook with its secret, which is returned once. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** Returns a webhook of the app. @throws `not_found` */
export async function getWebhook(db: Reader, appId: string, id: string): Promise<Webhook> {
  const webhook = isId('wh', id) ? await findWebhook(db, appId, id) : undefined;
  return webhook ?? fail('not_found', 'The app has no webhook with this id.');
}

/** Returns the webhooks of an app, oldest first. */
export function listAppWebhooks(ctx: Context, appId: string): Promise<Webhook[]> {
  return listWebhooks(ctx.db, appId);
}

/**
 * Creates a webhook, with an audit entry. It gets the events from now on; other instances know it within a second.
 * @throws `validation_failed`, `too_many_webhooks`
 */
export async function createWebhook(
  ctx: Context,
  author: Author,
  request: WebhookRequest,
): Promise<WebhookWithSecret> {
  assertValid(ctx, request);
  const { url, description = null, types = [], tags = [] } = request;
  const secret = newSecret();
  await distributeAll(ctx);
  const webhook = await changing(ctx, author, async (tx) => {
    if ((await listWebhooks(tx, author.appId)).length >= MAX_WEBHOOKS) {
      fail('too_many_webhooks', `An app can have ${MAX_WEBHOOKS} webhooks; delete one first.`);
    }
    const now = ctx.now();
    const { appId, actor } = author;
    const made: Webhook = {
      id: `wh_${generateId()}`,
      appId,
      url,
      description,
      types,
      tags,
      state: 'enabled',
      disabledBecause: null,
      oldSecretUntil: null,
      createdAt: now,
      createdBy: actor,
      failingSince: null,
      pausedUntil: 0,
    };
    await forgetMissedClicks(tx, made);
    await insertWebhook(tx, made, secret);
    await audit(ctx, tx, author, made.id, 'create', undefined, settingsOf(made));
    return made;
  });
  return { webhook, secret };
}

/**
 * Changes a webhook, with an audit entry. Enabling it again forgets earlier failures, and sends what waits; another address
 * forgets failures too.
 * @throws `not_found`, `validation_failed`
 */
export async function changeWebhook(
  ctx: Context,
  author: Author,
  id: string,
  change: WebhookChange,
): Promise<Webhook> {
  assertValid(ctx, change);
  if (change.state === 'enabled') {
    const { state } = await getWebhook(ctx.db, author.appId, id);
    if (state === 'disabled') await makeWaitingDue(ctx, id);
  }
  await distributeAll(ctx);
  return changing(ctx, author, async (tx) => {
    const before = await getWebhook(tx, author.appId, id);
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const after = { ...before, ...(Object.fromEntries(given) as Partial<Webhook>) };
    const reset = change.state === undefined ? {} : { disabledBecause: null };
    const enabled = before.state === 'disabled' && after.state === 'enabled';
    const changed: Webhook = {
      ...after,
      ...reset,
      ...(enabled || before.url !== after.url ? { failingSince: null, pausedUntil: 0 } : {}),
    };
    await forgetMissed(ctx, tx, before, changed);
    await updateWebhook(tx, changed);
    const from = settingsOf(before);
    const to = settingsOf(changed);
    if (before.url !== changed.url) Object.assign(to, { address: 'replaced' });
    if (JSON.stringify(from) !== JSON.stringify(to)) {
      await audit(ctx, tx, author, id, 'change', from, to);
    }
    return changed;
  });
}

/**
 * Replaces the secret of a webhook. `oldSecretHours`: how long the old one signs as well, with older ones that still do: the
 * receiver may have any of them; 0: they end at once.
 * @throws `not_found`
 */
export async function rotateSecret(
  ctx: Context,
  author: Author,
  id: string,
  oldSecretHours: number,
): Promise<WebhookWithSecret> {
  const secret = newSecret();
  const webhook = await changing(ctx, author, async (tx) => {
    const before = await getWebhook(tx, author.appId, id);
    const now = ctx.now();
    const end = Math.max(now + oldSecretHours * HOUR_MS, before.oldSecretUntil ?? 0);
    const oldSecretUntil = oldSecretHours === 0 ? null : end;
    await replaceSecret(tx, id, secret, { oldUntil: oldSecretUntil, now });
    await audit(ctx, tx, author, id, 'change', undefined, { secret: 'replaced' });
    return { ...before, oldSecretUntil };
  });
  return { webhook, secret };
}

/**
 * Deletes a webhook with its deliveries and their log. What was not delivered is not sent any more.
 * @throws `not_found`
 */
export async function deleteWebhook(ctx: Context, author: Author, id: string): Promise<void> {
  await changeWebhook(ctx, author, id, { state: 'disabled' });
  // In small transactions, because there can be many.
  for (const deleteSome of [
    (tx: Transaction) => deleteBacklog(tx, id, DELETED_AT_ONCE),
    (tx: Transaction) => deleteDeliveries(tx, id, DELETED_AT_ONCE),
  ]) {
    while ((await ctx.db.transaction(deleteSome, 'none')) === DELETED_AT_ONCE);
  }
  await changing(ctx, author, async (tx) => {
    const webhook = await getWebhook(tx, author.appId, id);
    // Before the lock: who makes or sends deliveries locks these rows first, then that of the webhook.
    await deleteRest(tx, id);
    await lockWebhook(tx, id);
    await deleteRest(tx, id);
    await deleteAttempts(tx, id);
    await removeWebhook(tx, id);
    await audit(ctx, tx, author, id, 'delete', settingsOf(webhook), undefined);
  });
}

/** Deletes deliveries and the backlog of a webhook that gets no more, except what is added at this moment. */
async function deleteRest(tx: Transaction, id: string): Promise<void> {
  while ((await deleteDeliveries(tx, id, DELETED_AT_ONCE)) > 0);
  while ((await deleteBacklog(tx, id, DELETED_AT_ONCE)) > 0);
}

/** Runs a change of webhooks by an owner, and makes every instance read them again. @throws `role_too_low` */
async function changing<Result>(
  ctx: Context,
  author: Author,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { appId } = author;
  const result = await ctx.db.appTransaction(appId, async (tx) => {
    await assertRole(tx, author, 'owner');
    const done = await work(tx);
    await appendChange(tx, `app:${appId}`, ctx.now());
    return done;
  });
  ctx.cache.forget(`app:${appId}`);
  // Visits need the directory; if the database is now unavailable, it is read later.
  await directoryOf(ctx).catch(() => undefined);
  return result;
}

function assertValid(ctx: Context, request: WebhookChange): void {
  const issues = webhookIssues(request, !ctx.reach.isPublicOnly);
  if (issues.length > 0) refuse(issues);
}

function audit(
  ctx: Context,
  tx: Transaction,
  author: Author,
  id: string,
  action: 'create' | 'change' | 'delete',
  before: object | undefined,
  after: object | undefined,
): Promise<void> {
  return appendAudit(tx, author, ctx.now(), { subject: `webhook:${id}`, action, before, after });
}

/** For the audit log, which viewers can read. The path of an address can be a secret. */
function settingsOf({ url, description, types, tags, state }: Webhook): object {
  return { host: new URL(url).host, description, types, tags, state };
}
