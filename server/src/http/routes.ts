import { METHODS } from 'node:http';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { Context } from '../actions/context.ts';
import type { TokenUses } from '../actions/tokens/token-uses.ts';
import { homePage } from '../pages/messages.ts';
import { Problem } from '../problem.ts';
import { requireToken } from './auth.ts';
import { errorsPage } from './docs/errors-page.ts';
import { openApiDocument } from './openapi.ts';
import { liveHandler, liveSchema, readyHandler, readySchema } from './operate/health.ts';
import { sendProblem } from './problem-reply.ts';
import { createLinkHandler, createLinkSchema } from './v2/create-link.ts';
import { getLinkHandler, getLinkSchema } from './v2/get-link.ts';
import { sendPage } from './visit/visit.ts';

/** Every route there is, but for visits, which stand in front of the router. */
export function routes(server: FastifyInstance, ctx: Context, uses: TokenUses): void {
  const token = requireToken(ctx, uses);

  server.post(
    '/v2/smartlinks',
    { schema: createLinkSchema, onRequest: token },
    createLinkHandler(ctx),
  );
  server.get(
    '/v2/smartlinks/:code',
    { schema: getLinkSchema, onRequest: token },
    getLinkHandler(ctx),
  );

  server.get('/health/live', { schema: liveSchema, logLevel: 'warn' }, liveHandler());
  server.get('/health/ready', { schema: readySchema, logLevel: 'warn' }, readyHandler(ctx));

  const openApi = { schema: { hide: true } };
  server.get('/openapi.json', openApi, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openApiDocument(server, ctx)),
  );
  server.get(
    '/docs/errors',
    openApi,
    html((nonce) => errorsPage(nonce)),
  );
  server.get(
    '/',
    openApi,
    html((nonce) => homePage(`${ctx.own().baseUrl}/docs`, nonce)),
  );

  allowOnly(server, ctx, {
    '/v2/smartlinks': 'POST',
    '/v2/smartlinks/:code': 'GET, HEAD',
    '/health/live': 'GET, HEAD',
    '/health/ready': 'GET, HEAD',
    '/openapi.json': 'GET, HEAD',
    '/docs/errors': 'GET, HEAD',
    '/': 'GET, HEAD',
  });
}

function html(make: Parameters<typeof sendPage>[2]): RouteHandlerMethod {
  return (_request, reply) => {
    reply.hijack();
    sendPage(reply.raw, 200, make);
  };
}

/** Answers every other method of a path with 405 and the methods that work. */
function allowOnly(server: FastifyInstance, ctx: Context, paths: Record<string, string>): void {
  for (const method of METHODS) {
    if (!server.supportedMethods.includes(method)) server.addHttpMethod(method);
  }
  for (const [url, allowed] of Object.entries(paths)) {
    server.route({
      method: METHODS.filter(
        (method) => !allowed.split(', ').includes(method) && method !== 'CONNECT',
      ),
      url,
      schema: { hide: true },
      // Answered before anybody looks at the body.
      onRequest: (request, reply) => {
        const problem = new Problem(
          'method_not_allowed',
          `${request.method} is not possible here; use ${allowed}.`,
        );
        void sendProblem(ctx, request, reply.header('allow', allowed), problem);
      },
      handler: () => undefined,
    });
  }
}
