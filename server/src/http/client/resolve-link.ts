import { Type } from 'typebox';
import { resolveLink } from '../../actions/links/resolve-link.ts';
import { languageTag } from '../../domain/click/language-tag.ts';
import { truncatedNetwork } from '../../domain/click/network.ts';
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

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

export const resolveLinkEndpoint = endpoint({
  method: 'GET',
  path: '/client/v1/smartlinks/:code',
  callers: 'platform-token',
  id: 'resolveSmartlink',
  tag: 'Client',
  summary: 'Get the route of a smart link that opened the app',
  description:
    'Does not count as a redemption and does not return the metadata. Rules of the link apply to the app that asks.',
  params: Type.Object({ code: Type.String({ description: 'The code of the link.' }) }),
  query: Type.Object({
    app_version: text(64, 'The version of the app, such as `5.2.1`, for rules of the link.'),
    language: text(
      64,
      'The preferred language of the user, such as `pt-BR`, for rules. Default: that of the `Accept-Language` header.',
    ),
    query: text(1024, 'The query of the address that was opened, for rules.'),
  }),
  responses: { 200: { description: 'The link.', schema: ResolvedSchema } },
  problems: ['not_found', 'gone', 'expired', 'too_early', 'too_many_misses'],
  async handle({ ctx, service, params, query, request }) {
    const source = {
      language: () => languageTag(query.language ?? request.headers['accept-language'] ?? ''),
      network: () => truncatedNetwork(request.ip),
      query: () => query.query ?? '',
      appVersion: query.app_version ?? '',
    };
    const find = () => resolveLink(ctx, request.actor, params.code, source);
    // It is short and requested often, so it does not need to be written in pieces.
    return JSON.stringify(await service.tokenMisses.guard(request, find));
  },
});
