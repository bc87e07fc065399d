import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The paths that accept platform tokens. These tokens are public, so web pages of any origin may use them.
 * No cookie is read there, so a page cannot use the session of its visitor.
 */
const CORS_PATH = /^\/(?:client|v2)\//;

/** Constant, so that a response does not depend on the origin. */
const CORS_HEADERS = {
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
 * Lets pages of other origins read the responses of these paths, including errors, and answers preflight
 * requests. All other paths have no CORS.
 */
export function enableCors(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    setCorsHeaders(request, reply);
    if (isPreflight(request)) void reply.code(204).headers(PREFLIGHT_HEADERS).send();
    else done();
  });
}

/** Sets the CORS headers of a response; needed by itself where the hook does not run. */
export function setCorsHeaders({ url, headers }: FastifyRequest, reply: FastifyReply): void {
  // Programs send no `Origin`.
  if (headers.origin !== undefined && CORS_PATH.test(url)) void reply.headers(CORS_HEADERS);
}

/** A plain `OPTIONS` is not a preflight request; it gets 405 like every other method. */
function isPreflight({ method, url, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined &&
    CORS_PATH.test(url)
  );
}
