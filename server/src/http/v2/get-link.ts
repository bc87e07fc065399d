import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { cachedRetrieval, retrieveLink } from '../../actions/links/retrieve-link.ts';
import { unknownToToken } from '../../actions/links/unknown-to-token.ts';
import type { Retrieval } from '../../cache/link-cache.ts';
import { perPlatform } from '../../domain/app/platform.ts';
import { RouteSchema } from '../../domain/link/route.ts';
import { CODE_ALPHABET } from '../../domain/link/code.ts';
import { JSON_TYPE, type Endpoint } from '../endpoint.ts';
import { matchesEtag } from '../etag.ts';
import { closedObject, component, refTo } from '../../domain/text/shapes.ts';

export const RetrievedSchema = component(
  'RetrievedLink',
  {
    smartlink: closedObject({
      code: Type.String({
        description: `4 to 32 letters and digits. Generated codes have only these: ${CODE_ALPHABET}.`,
      }),
      tags: Type.Array(Type.String()),
      routes: closedObject(perPlatform(Type.Optional(refTo(RouteSchema))), {
        description: 'The routes for the platform of the token; all routes for a server token.',
      }),
    }),
  },
  {
    examples: [
      {
        smartlink: {
          code: 'H7kTq2Rb',
          tags: [],
          routes: {
            web: { link: 'https://shop.example/products/5', fallback: '' },
            iphone: {
              link: 'com.shop.app://product/5',
              fallback: 'https://shop.example/products/5',
            },
            android: {
              link: 'com.shop.app://product/5',
              fallback: 'https://shop.example/products/5',
            },
          },
        },
      },
    ],
  },
);

/** The responses are prepared and cached. */
export const getLinkEndpoint: Endpoint = {
  method: 'GET',
  path: '/v2/smartlinks/:code',
  callers: 'token',
  id: 'getSmartlink',
  tag: 'Smart links',
  summary: 'Retrieve a smart link and its routes',
  description: 'The routes for the platform of the token, without the metadata.',
  params: Type.Object({ code: Type.String({ description: 'The code of the link.' }) }),
  headers: Type.Object({
    'if-none-match': Type.Optional(
      Type.String({ description: 'The `ETag` of an earlier response.' }),
    ),
  }),
  responses: {
    200: {
      description: 'The link.',
      headers: { etag: { type: 'string', description: 'Changes with the response.' } },
      schema: RetrievedSchema,
    },
    304: { description: 'The link still has the `ETag` of `If-None-Match`.' },
  },
  problems: ['not_found', 'too_many_misses'],
  handler:
    ({ ctx, tokenMisses }) =>
    (request, reply) => {
      const { code } = request.params as { code: string };
      // Server tokens are secret, and a back end may look up codes that no longer exist.
      const isLimited = request.actor.platform !== undefined;
      if (isLimited) tokenMisses.check(request);
      const known = cachedRetrieval(ctx, request.actor, code);
      if (known) return send(request, reply, known);
      const retrieve = async (): Promise<Retrieval> =>
        (await retrieveLink(ctx, request.actor, code)) ?? unknownToToken();
      const guarded = isLimited ? tokenMisses.guard(request, retrieve) : retrieve();
      return guarded.then((found) => send(request, reply, found));
    },
};

function send(request: FastifyRequest, reply: FastifyReply, found: Retrieval): FastifyReply {
  reply.headers({
    etag: found.etag,
    'cache-control': 'private, no-cache',
    vary: 'authorization, origin',
  });
  if (matchesEtag(request.headers['if-none-match'], found.etag)) return reply.code(304).send();
  return reply.header('content-type', JSON_TYPE).send(found.body);
}
