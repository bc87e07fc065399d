import type { FastifyInstance, onRequestHookHandler, RouteHandlerMethod } from 'fastify';
import { homePage } from '../pages/messages.ts';
import { finishedPage } from '../pages/finished-page.ts';
import type { HtmlPage } from '../pages/layout.ts';
import { enableCors } from './cross-origin.ts';
import { isDashboardBuilt } from './dashboard/dashboard.ts';
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

  const refused = { onRequest: refusePage };
  server.get('/openapi.json', refused, async (_request, reply) =>
    reply
      .headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-cache' })
      .send(await document()),
  );
  server.get('/docs/errors', refused, pageHandler(errorsPage));
  server.get('/docs/terms', refused, pageHandler(termsPage));
  server.get('/smart-banner.js', refused, smartBannerHandler());
  const hasDashboard = isDashboardBuilt();
  server.get(
    '/',
    refused,
    pageHandler(() => {
      const { baseUrl } = ctx.own();
      return homePage(`${baseUrl}/docs`, hasDashboard ? `${baseUrl}/dashboard/` : undefined);
    }),
  );
}

function pageHandler(make: () => HtmlPage): RouteHandlerMethod {
  return (_request, reply) => {
    reply.hijack();
    sendPage(reply.raw, finishedPage(200, make()));
  };
}
