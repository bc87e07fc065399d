import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from '../actions/context.ts';
import type { Config } from '../config.ts';
import type { LastUsedWriter } from '../jobs/last-used-tracker.ts';
import type { WebhookCounts } from '../jobs/webhooks/webhook-counts.ts';
import type { Log } from '../log.ts';
import type { LineWriter } from '../line-writer.ts';
import { Problem } from '../problem.ts';
import { truncatedNetwork } from '../domain/click/network.ts';
import { accessLog } from './access-log.ts';
import { callers } from './caller.ts';
import { setCorsHeaders } from './cross-origin.ts';
import { serveDashboard } from './dashboard/dashboard.ts';
import { acceptJson, MAX_BODY_BYTES } from './json-body.ts';
import { redeemEndpoint } from './client/redeem.ts';
import { observeRequests, serveMetricsText } from './operate/metrics.ts';
import { ObservedRequests } from './observed-requests.ts';
import { Connections } from './connections.ts';
import { Overload } from './overload/overload.ts';
import { refusePageAt } from './overload/refuse.ts';
import { apiDocument, serveDocs } from './openapi.ts';
import { KnownPaths, ROUTER_OPTIONS } from './known-paths.ts';
import { refuseConnection, refuseRequest, sendProblem, toProblem } from './problem-reply.ts';
import { RequestIds } from './request-id.ts';
import { originForm, useTargetHost } from './request-path.ts';
import { routes } from './routes.ts';
import { sendPage } from './send-page.ts';
import type { Measurement } from '../metrics/measurement.ts';
import type { Tracing } from '../traces/tracing.ts';
import { serviceOf, type Given } from './service.ts';
import { associationHandler } from './visit/association.ts';
import { unknownAddressPage } from './visit/unknown-address.ts';
import { VisitMissLimiter } from './visit/visit-miss-limiter.ts';
import { visitHandler } from './visit/visit.ts';

/** The time limits for receiving a request, and for idle connections. */
const REQUEST_TIMEOUT_MS = 30_000;
// Longer than the 60 s of common load balancers, which must close idle connections first.
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
const SERVER_OPTIONS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  // How often late requests are checked for. The default of 30 s would double the limit above.
  connectionsCheckingInterval: 5000,
  requireHostHeader: false,
};

/** The compilers that are set below replace those of Fastify. Without this, it would load theirs: more than a hundred files. */
const NO_COMPILERS = { buildValidator: notNeeded, buildSerializer: notNeeded };

function notNeeded(): never {
  throw new Error('a schema of a route would be compiled');
}

interface Parts extends Given {
  readonly webhookCounts: WebhookCounts;
  readonly log: Log;
  readonly uses: LastUsedWriter;
  /** Undefined: nothing is measured. */
  readonly metrics?: Measurement | undefined;
  /** Gets a line for each request; undefined: there is no access log. */
  readonly accessLines?: LineWriter | undefined;
  /** Undefined: there are no traces. */
  readonly tracing?: Pick<Tracing, 'requests' | 'traceIdOf' | 'counts'> | undefined;
}

