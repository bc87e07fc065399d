import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../actions/context.ts';
import { membershipKey } from '../actions/members/membership-uses.ts';
import { APP_HEADER, chooseApp } from '../actions/sessions/choose-app.ts';
import { findSession, type SignedIn } from '../actions/sessions/find-session.ts';
import { refuseToken } from '../actions/tokens/authenticate.ts';
import type { UsesOf } from '../jobs/uses.ts';
import { aRole, suffices, type Role } from '../domain/access/role.ts';
import { isSameOrigin } from '../domain/access/same-origin.ts';
import { fail } from '../problem.ts';
import { requireToken } from './auth.ts';
import { readSessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; undefined for a token. Set by the hooks of `Admission`. */
    signedIn: SignedIn | undefined;
    /** What the actor may do in its app; set by `Admission.role`. A server token is as an owner. */
    role: Role;
  }
}

export type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Hooks of the management API, each to run before the body is read; see `behind`. */
export interface Admission {
  /** A server token, or somebody signed in with this role in the app that the request is about. */
  readonly role: (needed: Role) => Hook;
  /** A server token, or somebody signed in, whatever the app. */
  readonly anybody: Hook;
  /** Somebody signed in. */
  readonly session: Hook;
  /** Whoever asks from a page of this service itself. */
  readonly sameOrigin: Hook;
}

export function admission(ctx: Context, uses: UsesOf): Admission {
  const checkToken = requireToken(ctx, uses.tokens, 'server');
  /** True: it is a good server token. False: there is none. */
  const tokenOf = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    request.signedIn = undefined;
    if (request.headers.authorization === undefined) return false;
    await new Promise<void>((resolve, reject) =>
      checkToken(request, reply, (error) => (error ? reject(error) : resolve())),
    );
    request.role = 'owner';
    return true;
  };
  const sessionOf = async (request: FastifyRequest): Promise<SignedIn> => {
    const secret = readSessionCookie(ctx, request);
    if (secret === undefined) refuseToken();
    insistOnSameOrigin(ctx, request);
    const who = await findSession(ctx, secret);
    if (!who) fail('unauthorized', 'The session has ended; sign in again.');
    uses.sessions.record(who.sessionId, ctx.now());
    request.signedIn = who;
    return who;
  };
  return {
    role: (needed) => async (request, reply) => {
      if (await tokenOf(request, reply)) return;
      const { member } = await sessionOf(request);
      const wanted = request.headers[APP_HEADER.toLowerCase()];
      const app = await chooseApp(ctx, member.id, wanted?.toString());
      request.actor = { id: member.id, appId: app.id, platform: undefined };
      request.role = app.role;
      uses.memberships.record(membershipKey(app.id, member.id), ctx.now());
      if (!suffices(app.role, needed)) roleTooLow(app.role, needed);
    },
    anybody: async (request, reply) => {
      if (!(await tokenOf(request, reply))) await sessionOf(request);
    },
    session: async (request, reply) => {
      if (await tokenOf(request, reply)) fail('session_required', 'A token is nobody in person.');
      await sessionOf(request);
    },
    sameOrigin: async (request) => insistOnSameOrigin(ctx, request),
  };
}

/**
 * A route behind a hook. One that takes a body asks again when all of it is there: a body may take half
 * a minute, and what its sender may do can end meanwhile.
 */
export function behind<Schema extends object>(hook: Hook, schema: Schema) {
  const first = { schema, onRequest: hook };
  return 'body' in schema ? { ...first, preHandler: hook } : first;
}

/** A page elsewhere can make a browser send its cookie, but not say that it comes from here. */
function insistOnSameOrigin(ctx: Context, { method, headers }: FastifyRequest): void {
  const { origin: own } = new URL(ctx.own().baseUrl);
  const site = headers['sec-fetch-site']?.toString();
  if (isSameOrigin({ method, site, origin: headers.origin }, own)) return;
  fail('cross_site', `This takes a request from a page of ${own} itself.`);
}

/** Refuses what takes a higher role. `what` begins the sentence. */
export function roleTooLow(role: Role, needed: Role, what = 'This'): never {
  fail('role_too_low', `${what} takes ${aRole(needed)} of the app; you are ${aRole(role)}.`);
}
