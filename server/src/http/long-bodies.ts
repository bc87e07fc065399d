import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf, siteOf } from '../domain/access/network.ts';
import { fail } from '../problem.ts';
import { onceClosed } from './disconnect.ts';
import type { Handler } from './handler.ts';
import { hasLongBody } from './json-body.ts';
import { holderOf, OpenCounts } from './open-counts.ts';

/** Of a member, or of the tokens of an app. */
export const MAX_OWN = 4;
/** Of an address, or of an IPv6 /48: a person can have several accounts and apps. */
export const MAX_OF_NETWORK = 8;
/** Of all apps together. A body takes up to ten times its size while it is read and used. */
export const MAX_ALL = 16;
const RETRY_AFTER_SECONDS = 1;

/** Limits the requests in progress whose body is longer than others, before the body is received. */
export class LongBodies {
  readonly #open = new OpenCounts();
  readonly #entered = new WeakMap<FastifyRequest, { leave(): void; forget(): void }>();

  /**
   * A hook that counts a request with a long body until its client leaves or its work ends. Runs after the guard.
   * @throws `too_many_uploads`
   */
  readonly enter = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (!hasLongBody(request.raw)) return done();
    const network = siteOf(request.ip) ?? networkOf(request.ip);
    const leave = this.#open.enter([
      { key: holderOf(request), max: MAX_OWN },
      { key: `network ${network}`, max: MAX_OF_NETWORK },
      { key: 'all', max: MAX_ALL },
    ]);
    if (leave) {
      const forget = onceClosed(reply.raw, leave);
      this.#entered.set(request, { leave, forget });
      return done();
    }
    // Node.js would read the whole body before the next request of the connection.
    void reply.header('connection', 'close');
    const detail = `At most ${MAX_OWN} requests with more than 64 KiB, or without a Content-Length, of a member or of the tokens of an app can be in progress at the same time, ${MAX_OF_NETWORK} from a network, and ${MAX_ALL} of all. Nothing was stored.`;
    fail('too_many_uploads', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  };

  /** From here on, a request counts until its work ends, also if its client leaves: the body is in memory. */
  during(handler: Handler): Handler {
    return async (request, reply) => {
      const entered = this.#entered.get(request);
      if (!entered) return handler(request, reply);
      // It does not count any more.
      if (reply.raw.destroyed || request.raw.socket.destroyed) return reply.hijack();
      entered.forget();
      try {
        return await handler(request, reply);
      } finally {
        entered.leave();
      }
    };
  }
}
