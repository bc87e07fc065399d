import { createManagedLink } from '../../../actions/links/create-managed-link.ts';
import {
  ManagedLinkRequestSchema,
  readManagedLinkRequest,
} from '../../../domain/link/managed-link-request.ts';
import { rawBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { idempotencyHeader, onceOf } from '../../idempotency-key.ts';
import { managedLinkAnswer, managedLinkResponse } from './managed-link.ts';

export const createManagedLinkEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/smartlinks',
  callers: 'editor',
  id: 'createManagedSmartlink',
  summary: 'Create a smart link with all options',
  description:
    'Like `POST /v2/smartlinks`, and also accepts a code of your choice, tags and a social preview. Each link is written in its own transaction: to create many links, `POST /v2/smartlinks` is faster.',
  headers: idempotencyHeader,
  body: rawBody(ManagedLinkRequestSchema),
  responses: {
    200: { ...managedLinkResponse, description: 'The existing `unique` link.' },
    201: {
      ...managedLinkResponse,
      description: 'The new link.',
      headers: {
        ...managedLinkResponse.headers,
        location: { type: 'string', format: 'uri', description: 'Where to manage it.' },
      },
    },
  },
  problems: ['code_taken', 'uri_taken', 'external_id_taken', 'codes_exhausted'],
  async handle(call) {
    const { ctx, author, body, request, reply } = call;
    const draft = readManagedLinkRequest(body, ctx.own());
    const once = onceOf(request, body);
    const { link, created } = await createManagedLink(ctx, author, draft, once);
    if (created) {
      const location = `${ctx.own().baseUrl}/manage/v1/smartlinks/${link.code}`;
      void reply.code(201).header('location', location);
    }
    return managedLinkAnswer(call, link);
  },
});
