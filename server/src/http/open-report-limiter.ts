import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { NetworkAllowance } from './network-allowance.ts';

/** Limits how fast a platform token reports opened apps from one network, since anyone can have such a token. */
export class OpenReportLimiter {
  readonly #reports: NetworkAllowance | undefined;

  /** `perMinute`: 0: no limit. */
  constructor(perMinute: number, now: () => number) {
    if (perMinute > 0) this.#reports = new NetworkAllowance(perMinute, now);
  }

  /** A hook that runs after `requireToken`. Fails with `too_many_opens`; a refused request does not count. */
  readonly hook = (
    { ip, actor }: FastifyRequest,
    _reply: unknown,
    done: (error?: Error) => void,
  ): void => {
    const retryAfterSeconds = this.#reports?.waitOf(ip, actor.id) ?? 0;
    if (retryAfterSeconds > 0) {
      const detail =
        'This token has reported too many opened apps from this network in the last minute.';
      return done(new Problem('too_many_opens', detail, { retryAfterSeconds }));
    }
    this.#reports?.take(ip, actor.id);
    done();
  };
}
