import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Hook } from './admission.ts';

export type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** A route that takes no body: one that comes all the same is not looked at. */
export function withoutBody(schema: object, handler: Answering, hook?: Hook) {
  const onRequest = hook ? [hook, handler] : [handler];
  return [{ schema, onRequest }, (): void => undefined] as const;
}
