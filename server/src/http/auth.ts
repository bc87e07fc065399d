import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../actions/context.ts';
import { authenticate } from '../actions/tokens/authenticate.ts';
import type { TokenUses } from '../actions/tokens/token-uses.ts';
import type { Actor } from '../domain/token.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token came with the request; set by `requireToken`. */
    actor: Actor;
  }
}

/** A hook that lets only valid tokens through, before the body is read. */
export function requireToken(ctx: Context, uses: TokenUses) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const enter = (actor: Actor): void => {
      request.actor = actor;
      uses.record(actor.tokenId, ctx.now());
      done();
    };
    try {
      const actor = authenticate(ctx, request.headers.authorization);
      if (actor instanceof Promise) actor.then(enter, done);
      else enter(actor);
    } catch (error) {
      done(error as Error);
    }
  };
}
