import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { problems } from '../documented.ts';

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
  tags: ['Operations'],
  response: { 200: ok, ...problems('bad_request', 'request_timeout', 'headers_too_large') },
};

export const readySchema = {
  operationId: 'ready',
  summary: 'Can links be made and opened?',
  description:
    'Writes to the store to find out, so ask every few seconds, not every few milliseconds.',
  tags: ['Operations'],
  response: {
    200: ok,
    ...problems('bad_request', 'request_timeout', 'headers_too_large', 'store_unavailable'),
  },
};

function send(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send('{"status":"ok"}');
}

export function liveHandler() {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    send(reply);
}

/** Probes that come close together share one answer, so that asking cannot become a load. */
const PROBE_MS = 500;

export function readyHandler(ctx: Context) {
  let last: { readonly at: number; readonly result: Promise<void> } | undefined;
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!last || ctx.now() - last.at > PROBE_MS) last = { at: ctx.now(), result: ctx.db.probe() };
    await last.result;
    return send(reply);
  };
}
