import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import type { Retrieval } from '../../cache/memory.ts';
import { knownRetrieval, retrieveLink } from '../../actions/links/retrieve-link.ts';
import { CODE_ALPHABET } from '../../domain/link/code.ts';
import { PLATFORMS } from '../../domain/app/platform.ts';
import { fail } from '../../problem.ts';
import { COMMON_PROBLEMS, problems } from '../documented.ts';
import { matchesEtag } from '../etag.ts';
import type { Guesses } from '../guesses.ts';

const routes = Object.fromEntries(
  PLATFORMS.map((platform) => [platform, Type.Optional(Type.Unsafe({ $ref: 'Route#' }))]),
);

export const RetrievedSchema = Type.Object(
  {
    smartlink: Type.Object(
      {
        code: Type.String({ description: `Letters and digits, ${CODE_ALPHABET}.` }),
        tags: Type.Array(Type.String()),
        routes: Type.Object(routes, {
          additionalProperties: false,
          description: 'The routes that fit the platform of the token; all for a server token.',
        }),
      },
      { additionalProperties: false },
    ),
  },
  {
    $id: 'RetrievedLink',
    additionalProperties: false,
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

export const getLinkSchema = {
  operationId: 'getSmartlink',
  summary: 'Retrieve a smart link and its routes',
  description: 'The routes for the platform of the token. Metadata is not part of it.',
  tags: ['Smart links'],
  security: [{ token: [] }],
  params: Type.Object({ code: Type.String({ description: 'The code of the link.' }) }),
  headers: Type.Object({
    'if-none-match': Type.Optional(Type.String({ description: 'An `ETag` of an earlier answer.' })),
  }),
  response: {
    200: {
      description: 'The link.',
      headers: {
        etag: { type: 'string', description: 'Changes when the answer does.' },
      },
      content: { 'application/json': { schema: { $ref: 'RetrievedLink#' } } },
    },
    304: { type: 'null', description: 'The answer is still what `If-None-Match` names.' },
    ...problems(...COMMON_PROBLEMS, 'unauthorized', 'not_found', 'too_many_misses'),
  },
};

export function getLinkHandler(ctx: Context, guesses: Guesses) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const { code } = request.params as { code: string };
    const known = knownRetrieval(ctx, request.actor, code);
    if (known) return send(request, reply, known);
    const retrieve = async (): Promise<Retrieval> =>
      (await retrieveLink(ctx, request.actor, code)) ?? unknownCode();
    // A server token is secret, and a back end may look for what is long gone.
    const guarded =
      request.actor.platform === undefined ? retrieve() : guesses.guard(request, retrieve);
    return guarded.then((found) => send(request, reply, found));
  };
}

function unknownCode(): never {
  fail('not_found', 'The app of this token has no smart link with this code.');
}

function send(request: FastifyRequest, reply: FastifyReply, found: Retrieval): FastifyReply {
  reply.headers({
    etag: found.etag,
    'cache-control': 'private, no-cache',
    vary: 'authorization, origin',
  });
  if (matchesEtag(request.headers['if-none-match'], found.etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(found.body);
}
