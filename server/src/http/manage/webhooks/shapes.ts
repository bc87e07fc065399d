import { Type } from 'typebox';
import { closedObject, component, nullable, refTo } from '../../../domain/text/shapes.ts';
import { EVENT_TYPES } from '../../../domain/webhook/event-type.ts';

const time = (description: string) => nullable(Type.String(), `${description}; RFC 3339, UTC.`);

export const webhookParams = Type.Object({
  webhook_id: Type.String({ description: 'The id of the webhook, as listed: `wh_…`.' }),
});

export const deliveryParams = Type.Object({
  ...webhookParams.properties,
  event_id: Type.String({ description: 'The id of the event, as listed: `evt_…`.' }),
});

const members = {
  webhook_id: Type.String(),
  url: Type.String(),
  description: nullable(Type.String()),
  types: Type.Array(Type.Enum([...EVENT_TYPES])),
  tags: Type.Array(Type.String()),
  state: Type.Enum(['enabled', 'disabled']),
  disabled_because: nullable(
    Type.Enum(['gone', 'failing']),
    'Why the service disabled it: `gone`, the receiver responded with 410; `failing`, every attempt of five days failed. `null`: it is enabled, or a person disabled it.',
  ),
  failing_since: time(
    'The first failure since the last success; `null`: the last attempt succeeded',
  ),
  paused_until: time(
    'Until when the receiver asked for a pause with `Retry-After`; nothing is sent before. `null`: it did not',
  ),
  old_secret_until: time('Until when the replaced secret signs as well; `null`: it does not'),
  created_at: Type.String({ description: 'RFC 3339, UTC.' }),
  created_by: Type.String({ description: 'The id of a member or a token, or `operator`.' }),
};

export const WebhookSchema = component('Webhook', members);

export const WebhookWithSecretSchema = component('WebhookWithSecret', {
  secret: Type.String({ description: 'Signs the requests. It is returned once.' }),
  ...members,
});

export const WebhooksSchema = component('Webhooks', {
  webhooks: Type.Array(refTo(WebhookSchema)),
});

const deliveryMembers = {
  event_id: Type.String({ description: 'The `webhook-id` header of every attempt.' }),
  type: Type.String({ description: 'The type of the event, such as `link.created`.' }),
  state: Type.Enum(['pending', 'delivered', 'failed']),
  attempts: Type.Integer({ minimum: 0 }),
  next_attempt_at: time('When it is sent next; `null`: it is not sent again'),
  created_at: Type.String({ description: 'When the event happened; RFC 3339, UTC.' }),
};

export const DeliverySchema = closedObject(deliveryMembers);

const AttemptSchema = closedObject({
  at: Type.String({ description: 'When it began; RFC 3339, UTC.' }),
  duration_ms: Type.Integer({ minimum: 0 }),
  status: nullable(Type.Integer(), 'The status of the response; `null`: there was none.'),
  error: nullable(Type.String(), 'Why there was no response.'),
  response: nullable(Type.String(), 'The start of the response.'),
});

export const DeliveryLogSchema = component('WebhookDeliveryLog', {
  ...deliveryMembers,
  payload: Type.String({ description: 'The body of every attempt.' }),
  log: Type.Array(AttemptSchema, { description: 'The attempts, oldest first.' }),
});
