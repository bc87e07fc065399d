import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Ids that proxies make: UUIDs and hexadecimal numbers. Anything else could be data of the visitor, such as an address
 * or a token, and an id is logged.
 */
const PROXY_ID = /^[\da-f-]{16,64}$/i;

/** Gives an id to each request that needs one: a failed visit, and each request to the API. */
export class RequestIds {
  readonly #instance = randomBytes(4).toString('hex');
  readonly #fromTrustedProxy: (request: IncomingMessage) => boolean;
  readonly #known = new WeakMap<IncomingMessage, string>();
  #last = 0;

  constructor(fromTrustedProxy: (request: IncomingMessage) => boolean) {
    this.#fromTrustedProxy = fromTrustedProxy;
  }

  /** A new id, or the one that a trusted proxy sent in `X-Request-Id`. Another call can give another id. */
  readonly of = (request: IncomingMessage): string => {
    const known = this.#known.get(request);
    if (known !== undefined) return known;
    const sent = request.headers['x-request-id'];
    if (typeof sent === 'string' && PROXY_ID.test(sent) && this.#fromTrustedProxy(request))
      return sent;
    return `${this.#instance}-${(++this.#last).toString(36)}`;
  };

  /** The same; later calls give the same id. */
  keep(request: IncomingMessage): string {
    const id = this.of(request);
    this.#known.set(request, id);
    return id;
  }
}
