import type { FastifyReply, FastifyRequest } from 'fastify';
import type { requireToken } from './auth.ts';

/** A route that takes no body: one that comes all the same is not looked at. */
export function withoutBody(
  schema: object,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  token?: ReturnType<typeof requireToken>,
) {
  const onRequest = token ? [token, handler] : [handler];
  return [{ schema, onRequest }, (): void => undefined] as const;
}
