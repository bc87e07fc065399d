import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../actions/context.ts';
import type { Editor } from '../actions/links/save-link.ts';
import { authenticate } from '../actions/tokens/authenticate.ts';
import type { Uses } from '../actions/uses.ts';
import type { Actor } from '../domain/token.ts';
import { Problem } from '../problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who the request acts for: set by `requireToken` and by hooks of `Admission`. */
    actor: Actor;
  }
}

/** Which tokens an address takes: those of platforms, server tokens, or both. */
type Admitted = 'platform' | 'server' | 'any';

const WRONG_KIND = {
  platform:
    'The client API takes the token of a platform (sl_web_…, sl_iphone_…), not a server token.',
  server: 'The management API takes a server token (sl_server_…), not that of a platform.',
};

/** A hook that lets only valid tokens through, before the body is read. */
export function requireToken(ctx: Context, uses: Uses, admitted: Admitted = 'any') {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const enter = (actor: Actor): void => {
      request.actor = actor;
      uses.record(actor.id, ctx.now());
      if (admitted === 'any' || (admitted === 'server') === (actor.platform === undefined)) done();
      else done(new Problem('wrong_token_kind', WRONG_KIND[admitted]));
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

/** Who a request changes something for, and in which app. */
export function editorOf({ actor }: FastifyRequest): Editor {
  return { appId: actor.appId, actor: actor.id };
}
