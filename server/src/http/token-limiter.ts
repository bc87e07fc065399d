import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { Allowance } from './allowance.ts';
import { NetworkAllowance } from './network-allowance.ts';

/** What is limited: the error beyond it. */
interface Limited {
  readonly code: 'too_many_creates' | 'too_many_opens';
  readonly what: string;
}

export const CREATES: Limited = {
  code: 'too_many_creates',
  what: 'This platform token has created too many links',
};
export const OPENS: Limited = {
  code: 'too_many_opens',
  what: 'This token has reported too many opened apps',
};

/** How often in a minute, from one network and from all of them; 0: no limit. */
interface Limits {
  readonly perNetwork: number;
  readonly perToken?: number;
}

/**
 * Limits how fast platform tokens are used, since anyone can have such a token. A request counts before its body is
 * read, whether it succeeds or not. Server tokens are not limited.
 */
export class TokenLimiter {
  readonly #limited: Limited;
  readonly #fromNetwork: NetworkAllowance | undefined;
  readonly #fromAnywhere: Allowance | undefined;

  constructor(limited: Limited, now: () => number, { perNetwork, perToken = 0 }: Limits) {
    this.#limited = limited;
    if (perNetwork > 0) this.#fromNetwork = new NetworkAllowance(perNetwork, now);
    if (perToken > 0) this.#fromAnywhere = new Allowance(perToken, now);
  }

  /** A hook that runs after `requireToken`. A refused request does not count. */
  readonly hook = (
    request: FastifyRequest,
    _reply: unknown,
    done: (error?: Error) => void,
  ): void => {
    const { id, platform } = request.actor;
    if (platform === undefined) return done();
    const perNetwork = this.#fromNetwork?.waitOf(request.ip, id) ?? 0;
    const perToken = this.#fromAnywhere?.waitOf(id) ?? 0;
    const retryAfterSeconds = Math.max(perNetwork, perToken);
    if (retryAfterSeconds > 0) {
      const { code, what } = this.#limited;
      const where = perNetwork > 0 ? ' from this network' : '';
      return done(new Problem(code, `${what}${where} in the last minute.`, { retryAfterSeconds }));
    }
    this.#fromNetwork?.take(request.ip, id);
    this.#fromAnywhere?.take(id);
    done();
  };
}
