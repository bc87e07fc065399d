import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../actions/context.ts';
import { APP_HEADER, chooseApp } from '../actions/sessions/choose-app.ts';
import { findSession, type SignedIn } from '../actions/sessions/find-session.ts';
import { refuseToken } from '../actions/tokens/authenticate.ts';
import { aRole, isAtLeast, type Role } from '../domain/access/role.ts';
import { isSameOrigin } from '../domain/access/same-origin.ts';
import { membershipKey, type LastUsedWriter } from '../jobs/last-used-tracker.ts';
import { fail } from '../problem.ts';
import type { AllowedCallers } from './allowed-callers.ts';
import { requireToken, TOKEN_IS_NO_USER, type Hook } from './auth.ts';
import { readSessionCookie } from './cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; undefined for a token. Set by the guards. */
    signedIn: SignedIn | undefined;
    /** The role of the actor in its app; a server token acts as an owner. Set by the guards of roles. */
    role: Role;
  }
}

type AsyncHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The check of each kind of caller, which runs before the body is read. */
export type Guards = Readonly<Record<Exclude<AllowedCallers, 'anyone' | 'viewer'>, Hook>> & {
  /** Can be called again while a response lasts. */
  readonly viewer: AsyncHook;
};

export function guardsOf(ctx: Context, uses: LastUsedWriter): Guards {
  const checkToken = requireToken(ctx, uses.tokens, 'server');
  /** True: the token is valid. False: none was sent. */
  const acceptToken = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    request.signedIn = undefined;
    if (request.headers.authorization === undefined) return false;
    await new Promise<void>((resolve, reject) =>
      checkToken(request, reply, (error) => (error ? reject(error) : resolve())),
    );
    request.role = 'owner';
    return true;
  };
  const acceptSession = async (request: FastifyRequest): Promise<SignedIn> => {
    const secret = readSessionCookie(ctx, request);
    if (secret === undefined) refuseToken();
    assertSameOrigin(ctx, request);
    const who = await findSession(ctx, secret);
    if (!who) fail('unauthorized', 'The session has ended; sign in again.');
    uses.sessions.record(who.sessionId, ctx.now());
    request.signedIn = who;
    return who;
  };
  const role =
    (needed: Role): AsyncHook =>
    async (request, reply) => {
      if (await acceptToken(request, reply)) return;
      const { member } = await acceptSession(request);
      const app = await chooseApp(ctx, member.id, wantedApp(request));
      request.actor = { id: member.id, appId: app.id, platform: undefined };
      request.role = app.role;
      uses.memberships.record(membershipKey(app.id, member.id), ctx.now());
      if (!isAtLeast(app.role, needed)) roleTooLow(app.role, needed);
    };
  const viewer = role('viewer');
  const member: AsyncHook = async (request, reply) => {
    if (await acceptToken(request, reply)) fail('session_required', TOKEN_IS_NO_USER);
    await viewer(request, reply);
  };
  const user: AsyncHook = async (request, reply) => {
    if (await acceptToken(request, reply)) fail('session_required', TOKEN_IS_NO_USER);
    await acceptSession(request);
  };
  const userOrToken: AsyncHook = async (request, reply) => {
    if (!(await acceptToken(request, reply))) await acceptSession(request);
  };
  const sameOrigin: AsyncHook = async (request) => assertSameOrigin(ctx, request);
  return {
    viewer,
    editor: role('editor'),
    owner: role('owner'),
    member,
    user,
    'user-or-token': userOrToken,
    'same-origin': sameOrigin,
    token: requireToken(ctx, uses.tokens),
    'platform-token': requireToken(ctx, uses.tokens, 'platform'),
  };
}

/** The app that a user selects: by the header, or by a parameter of the few endpoints that have one. */
function wantedApp({ headers, query }: FastifyRequest): string | undefined {
  const { app } = query as { readonly app?: unknown };
  return (
    headers[APP_HEADER.toLowerCase()]?.toString() ?? (typeof app === 'string' ? app : undefined)
  );
}

/** Another site can make a browser send the session cookie, but not a header of this origin. */
function assertSameOrigin(ctx: Context, { method, headers }: FastifyRequest): void {
  const { origin: own } = new URL(ctx.own().baseUrl);
  const site = headers['sec-fetch-site']?.toString();
  if (isSameOrigin({ method, site, origin: headers.origin }, own)) return;
  fail('cross_site', `This endpoint accepts requests from pages of ${own} only.`);
}

/** Refuses what requires a higher role. `what` begins the sentence. */
export function roleTooLow(role: Role, needed: Role, what = 'This'): never {
  fail('role_too_low', `${what} requires ${aRole(needed)} of the app; you are ${aRole(role)}.`);
}

/** Checks a viewer again: sessions, tokens and memberships can end while a response is being sent. */
export async function isStillPermitted(
  guards: Guards,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { appId } = request.actor;
  try {
    await guards.viewer(request, reply);
    return request.actor.appId === appId;
  } catch {
    return false;
  }
}

/** For endpoints that a browser requests without a script, and so without headers. */
export const appParameter = {
  app: Type.Optional(
    Type.String({
      description:
        'For signed-in users: the name of the app, instead of the header `Smartlink-App`, which a download and an `EventSource` of a browser cannot send.',
    }),
  ),
};
