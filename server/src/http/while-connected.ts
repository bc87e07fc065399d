import type { FastifyReply } from 'fastify';
import { onceClosed } from './disconnect.ts';

/**
 * Runs long work for a response, and aborts its signal when the client disconnects. Errors of the work after that
 * are not reported.
 */
export async function whileConnected<Result>(
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | FastifyReply> {
  const connection = new AbortController();
  const forget = onceClosed(reply.raw, () => connection.abort());
  try {
    return await work(connection.signal);
  } catch (error) {
    if (connection.signal.aborted) return reply.hijack();
    throw error;
  } finally {
    forget();
  }
}