/** Creates the HTTP server for visits, the API, its documentation and health checks. Does not listen yet. */
export async function httpServer(
  ctx: Context,
  config: Config,
  { log, uses, metrics, accessLines, tracing, ...parts }: Parts,
): Promise<FastifyInstance> {
  const who = callers(config.trustedProxies, config.trustForwardedHost);
  const association = associationHandler(
    (host) => ctx.cache.directory?.associationOf(host, ctx.own()),
    ctx.own,
    who,
  );
  const overload = new Overload(log);
  const connections = new Connections();
  const ids = new RequestIds(who.isFromProxy);
  const traceIdOf = (request: IncomingMessage): string | undefined => tracing?.traceIdOf(request);
  const observers = [
    tracing?.requests(who.isFromProxy),
    accessLines && accessLog(accessLines, who, traceIdOf),
  ].filter((one) => one !== undefined);
  const observed = observers.length > 0 ? new ObservedRequests(ids, observers) : undefined;
  const visit = visitHandler(
    ctx,
    who,
    new VisitMissLimiter(config.missesPerMinute, ctx.now),
    overload.gate('visits'),
    (request, error) => {
      const id = ids.of(request);
      log.error({ err: error, request_id: id, trace_id: traceIdOf(request) }, 'a visit failed');
      return id;
    },
    metrics?.metrics.visits,
    observed?.visit,
  );
  const server: FastifyInstance = Fastify({
    trustProxy: who.trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: ids.of,
    exposeHeadRoutes: true,
    return503OnClosing: false,
    routerOptions: ROUTER_OPTIONS,
    schemaController: { compilersFactory: NO_COMPILERS },
    frameworkErrors: (error, request, reply) => {
      setCorsHeaders(request, reply);
      void sendProblem(ctx, request, reply, toProblem(error));
    },
    clientErrorHandler: (error, socket) => refuseConnection(ctx, error, socket as never),
    rewriteUrl: ({ url = '/' }) => readable(withoutPrefix(originForm(url), ctx.own().basePath)),
    serverFactory: (handler): Server => {
      const serve = (request: IncomingMessage, response: ServerResponse): void => {
        // Clients with persistent connections move to another instance before this one closes.
        if (parts.isStopping()) response.setHeader('connection', 'close');
        // RFC 9112 3.2; Node.js would refuse it without a body.
        if (request.headers.host === undefined && request.httpVersion === '1.1') {
          refuseRequest(ctx, response, 'A request must have a Host header.');
        } else if (hasTwoHosts(request.rawHeaders)) {
          refuseRequest(ctx, response, 'A request must have a single Host header.');
        } else {
          useTargetHost(request);
          if (association(request, response) || visit(request, response)) return;
          // Reading the address here also keeps it for a client that disconnects later. Without one, the client has
          // disconnected already.
          if (request.socket.remoteAddress === undefined) return void response.destroy();
          who.normalizeForwarded(request);
          handler(request, response);
        }
      };
      const outer = observed ? observed.wrap(serve) : serve;
      const made = createServer(SERVER_OPTIONS, outer).on('checkExpectation', outer);
      connections.watch(made);
      return made;
    },
  });
  const paths = new KnownPaths();
  server.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    if (request.routeOptions.url === redeemEndpoint.path)
      metrics?.metrics.redemptionRefused(problem);
    if (problem.status >= 500)
      log.error(
        { err: problem.cause ?? problem, request_id: request.id, trace_id: traceIdOf(request.raw) },
        problem.message,
      );
    return sendProblem(ctx, request, reply, problem);
  });
  server.setNotFoundHandler(async (request, reply) => {
    const page = await unknownAddressPage(ctx, request, who.hostOf(request.raw));
    if (page === undefined) {
      const problem = new Problem('not_found', 'No endpoint has this address.');
      return sendProblem(ctx, request, reply, problem);
    }
    reply.hijack();
    sendPage(reply.raw, page);
    return undefined;
  });
  if (log.isLevelEnabled('debug')) {
    server.addHook('onResponse', (request, reply, done) => {
      // Never the path or the query: they contain codes and secrets of the sign-in.
      const { method, ip, id } = request;
      const route = paths.routeOf(request);
      const network = truncatedNetwork(ip);
      const { statusCode: status } = reply;
      log.debug({ method, route, status, network, request_id: id }, 'answered');
      done();
    });
  }
  observed?.noteRoutes(server, paths);
  if (metrics) observeRequests(server, paths, metrics.metrics);
  // User content must never be interpreted as a page or a script.
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff');
    done();
  });
  acceptJson(server);
  const service = serviceOf(ctx, config, log, uses, overload, parts);
  const refusePage = refusePageAt(overload.gate('reads'));
  const document = apiDocument(ctx);
  routes(server, service, paths, document, refusePage);
  if (metrics?.token !== undefined) serveMetricsText(server, ctx, metrics);
  await server.register(async (pages) => {
    pages.addHook('onRequest', refusePage);
    await serveDocs(pages, ctx, document);
    await serveDashboard(pages, ctx);
  });
  paths.complete(server, ctx);
  metrics?.metrics.watch({
    ctx,
    load: () => overload.load(),
    webhooks: parts.webhookCounts,
    backups: config.backupFolder !== undefined,
    spans: () => tracing?.counts ?? { exported: 0, failed: 0, dropped: 0 },
    droppedLines: () => accessLines?.dropped ?? 0,
  });
  server.addHook('onListen', async () => overload.start());
  server.addHook('preClose', async () => {
    service.clickStreams.close();
    connections.closeUnused();
  });
  server.addHook('onClose', async () => overload.stop());
  await server.ready();
  return server;
}

/**
 * Node.js uses the first of several `Host` headers and hides the others; a proxy or a cache may use another
 * one. `raw`: names and values in turn.
 */
function hasTwoHosts(raw: readonly string[]): boolean {
  let seen = false;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (seen) return true;
    seen = true;
  }
  return false;
}

/** Removes the path of BASE_URL, which a proxy may have removed already. */
function withoutPrefix(url: string, prefix: string): string {
  if (prefix === '' || !url.startsWith(prefix)) return url;
  const rest = url.slice(prefix.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

/**
 * A path with invalid percent escapes is read literally, `%zz` as three characters. No code and no id has such
 * characters, so it is not found.
 */
function readable(url: string): string {
  if (!url.includes('%')) return url;
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
}

function isDecodable(path: string): boolean {
  try {
    // The result is used: the bundler removes a call whose result is not.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
