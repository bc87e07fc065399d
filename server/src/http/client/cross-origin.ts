import { problems, TRANSPORT_PROBLEMS } from '../documented.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Any web page may use the client API, as any app may: its tokens are public. No credentials of the
 * browser are part of it, so a page can do nothing that its reader could not.
 */
const ANY_SITE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
};

/** Lets pages of other sites read the answers of the client API, and of nothing else. */
export function allowOtherSites(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    allowOtherSite(request, reply);
    done();
  });
}

/** For an answer that no hook sees. */
export function allowOtherSite(request: FastifyRequest, reply: FastifyReply): void {
  if (request.url.startsWith('/client/')) void reply.headers(ANY_SITE);
}

/** What a browser asks before a page of another site may send a token. */
export function preflightSchema(name: string) {
  return {
    operationId: `preflight${name}`,
    summary: 'CORS preflight: may a page of another site send a request?',
    description: 'Browsers send it by themselves. Every site may, without cookies.',
    tags: ['Client'],
    security: [],
    response: {
      204: { type: 'null', description: 'It may, without credentials.' },
      ...problems(...TRANSPORT_PROBLEMS),
    },
  };
}

const DAY_SECONDS = 86_400;

export async function preflight(
  _request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': DAY_SECONDS,
    })
    .send();
}
