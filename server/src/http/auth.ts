import type { IncomingMessage } from 'node:http';
import type {
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify';
import type { Author, Context } from '../actions/context.ts';
import { authenticate } from '../actions/tokens/authenticate.ts';
import type { LastUsedTracker } from '../jobs/last-used-tracker.ts';
import type { Actor } from '../domain/access/token.ts';
import { Problem } from '../problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who the request acts for. Set by `requireToken` and by the guards of roles. */
    actor: Actor;
  }
}

export type Hook = onRequestHookHandler | onRequestAsyncHookHandler;

/** Which tokens an endpoint accepts: platform tokens, server tokens, or both. */
type Admitted = 'platform' | 'server' | 'any';

export const TOKEN_IS_NO_USER = 'This endpoint requires a signed-in user; a token cannot be used.';

const WRONG_KIND = {
  platform: 'The client API requires a platform token (sl_web_…, sl_iphone_…), not a server token.',
  server: 'The management API requires a server token (sl_server_…), not a platform token.',
};

/** A hook that requires a valid token, before the body is read. */
export function requireToken(ctx: Context, uses: LastUsedTracker, admitted: Admitted = 'any') {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const accept = (actor: Actor): void => {
      request.actor = actor;
      uses.record(actor.id, ctx.now());
      if (admitted === 'any' || (admitted === 'server') === (actor.platform === undefined)) done();
      else done(new Problem('wrong_token_kind', WRONG_KIND[admitted]));
    };
    try {
      const actor = authenticate(ctx, authorizationOf(request.raw));
      if (actor instanceof Promise) actor.then(accept).catch(done);
      else accept(actor);
    } catch (error) {
      done(error as Error);
    }
  };
}

/**
 * The `Authorization` header of a request; undefined if there is none or more than one. Of several, Node.js keeps
 * the first, while a proxy may have checked the last.
 */
function authorizationOf({ rawHeaders, headers }: IncomingMessage): string | undefined {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) count++;
  }
  return count === 1 ? headers.authorization : undefined;
}

const AUTHORIZATION = 'authorization';

/** Who makes a change by this request, and in which app. */
export function authorOf({ actor }: FastifyRequest): Author {
  return { appId: actor.appId, actor: actor.id };
}
