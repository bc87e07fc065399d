import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import type { Measurement } from '../../metrics/measurement.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { hasToken, METRICS_TYPE } from '../../metrics/metrics-server.ts';
import { Problem } from '../../problem.ts';
import type { KnownPaths } from '../known-paths.ts';
import { sendProblem } from '../problem-reply.ts';

/** Observes every request that reaches the router: all but visits and association files. */
export function observeRequests(
  server: FastifyInstance,
  paths: KnownPaths,
  metrics: Metrics,
): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = paths.routeOf(request) ?? 'unknown';
    metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}

/** Serves `/metrics` to those who have the token. */
export function serveMetricsText(
  server: FastifyInstance,
  ctx: Context,
  { text, token = '' }: Measurement,
): void {
  server.get('/metrics', async (request, reply) => {
    if (!hasToken(token, request.headers.authorization)) {
      const detail = 'Send "Authorization: Bearer <token>" with the value of METRICS_TOKEN.';
      return sendProblem(ctx, request, reply, new Problem('unauthorized', detail));
    }
    return reply
      .headers({ 'content-type': METRICS_TYPE, 'cache-control': 'no-store' })
      .send(await text());
  });
}
