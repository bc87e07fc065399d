import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { Allowance, NetworkAllowance } from './allowance.ts';

/** What is limited: the error beyond it. */
interface Limited {
  readonly code: 'too_many_creates' | 'too_many_opens' | 'too_many_redemptions';
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
export const REDEMPTIONS: Limited = {
  code: 'too_many_redemptions',
  what: 'This token has redeemed too often',
};

/** How often in a minute, from one network and from all of them; 0: no limit. */
interface Limits {
  readonly perNetwork: number;
  readonly perToken?: number;
}

/** A hook that runs after `requireToken`. A refused request does not count. */
type TokenLimit = (request: FastifyRequest, reply: unknown, done: (error?: Error) => void) => void;

/**
 * Limits how fast platform tokens are used, since anyone can have such a token. A request counts before its body is
 * read, whether it succeeds or not. Server tokens are not limited.
 */
export function tokenLimiter(
  { code, what }: Limited,
  now: () => number,
  limits: Limits,
): TokenLimit {
  const { perNetwork, perToken = 0 } = limits;
  const fromNetwork = perNetwork > 0 ? new NetworkAllowance(perNetwork, now) : undefined;
  const fromAnywhere = perToken > 0 ? new Allowance(perToken, now) : undefined;
  return (request, _reply, done) => {
    const { id, platform } = request.actor;
    if (platform === undefined) return done();
    const waitOfNetwork = fromNetwork?.waitOf(request.ip, id) ?? 0;
    const retryAfterSeconds = Math.max(waitOfNetwork, fromAnywhere?.waitOf(id) ?? 0);
    if (retryAfterSeconds > 0) {
      const where = waitOfNetwork > 0 ? ' from this network' : '';
      return done(new Problem(code, `${what}${where} in the last minute.`, { retryAfterSeconds }));
    }
    fromNetwork?.take(request.ip, id);
    fromAnywhere?.take(id);
    done();
  };
}
