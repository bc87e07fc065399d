import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import { createManagedLink } from '../../../actions/links/create-managed-link.ts';
import type { JsonText } from '../../../domain/text/json.ts';
import { fail } from '../../../problem.ts';
import { editorOf } from '../../auth.ts';
import { problems } from '../../documented.ts';
import { idempotencyHeader, idempotencyKey } from '../../idempotency-key.ts';
import { managedLinkReply, sendManagedLink } from './managed-link.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';

export const createManagedLinkSchema = {
  operationId: 'createManagedSmartlink',
  summary: 'Create a smart link with everything that it can have',
  description:
    'Like `POST /v2/smartlinks`, and with a code of your choice, tags and a social card. Each is written by itself, so for many links at once that one is faster.',
  tags: ['Management'],
  headers: idempotencyHeader,
  body: { content: { 'application/json': { schema: { $ref: 'ManagedLinkRequest#' } } } },
  response: {
    200: { ...managedLinkReply, description: '`unique` found the link that was there.' },
    201: {
      ...managedLinkReply,
      description: 'A new link was made.',
      headers: {
        ...managedLinkReply.headers,
        location: { type: 'string', format: 'uri', description: 'Where to manage it.' },
      },
    },
    ...problems(
      ...MANAGE_PROBLEMS,
      'invalid_json',
      'code_taken',
      'uri_taken',
      'payload_too_large',
      'unsupported_media_type',
      'validation_failed',
      'idempotency_key_reused',
      'codes_exhausted',
    ),
  },
};

export function createManagedLinkHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const json = request.body as JsonText | undefined;
    if (!json) fail('invalid_json', 'The body is missing; send a JSON object with "uri".');
    const editor = editorOf(request);
    const { link, created } = await createManagedLink(ctx, editor, json, idempotencyKey(request));
    if (created) {
      const location = `${ctx.own().baseUrl}/manage/v1/smartlinks/${link.code}`;
      void reply.code(201).header('location', location);
    }
    return sendManagedLink(ctx, reply, link);
  };
}
