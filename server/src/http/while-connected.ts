import type { FastifyReply } from 'fastify';

/**
 * Answers with long work that ends when the client disconnects: nobody is left to read the answer. The
 * signal is aborted then, and whatever the work throws after that is not reported.
 */
export async function whileConnected(
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const connection = new AbortController();
  const end = (): void => connection.abort();
  reply.raw.once('close', end);
  try {
    return await work(connection.signal);
  } catch (error) {
    if (connection.signal.aborted) return reply.hijack();
    throw error;
  } finally {
    reply.raw.off('close', end);
  }
}
