import {
  documentWithSecret,
  webhookDocument,
} from '../../../actions/documents/webhook-document.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listAppWebhooks,
  rotateSecret,
} from '../../../actions/webhooks/manage-webhooks.ts';
import {
  SecretRequestSchema,
  WebhookChangeSchema,
  WebhookRequestSchema,
} from '../../../domain/webhook/webhook-request.ts';
import { jsonBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { webhookParams, WebhookSchema, WebhooksSchema, WebhookWithSecretSchema } from './shapes.ts';

export const listWebhooksEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/webhooks',
  callers: 'editor',
  tag: 'Webhooks',
  id: 'listWebhooks',
  summary: 'List the webhooks of the app',
  description: 'Without their secrets. Oldest first.',
  responses: { 200: { description: 'The webhooks.', schema: WebhooksSchema } },
  async handle({ ctx, appId }) {
    return { webhooks: (await listAppWebhooks(ctx, appId)).map(webhookDocument) };
  },
});

export const createWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/webhooks',
  callers: 'owner',
  tag: 'Webhooks',
  id: 'createWebhook',
  summary: 'Create a webhook',
  description:
    'It gets the events that happen from now on; other instances know it within a second. The secret is returned once.',
  body: jsonBody(WebhookRequestSchema),
  responses: { 201: { description: 'The new webhook.', schema: WebhookWithSecretSchema } },
  problems: ['too_many_webhooks'],
  async handle({ ctx, author, body }) {
    return documentWithSecret(await createWebhook(ctx, author, body));
  },
});

export const getWebhookEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/webhooks/:webhook_id',
  callers: 'editor',
  tag: 'Webhooks',
  id: 'getWebhook',
  summary: 'Retrieve a webhook',
  params: webhookParams,
  responses: { 200: { description: 'The webhook, without its secret.', schema: WebhookSchema } },
  async handle({ ctx, appId, params }) {
    return webhookDocument(await getWebhook(ctx.db, appId, params.webhook_id));
  },
});

export const changeWebhookEndpoint = endpoint({
  method: 'PATCH',
  path: '/manage/v1/webhooks/:webhook_id',
  callers: 'owner',
  tag: 'Webhooks',
  id: 'changeWebhook',
  summary: 'Change, disable or enable a webhook',
  description: 'Omitted fields keep their values.',
  params: webhookParams,
  body: jsonBody(WebhookChangeSchema),
  responses: { 200: { description: 'The changed webhook.', schema: WebhookSchema } },
  async handle({ ctx, author, params, body }) {
    return webhookDocument(await changeWebhook(ctx, author, params.webhook_id, body));
  },
});

export const deleteWebhookEndpoint = endpoint({
  method: 'DELETE',
  path: '/manage/v1/webhooks/:webhook_id',
  callers: 'owner',
  tag: 'Webhooks',
  id: 'deleteWebhook',
  summary: 'Delete a webhook',
  description:
    'With its deliveries and their log. What was not delivered is not sent any more. Cannot be undone.',
  params: webhookParams,
  responses: { 204: { description: 'It is deleted.' } },
  async handle({ ctx, author, params }) {
    await deleteWebhook(ctx, author, params.webhook_id);
    return undefined;
  },
});

export const rotateSecretEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/webhooks/:webhook_id/secret',
  callers: 'owner',
  tag: 'Webhooks',
  id: 'rotateWebhookSecret',
  summary: 'Replace the secret of a webhook',
  description:
    'Until the old secret ends, each request has two signatures, so that the receiver can change to the new one at any time.',
  params: webhookParams,
  body: jsonBody(SecretRequestSchema),
  responses: {
    200: { description: 'The webhook with its new secret.', schema: WebhookWithSecretSchema },
  },
  async handle({ ctx, author, params, body: { old_secret_hours = 24 } }) {
    const rotated = await rotateSecret(ctx, author, params.webhook_id, old_secret_hours);
    return documentWithSecret(rotated);
  },
});
