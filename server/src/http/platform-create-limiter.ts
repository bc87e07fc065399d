import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Problem } from '../problem.ts';
import { Allowance } from './allowance.ts';
import { NetworkAllowance } from './network-allowance.ts';

/**
 * Limits how fast platform tokens create links, since anyone can have such a token. A request counts before
 * its body is read, whether it succeeds or not. Server tokens are not limited.
 */
export class PlatformCreateLimiter {
  readonly #fromNetwork: NetworkAllowance | undefined;
  readonly #fromAnywhere: Allowance | undefined;

  constructor(config: Config, now: () => number) {
    const perNetwork = config.platformCreatesPerMinute;
    const perToken = config.platformCreatesPerMinutePerToken;
    if (perNetwork > 0) this.#fromNetwork = new NetworkAllowance(perNetwork, now);
    if (perToken > 0) this.#fromAnywhere = new Allowance(perToken, now);
  }

  /** A hook that runs after `requireToken`. Fails with `too_many_creates`; a refused request does not count. */
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
      const where = perNetwork > 0 ? ' from this network' : '';
      const detail = `This platform token has created too many links${where} in the last minute.`;
      return done(new Problem('too_many_creates', detail, { retryAfterSeconds }));
    }
    this.#fromNetwork?.take(request.ip, id);
    this.#fromAnywhere?.take(id);
    done();
  };
}
