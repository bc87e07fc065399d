import { isId } from '../../domain/access/id.ts';
import { wantsEvent } from '../../domain/webhook/subscription.ts';
import { payloadOf } from '../../domain/webhook/event.ts';
import { TEST_EVENT } from '../../domain/webhook/event-type.ts';
import { fail } from '../../problem.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { listAttempts, type Attempt } from '../../storage/webhooks/attempts.ts';
import {
  findDelivery,
  listDeliveries as readDeliveries,
  replayDelivery,
  type Delivery,
  type DeliveryState,
} from '../../storage/webhooks/deliveries.ts';
import { listWaiting } from '../../storage/webhooks/backlog.ts';
import { eventsSince, insertSettledEvent } from '../../storage/webhooks/events.ts';
import type { Webhook } from '../../storage/webhooks/webhooks.ts';
import type { Author, Context } from '../context.ts';
import { assertRole } from '../members/assert-role.ts';
import { pageOf, type Page, type PageRequest } from '../page.ts';
import { deliverAll } from './distribute-events.ts';
import { headOf } from './events.ts';
import { getWebhook } from './manage-webhooks.ts';

export type { Attempt, Delivery, DeliveryState };

/** Attempts of one delivery that are shown: a replay begins a new series of ten. */
const MAX_ATTEMPTS = 100;

/** A delivery with its last attempts, oldest first. */
export interface DeliveryLog {
  readonly delivery: Delivery;
  readonly attempts: readonly Attempt[];
}

/** Returns a page of the deliveries of a webhook, newest first. @throws `not_found` */
export async function listDeliveries(
  ctx: Context,
  appId: string,
  id: string,
  state: DeliveryState | undefined,
  request: PageRequest,
): Promise<Page<Delivery>> {
  await getWebhook(ctx.db, appId, id);
  return pageOf(request, (before, limit) => readDeliveries(ctx.db, id, state, before, limit));
}

/** Returns a delivery with its last attempts. @throws `not_found` */
export async function getDelivery(
  ctx: Context,
  appId: string,
  id: string,
  eventId: string,
): Promise<DeliveryLog> {
  await getWebhook(ctx.db, appId, id);
  const delivery = isId('evt', eventId) ? await findDelivery(ctx.db, id, eventId) : undefined;
  if (!delivery) fail('not_found', 'The webhook has no delivery of this event.');
  return { delivery, attempts: await listAttempts(ctx.db, id, delivery.seq, MAX_ATTEMPTS) };
}

/**
 * Sends an event again, with the same id and the same bytes.
 * @throws `not_found`, `webhook_disabled`, `role_too_low`
 */
export async function replay(
  ctx: Context,
  author: Author,
  id: string,
  eventId: string,
): Promise<DeliveryLog> {
  const { delivery } = await getDelivery(ctx, author.appId, id, eventId);
  const { seq, subject } = delivery;
  await ctx.db.transaction(async (tx) => {
    await assertRole(tx, author, 'editor');
    await assertEnabled(tx, author.appId, id);
    await replayDelivery(tx, { webhookId: id, eventSeq: seq, subject }, ctx.now());
  }, 'none');
  return getDelivery(ctx, author.appId, id, eventId);
}

/**
 * Sends all events again that happened since a time and that the webhook wants now, delivered or not, in their order.
 * Returns how many. `since`: milliseconds since 1970-01-01 UTC. Ends with an error when `signal` is aborted.
 * @throws `not_found`, `webhook_disabled`, `role_too_low`
 */
export async function replaySince(
  ctx: Context,
  author: Author,
  id: string,
  since: number,
  signal?: AbortSignal,
): Promise<number> {
  const webhook = await assertEnabled(ctx.db, author.appId, id);
  // An event that waits without a delivery would be sent after later ones of its link.
  await deliverAll(ctx, id);
  let replayed = 0;
  for await (const events of eventsSince(ctx.db, author.appId, since)) {
    signal?.throwIfAborted();
    const wanted = events.filter(
      ({ type, tags }) => type !== TEST_EVENT && wantsEvent(webhook, type, tags),
    );
    const [first, last] = [wanted[0], wanted.at(-1)];
    if (!first || !last) continue;
    const now = ctx.now();
    replayed += await ctx.db.transaction(async (tx) => {
      await assertRole(tx, author, 'editor');
      await assertEnabled(tx, author.appId, id);
      // What happens at the same time is sent anyway, in its order.
      const waiting = await listWaiting(tx, id, first.seq, last.seq);
      const sent = wanted.filter(({ seq }) => !waiting.has(seq));
      for (const { seq, subject } of sent) {
        await replayDelivery(tx, { webhookId: id, eventSeq: seq, subject }, now);
      }
      return sent.length;
    }, 'none');
  }
  return replayed;
}

/**
 * Sends an event of the type `webhook.test` to one webhook, whatever it has selected.
 * @throws `not_found`, `webhook_disabled`, `role_too_low`
 */
export async function sendTest(ctx: Context, author: Author, id: string): Promise<DeliveryLog> {
  const { appId, actor } = author;
  const head = headOf(ctx, appId);
  const data = `"actor":${JSON.stringify(actor)},"webhook_id":"${id}"`;
  const subject = `webhook:${id}`;
  await ctx.db.transaction(async (tx: Transaction) => {
    await assertRole(tx, author, 'editor');
    await assertEnabled(tx, appId, id);
    const payload = payloadOf(head, TEST_EVENT, data);
    const event = { ...head, type: TEST_EVENT, subject, code: null, payload } as const;
    const eventSeq = await insertSettledEvent(tx, event);
    await replayDelivery(tx, { webhookId: id, eventSeq, subject }, head.createdAt);
  }, 'none');
  return getDelivery(ctx, appId, id, head.id);
}

async function assertEnabled(db: Reader, appId: string, id: string): Promise<Webhook> {
  const webhook = await getWebhook(db, appId, id);
  if (webhook.state === 'disabled') {
    fail('webhook_disabled', 'The webhook is disabled; enable it first.');
  }
  return webhook;
}
