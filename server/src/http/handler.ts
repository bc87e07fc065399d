import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers a request. It sends the response itself. */
export type Handler = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;
