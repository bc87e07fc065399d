import { formatTime, formatTimeOrNull } from '../../domain/text/format-time.ts';
import type { Attempt } from '../../storage/webhooks/attempts.ts';
import type { Delivery } from '../../storage/webhooks/deliveries.ts';
import type { Webhook } from '../../storage/webhooks/webhooks.ts';
import type { DeliveryLog } from '../webhooks/deliveries.ts';
import type { WebhookWithSecret } from '../webhooks/manage-webhooks.ts';

/** A webhook as the API and the commands return it. */
export function webhookDocument(webhook: Webhook) {
  return {
    webhook_id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    types: [...webhook.types],
    tags: [...webhook.tags],
    state: webhook.state,
    disabled_because: webhook.disabledBecause,
    failing_since: formatTimeOrNull(webhook.failingSince),
    paused_until: webhook.pausedUntil === 0 ? null : formatTime(webhook.pausedUntil),
    old_secret_until: formatTimeOrNull(webhook.oldSecretUntil),
    created_at: formatTime(webhook.createdAt),
    created_by: webhook.createdBy,
  };
}

export function documentWithSecret({ webhook, secret }: WebhookWithSecret) {
  return { secret, ...webhookDocument(webhook) };
}

/** A delivery without what was sent. */
export function deliveryDocument({ id, type, state, attempts, nextAt, createdAt }: Delivery) {
  return {
    event_id: id,
    type,
    state,
    attempts,
    next_attempt_at: state === 'pending' ? formatTime(nextAt) : null,
    created_at: formatTime(createdAt),
  };
}

/** A delivery with what was sent, and its attempts. */
export function logDocument({ delivery, attempts }: DeliveryLog) {
  const log = attempts.map(attemptDocument);
  return { ...deliveryDocument(delivery), payload: delivery.payload, log };
}

function attemptDocument({ at, durationMs, status, error, response }: Attempt) {
  return { at: formatTime(at), duration_ms: durationMs, status, error, response };
}
