import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/** What to call when a connection closes. One listener per connection: clients can pipeline any number of requests. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `done` once: when the response is finished, or when its connection closes. A response that waits behind another
 * one of its connection never emits `close` if the connection closes before its turn, so the connection is watched too.
 * Returns a function that forgets `done`.
 */
export function onceClosed(response: ServerResponse, done: () => void): () => void {
  const { socket } = response.req;
  const forget = (): void => {
    response.off('close', end);
    waiting.get(socket)?.delete(end);
  };
  const end = (): void => {
    forget();
    done();
  };
  // It may have closed in the meantime.
  if (response.destroyed || socket.destroyed) {
    done();
    return forget;
  }
  response.once('close', end);
  callbacksOf(socket).add(end);
  return forget;
}

function callbacksOf(socket: Socket): Set<() => void> {
  const known = waiting.get(socket);
  if (known) return known;
  const callbacks = new Set<() => void>();
  socket.once('close', () => {
    for (const end of callbacks) end();
  });
  waiting.set(socket, callbacks);
  return callbacks;
}

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
