import type { FastifyInstance, onRequestHookHandler, RouteHandlerMethod } from 'fastify';
import { homePage } from '../pages/messages.ts';
import { finishedPage } from '../pages/finished-page.ts';
import type { HtmlPage } from '../pages/layout.ts';
import { enableCors } from './cross-origin.ts';
import { errorsPage } from './docs/errors-page.ts';
import { termsPage } from './docs/terms-page.ts';
import { JSON_TYPE } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { ApiDocument } from './openapi.ts';
import type { KnownPaths } from './known-paths.ts';
import { register } from './register.ts';
import { sendPage } from './send-page.ts';
import { smartBannerHandler } from './smart-banner.ts';
import type { Service } from './service.ts';

/**
 * Registers every route except visits, which are handled before the router. `refusePage` refuses requests for
 * pages while the service is overloaded.
 */
export function routes(
  server: FastifyInstance,
  service: Service,
  paths: KnownPaths,
  document: ApiDocument,
  refusePage: onRequestHookHandler,
): void {
  const { ctx } = service;
  enableCors(server);
  paths.watch(server, ctx);
  for (const endpoint of ENDPOINTS) register(server, service, endpoint);

  const hidden = { schema: { hide: true }, onRequest: refusePage };
  server.get('/openapi.json', hidden, (_request, reply) =>
    reply.headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-cache' }).send(document()),
  );
  server.get('/docs/errors', hidden, pageHandler(errorsPage));
  server.get('/docs/terms', hidden, pageHandler(termsPage));
  server.get('/smart-banner.js', hidden, smartBannerHandler());
  server.get(
    '/',
    hidden,
    pageHandler(() => homePage(`${ctx.own().baseUrl}/docs`)),
  );
}

function pageHandler(make: () => HtmlPage): RouteHandlerMethod {
  return (_request, reply) => {
    reply.hijack();
    sendPage(reply.raw, finishedPage(200, make()));
  };
}
