import { Type } from 'typebox';
import { resolveLink } from '../../actions/links/resolve-link.ts';
import { endpoint } from '../endpoint.ts';
import { component, nullable } from '../../domain/text/shapes.ts';

export const ResolvedSchema = component(
  'ResolvedLink',
  {
    code: Type.String(),
    route: nullable(
      Type.Unsafe({ $ref: 'Route#' }),
      'The route for the platform of the token; `null` if there is none.',
    ),
  },
  {
    examples: [
      {
        code: 'H7kTq2Rb',
        route: { link: 'com.shop.app://product/5', fallback: 'https://shop.example/p/5' },
      },
    ],
  },
);

export const resolveLinkEndpoint = endpoint({
  method: 'GET',
  path: '/client/v1/smartlinks/:code',
  callers: 'platform-token',
  id: 'resolveSmartlink',
  tag: 'Client',
  summary: 'Get the route of a smart link that opened the app',
  description: 'Does not count as a redemption and does not return the metadata.',
  params: Type.Object({ code: Type.String({ description: 'The code of the link.' }) }),
  responses: { 200: { description: 'The link.', schema: ResolvedSchema } },
  problems: ['not_found', 'gone', 'expired', 'too_early', 'too_many_misses'],
  async handle({ ctx, service, params, request }) {
    const find = () => resolveLink(ctx, request.actor, params.code);
    // It is short and requested often, so it does not need to be written in pieces.
    return JSON.stringify(await service.tokenMisses.guard(request, find));
  },
});
