import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { Problem } from '../../problem.ts';
import { JSON_TYPE, type Endpoint } from '../endpoint.ts';
import type { Handler } from '../handler.ts';
import { sendProblem } from '../problem-reply.ts';
import type { Service } from '../service.ts';
import { component } from '../../domain/text/shapes.ts';

export const HealthSchema = component(
  'Health',
  { status: Type.Literal('ok') },
  { examples: [{ status: 'ok' }] },
);

/** Load balancers may add parameters of their own. */
const query = Type.Object({}, { additionalProperties: true });

export const liveEndpoint: Endpoint = {
  method: 'GET',
  path: '/health/live',
  callers: 'anyone',
  id: 'live',
  tag: 'Operations',
  summary: 'Check that the process is alive',
  description:
    'Does not use the database. Returns 503 while the instance stops, so that load balancers stop sending requests to it.',
  query,
  responses: { 200: { description: 'The process is alive.', schema: HealthSchema } },
  usesStore: false,
  problems: ['stopping'],
  handler: (service) => unlessStopping(service, async (_request, reply) => sendOk(reply)),
};

/** Probes within this time share one result, which limits the load. */
const PROBE_MS = 500;

export const readyEndpoint: Endpoint = {
  method: 'GET',
  path: '/health/ready',
  callers: 'anyone',
  id: 'ready',
  tag: 'Operations',
  summary: 'Check that links can be created and opened',
  description:
    'Writes to the database, so probe every few seconds at most. Returns 503 while the database is migrated.',
  query,
  responses: { 200: { description: 'The instance is ready.', schema: HealthSchema } },
  usesStore: false,
  problems: ['internal', 'stopping', 'store_unavailable'],
  handler: (service) => {
    const { ctx } = service;
    let last: { readonly at: number; readonly result: Promise<void> } | undefined;
    return unlessStopping(service, async (request, reply) => {
      const reason = service.whyNotMigrated();
      if (reason !== undefined) {
        return sendProblem(ctx, request, reply, new Problem('store_unavailable', reason));
      }
      // The time of day can be set back, and then no probe would run for that long.
      const now = performance.now();
      if (!last || now - last.at > PROBE_MS) last = { at: now, result: ctx.db.probe() };
      await last.result;
      return sendOk(reply);
    });
  },
};

/** Load balancers use one probe or the other, so both report it. It is not an error to log. */
function unlessStopping({ ctx, isStopping }: Service, handler: Handler): Handler {
  const stopping = new Problem('stopping', 'This instance is shutting down.');
  return (request, reply) =>
    isStopping() ? sendProblem(ctx, request, reply, stopping) : handler(request, reply);
}

function sendOk(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', JSON_TYPE)
    .send('{"status":"ok"}');
}
