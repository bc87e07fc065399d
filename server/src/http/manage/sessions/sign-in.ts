import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { Provider } from '../../../actions/oidc/provider.ts';
import type { Door } from '../../../actions/sessions/check-password.ts';
import { signOut } from '../../../actions/sessions/end-session.ts';
import { findSession } from '../../../actions/sessions/find-session.ts';
import { signIn } from '../../../actions/sessions/sign-in.ts';
import type { JsonText } from '../../../domain/text/json.ts';
import { fail } from '../../../problem.ts';
import { browserOf } from '../../browser.ts';
import { problems, TRANSPORT_PROBLEMS } from '../../documented.ts';
import { clearSessionCookie, readSessionCookie } from '../../session-cookie.ts';
import { meReply, sendEntered } from './me.ts';
import { BODY_PROBLEMS, DOOR_PROBLEMS } from '../problems.ts';
import { sendJson } from '../send-json.ts';

/** Where a browser goes to sign in at the provider, below `{base_url}`. */
export const OIDC_PATH = '/manage/v1/sign-in/oidc';

/** How people can sign in here. */
export interface SignInWays {
  readonly passwordSignIn: boolean;
  readonly provider: Provider | undefined;
}

export const SignInWaysSchema = Type.Object(
  {
    password: Type.Boolean({ description: 'By e-mail address and password.' }),
    oidc: Type.Union(
      [
        Type.Object(
          {
            name: Type.String({ description: 'What to call it.' }),
            address: Type.String({ format: 'uri', description: 'Where to send the browser.' }),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'By another service; `null`: there is none.' },
    ),
  },
  { $id: 'SignInWays', additionalProperties: false },
);

export const signInWaysSchema = {
  operationId: 'getSignInWays',
  summary: 'List the ways to sign in',
  description:
    'For the sign-in page: whether passwords are accepted, and the OpenID Connect provider if there is one.',
  tags: ['Signing in'],
  security: [],
  response: {
    200: {
      description: 'The ways.',
      content: { 'application/json': { schema: { $ref: 'SignInWays#' } } },
    },
    ...problems(...TRANSPORT_PROBLEMS, 'cross_site', 'validation_failed', 'internal'),
  },
};

export const signInSchema = {
  operationId: 'signIn',
  summary: 'Sign in by e-mail address and password',
  description:
    'Sets the session cookie, for a new session each time. Unknown and wrong get the same answer; after a few that fail, the next ones have to wait.',
  tags: ['Signing in'],
  security: [],
  body: { content: { 'application/json': { schema: { $ref: 'SignInRequest#' } } } },
  response: {
    200: meReply('You are signed in; the cookie comes with it.'),
    ...problems(
      ...DOOR_PROBLEMS,
      ...BODY_PROBLEMS,
      'wrong_credentials',
      'password_sign_in_off',
      'too_many_attempts',
      'overloaded',
    ),
  },
};

export const signOutSchema = {
  operationId: 'signOut',
  summary: 'Sign out',
  description: 'Ends the session and takes its cookie away. Without a session nothing happens.',
  tags: ['Signing in'],
  security: [],
  response: { 204: { type: 'null', description: 'Signed out.' }, ...problems(...DOOR_PROBLEMS) },
};

export function signInWaysHandler(ctx: Context, { passwordSignIn, provider }: SignInWays) {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const address = `${ctx.own().baseUrl}${OIDC_PATH}`;
    const oidc = provider ? { name: provider.name, address } : null;
    return sendJson(reply, { password: passwordSignIn, oidc });
  };
}

export function signInHandler(ctx: Context, door: Door) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const json = request.body as JsonText | undefined;
    if (!json) fail('invalid_json', 'The body is missing; send "email" and "password".');
    const browser = await browserOf(ctx, request);
    return sendEntered(ctx, reply, await signIn(ctx, door, browser, json));
  };
}

export function signOutHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const who = await findSession(ctx, readSessionCookie(ctx, request));
    if (who) await signOut(ctx, who.sessionId);
    clearSessionCookie(ctx, reply);
    return reply.code(204).header('cache-control', 'no-store').send();
  };
}
