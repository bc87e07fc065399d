import { Type } from 'typebox';
import { createLink } from '../../actions/links/create-link.ts';
import { LinkRequestSchema, readLinkRequest } from '../../domain/link/link.ts';
import { sentJson } from '../body.ts';
import { JSON_TYPE, type Endpoint } from '../endpoint.ts';
import { idempotencyHeader, onceOf } from '../idempotency-key.ts';
import { component } from '../../domain/text/shapes.ts';

export const CreatedSchema = component(
  'CreatedLink',
  {
    smartlink: Type.String({
      format: 'uri',
      description: 'The address: `{smartlink_base}/<code>`.',
    }),
  },
  { examples: [{ smartlink: 'https://go.shop.example/H7kTq2Rb' }] },
);

/** The response is prepared text: no document is built per request. */
export const createLinkEndpoint: Endpoint = {
  method: 'POST',
  path: '/v2/smartlinks',
  callers: 'token',
  id: 'createSmartlink',
  tag: 'Smart links',
  summary: 'Create a smart link',
  description:
    'Only `uri` is required. The routes come from the template that matches it; without one, the path is copied to every platform. `routes` override both. `platform_tokens` of the app limits what platform tokens can create.',
  headers: idempotencyHeader,
  body: { schema: LinkRequestSchema },
  responses: {
    200: { description: 'The existing `unique` link.', schema: CreatedSchema },
    201: {
      description: 'The new link.',
      schema: CreatedSchema,
      headers: {
        location: { type: 'string', format: 'uri', description: 'Where to retrieve it.' },
      },
    },
  },
  problems: ['platform_creates_off', 'link_quota_reached', 'too_many_creates', 'codes_exhausted'],
  limit: ({ limitCreates }) => limitCreates,
  handler:
    ({ ctx, noteNoDestination }) =>
    async (request, reply) => {
      const json = sentJson(request, LinkRequestSchema);
      const draft = readLinkRequest(json, ctx.own());
      const link = await createLink(ctx, request.actor, draft, onceOf(request, json));
      if (link.hasNoDestination) noteNoDestination(request.actor.appId, link.code);
      if (link.created) {
        void reply.code(201).header('location', `${ctx.own().baseUrl}/v2/smartlinks/${link.code}`);
      }
      // No code and no address from the settings contains a character that JSON escapes.
      return reply.header('content-type', JSON_TYPE).send(`{"smartlink":"${link.address}"}`);
    },
};
