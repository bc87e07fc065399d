import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The paths that accept platform tokens. These tokens are public, so web pages of any origin may use them.
 * No cookie is read there, so a page cannot use the session of its visitor.
 */
const OPEN_PATH = /^\/(?:client|v2)\//;

/** Constant, so that an answer does not depend on the origin. */
const ANSWER_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, location, retry-after',
};

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, if-none-match',
  // Browsers limit this to two hours (Chromium) or a day (Firefox).
  'access-control-max-age': 86_400,
};

/**
 * Lets pages of other origins read the answers of the open paths, errors included, and answers the
 * preflight requests of browsers there. All other paths stay closed.
 */
export function openToOtherOrigins(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    allowOtherOrigins(request, reply);
    if (isPreflight(request)) void reply.code(204).headers(PREFLIGHT_HEADERS).send();
    else done();
  });
}

/** Sets the headers of an answer without the hook. */
export function allowOtherOrigins({ url, headers }: FastifyRequest, reply: FastifyReply): void {
  // Programs send no `Origin`.
  if (headers.origin !== undefined && OPEN_PATH.test(url)) void reply.headers(ANSWER_HEADERS);
}

/** A plain `OPTIONS` is not a preflight request; it gets 405 like every other method. */
function isPreflight({ method, url, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined &&
    OPEN_PATH.test(url)
  );
}
