import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { createLink } from '../../actions/links/create-link.ts';
import type { JsonText } from '../../domain/text/json.ts';
import { fail } from '../../problem.ts';
import { COMMON_PROBLEMS, problems } from '../documented.ts';
import { idempotencyHeader, idempotencyKey } from '../idempotency-key.ts';
import type { NowhereLog } from '../nowhere-log.ts';

export const CreatedSchema = Type.Object(
  {
    smartlink: Type.String({
      format: 'uri',
      description: 'The address: `{smartlink_base}/<code>`.',
    }),
  },
  {
    $id: 'CreatedLink',
    additionalProperties: false,
    examples: [{ smartlink: 'https://go.shop.example/H7kTq2Rb' }],
  },
);

const created = {
  content: { 'application/json': { schema: { $ref: 'CreatedLink#' } } },
};

export const createLinkSchema = {
  operationId: 'createSmartlink',
  summary: 'Create a smart link',
  description:
    'Only `uri` is mandatory. A template that matches it fills in the routes, else the same path is copied to every platform; `routes` override both. What a platform token may create is a setting of its app: `platform_tokens`.',
  tags: ['Smart links'],
  security: [{ token: [] }],
  headers: idempotencyHeader,
  body: { content: { 'application/json': { schema: { $ref: 'LinkRequest#' } } } },
  response: {
    200: { description: '`unique` found the link that was there.', ...created },
    201: {
      description: 'A new link was made.',
      headers: {
        location: { type: 'string', format: 'uri', description: 'Where to retrieve it.' },
      },
      ...created,
    },
    ...problems(
      ...COMMON_PROBLEMS,
      'invalid_json',
      'unauthorized',
      'platform_creates_off',
      'link_quota_reached',
      'payload_too_large',
      'unsupported_media_type',
      'idempotency_key_reused',
      'too_many_creates',
      'codes_exhausted',
    ),
  },
};

export function createLinkHandler(ctx: Context, nowhere: NowhereLog) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const json = request.body as JsonText | undefined;
    if (!json) fail('invalid_json', 'The body is missing; send a JSON object with "uri".');
    const link = await createLink(ctx, request.actor, json, idempotencyKey(request));
    if (link.leadsNowhere) nowhere.note(request.actor.appId, link.code);
    if (link.created) {
      void reply.code(201).header('location', `${ctx.own().baseUrl}/v2/smartlinks/${link.code}`);
    }
    // A code and an address from the settings hold nothing that JSON would escape.
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(`{"smartlink":"${link.address}"}`);
  };
}
