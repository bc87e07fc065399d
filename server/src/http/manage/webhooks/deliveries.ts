import { Type } from 'typebox';
import { deliveryDocument, logDocument } from '../../../actions/documents/webhook-document.ts';
import {
  getDelivery,
  listDeliveries,
  replay,
  replaySince,
  sendTest,
} from '../../../actions/webhooks/deliveries.ts';
import { getWebhook } from '../../../actions/webhooks/manage-webhooks.ts';
import { component } from '../../../domain/text/shapes.ts';
import {
  parseReplayRequest,
  ReplayRequestSchema,
} from '../../../domain/webhook/webhook-request.ts';
import { fail } from '../../../problem.ts';
import { parsedBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { whileConnected } from '../../disconnect.ts';
import { nextCursor, pageQuery, pageRequest, pageText } from '../paging.ts';
import { DeliveryLogSchema, deliveryParams, DeliverySchema, webhookParams } from './shapes.ts';

const LOG = { description: 'The delivery with its attempts.', schema: DeliveryLogSchema };

export const listDeliveriesEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/webhooks/:webhook_id/deliveries',
  callers: 'editor',
  tag: 'Webhooks',
  id: 'listWebhookDeliveries',
  summary: 'List the deliveries of a webhook',
  description: 'Newest first. They are kept for `WEBHOOK_LOG_DAYS`, 30 days by default.',
  params: webhookParams,
  query: Type.Object({
    ...pageQuery.properties,
    state: Type.Optional(Type.Enum(['pending', 'delivered', 'failed'])),
  }),
  responses: {
    200: {
      description: 'A page of deliveries.',
      schema: component('WebhookDeliveries', {
        deliveries: Type.Array(DeliverySchema),
        next_cursor: nextCursor,
      }),
    },
  },
  async handle({ ctx, appId, params, query }) {
    const { webhook_id } = params;
    const page = await listDeliveries(ctx, appId, webhook_id, query.state, pageRequest(query));
    return pageText('deliveries', page, (entry) => JSON.stringify(deliveryDocument(entry)));
  },
});

export const getDeliveryEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/webhooks/:webhook_id/deliveries/:event_id',
  callers: 'editor',
  tag: 'Webhooks',
  id: 'getWebhookDelivery',
  summary: 'Retrieve a delivery with its attempts',
  params: deliveryParams,
  responses: { 200: LOG },
  async handle({ ctx, appId, params }) {
    return logDocument(await getDelivery(ctx, appId, params.webhook_id, params.event_id));
  },
});

export const replayDeliveryEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/webhooks/:webhook_id/deliveries/:event_id/replay',
  callers: 'editor',
  tag: 'Webhooks',
  id: 'replayWebhookDelivery',
  summary: 'Send an event again',
  description: 'With the same id and the same bytes, delivered before or not.',
  params: deliveryParams,
  responses: { 200: LOG },
  problems: ['webhook_disabled'],
  async handle({ ctx, author, params }) {
    return logDocument(await replay(ctx, author, params.webhook_id, params.event_id));
  },
});

function refuseReplay(): never {
  const detail = 'The events of this webhook are being sent again for another request.';
  return fail('too_many_replays', detail, { retryAfterSeconds: 1 });
}

export const replaySinceEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/webhooks/:webhook_id/replay',
  callers: 'editor',
  tag: 'Webhooks',
  id: 'replayWebhook',
  summary: 'Send all events since a time again',
  description:
    'The events that the webhook selects now, delivered before or not, in their order, with the same ids and bytes. Events older than the log are deleted. If the client disconnects, later events are not sent again.',
  params: webhookParams,
  body: parsedBody(ReplayRequestSchema, parseReplayRequest),
  responses: {
    200: {
      description: 'They are being sent.',
      schema: component('WebhookReplay', {
        events: Type.Integer({ minimum: 0, description: 'How many events are sent.' }),
      }),
    },
  },
  problems: ['webhook_disabled', 'too_many_replays'],
  handle({ service, ctx, author, params: { webhook_id: id }, body: { since }, reply }) {
    return whileConnected(reply, async (signal) => {
      // An unknown id is not limited.
      await getWebhook(ctx.db, author.appId, id);
      const end =
        service.replays.enter([{ key: `${author.appId} ${id}`, max: 1 }]) ?? refuseReplay();
      try {
        return { events: await replaySince(ctx, author, id, since, signal) };
      } finally {
        end();
      }
    });
  },
});

export const testWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/webhooks/:webhook_id/test',
  callers: 'editor',
  tag: 'Webhooks',
  id: 'testWebhook',
  summary: 'Send a test event',
  description:
    'Of the type `webhook.test`, whatever the webhook selects. Request the delivery to see the result.',
  params: webhookParams,
  responses: { 201: LOG },
  problems: ['webhook_disabled'],
  async handle({ ctx, author, params }) {
    return logDocument(await sendTest(ctx, author, params.webhook_id));
  },
});
