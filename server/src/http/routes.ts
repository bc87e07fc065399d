import { METHODS } from 'node:http';
import type { FastifyInstance, onRequestHookHandler, RouteHandlerMethod } from 'fastify';
import type { Context } from '../actions/context.ts';
import { homePage } from '../pages/messages.ts';
import { finishedPage } from '../pages/finished-page.ts';
import type { HtmlPage } from '../pages/layout.ts';
import { Problem } from '../problem.ts';
import { enableCors } from './cross-origin.ts';
import { errorsPage } from './docs/errors-page.ts';
import { termsPage } from './docs/terms-page.ts';
import { JSON_TYPE } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { openApiDocument } from './openapi.ts';
import { sendProblem } from './problem-reply.ts';
import { register } from './register.ts';
import { sendPage } from './send-page.ts';
import type { Service } from './service.ts';

/**
 * Registers every route except visits, which are handled before the router. `refusePage` refuses requests for
 * pages while the service is overloaded.
 */
export function routes(
  server: FastifyInstance,
  service: Service,
  refusePage: onRequestHookHandler,
): void {
  const { ctx } = service;
  const methods = methodsByPath(server);
  enableCors(server);
  for (const endpoint of ENDPOINTS) register(server, service, endpoint);

  const hidden = { schema: { hide: true }, onRequest: refusePage };
  server.get('/openapi.json', hidden, (_request, reply) =>
    reply
      .headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-cache' })
      .send(openApiDocument(server, ctx)),
  );
  server.get('/docs/errors', hidden, pageHandler(errorsPage));
  server.get('/docs/terms', hidden, pageHandler(termsPage));
  server.get(
    '/',
    hidden,
    pageHandler(() => homePage(`${ctx.own().baseUrl}/docs`)),
  );

  refuseOtherMethods(server, ctx, methods);
}

function pageHandler(make: () => HtmlPage): RouteHandlerMethod {
  return (_request, reply) => {
    reply.hijack();
    sendPage(reply.raw, finishedPage(200, make()));
  };
}

/** The methods of every route that is registered from now on. */
function methodsByPath(server: FastifyInstance): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  server.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()]);
  });
  return methods;
}

/** Responds to every other method of these paths with 405 and the allowed methods. */
function refuseOtherMethods(
  server: FastifyInstance,
  ctx: Context,
  methods: ReadonlyMap<string, readonly string[]>,
): void {
  // CONNECT never becomes a request.
  const all = METHODS.filter((method) => method !== 'CONNECT');
  for (const method of all) {
    if (!server.supportedMethods.includes(method)) server.addHttpMethod(method);
  }
  // A copy, because the routes below are added to `methods` too.
  for (const [url, allowed] of Array.from(methods)) {
    const allow = allowed.join(', ');
    server.route({
      method: all.filter((method) => !allowed.includes(method)),
      url,
      schema: { hide: true },
      // Responds before the body is read.
      onRequest: (request, reply) => {
        const detail = `${request.method} is not allowed here; use ${allow}.`;
        void reply.header('allow', allow);
        void sendProblem(ctx, request, reply, new Problem('method_not_allowed', detail));
      },
      handler: () => undefined,
    });
  }
}
