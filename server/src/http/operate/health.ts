import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { Problem } from '../../problem.ts';
import { problems, TRANSPORT_PROBLEMS } from '../documented.ts';
import { sendProblem } from '../problem-reply.ts';

export const HealthSchema = Type.Object(
  { status: Type.Literal('ok') },
  { $id: 'Health', additionalProperties: false, examples: [{ status: 'ok' }] },
);

const ok = {
  description: 'Yes.',
  content: { 'application/json': { schema: { $ref: 'Health#' } } },
};

export const liveSchema = {
  operationId: 'live',
  summary: 'Is the process alive?',
  description:
    'Does not use the store. While the instance stops, it answers 503, so that load balancers take it out.',
  security: [],
  tags: ['Operations'],
  response: {
    200: ok,
    ...problems(...TRANSPORT_PROBLEMS, 'stopping'),
  },
};

export const readySchema = {
  operationId: 'ready',
  summary: 'Can links be made and opened?',
  description:
    'Writes to the store to find out, so ask every few seconds, not every few milliseconds.',
  security: [],
  tags: ['Operations'],
  response: {
    200: ok,
    ...problems(...TRANSPORT_PROBLEMS, 'internal', 'stopping', 'store_unavailable'),
  },
};

function send(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send('{"status":"ok"}');
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Load balancers ask one or the other, and must hear of it from either. Nothing is wrong with it. */
function unlessStopping(ctx: Context, isStopping: () => boolean, handler: Handler): Handler {
  const stopping = new Problem('stopping', 'This instance is about to stop.');
  return async (request, reply) =>
    isStopping() ? sendProblem(ctx, request, reply, stopping) : handler(request, reply);
}

export function liveHandler(ctx: Context, isStopping: () => boolean): Handler {
  return unlessStopping(ctx, isStopping, async (_request, reply) => send(reply));
}

/** Probes that come close together share one answer, so that asking cannot become a load. */
const PROBE_MS = 500;

export function readyHandler(ctx: Context, isStopping: () => boolean): Handler {
  let last: { readonly at: number; readonly result: Promise<void> } | undefined;
  return unlessStopping(ctx, isStopping, async (_request, reply) => {
    if (!last || ctx.now() - last.at > PROBE_MS) last = { at: ctx.now(), result: ctx.db.probe() };
    await last.result;
    return send(reply);
  });
}
