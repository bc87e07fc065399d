import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Hook } from './admission.ts';

export type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** A route that takes no body: it answers before a body would be read, so one that is sent is ignored. */
export function withoutBody(schema: object, handler: Answering, hook?: Hook) {
  const preParsing = async (request: FastifyRequest, reply: FastifyReply): Promise<undefined> => {
    await handler(request, reply);
  };
  return [
    { schema, preParsing, ...(hook ? { onRequest: hook } : {}) },
    (): void => undefined,
  ] as const;
}
