import { Type } from 'typebox';
import { signOut } from '../../../actions/sessions/own-sessions.ts';
import { findSession } from '../../../actions/sessions/find-session.ts';
import { signIn } from '../../../actions/sessions/sign-in.ts';
import { parseSignIn, SignInRequestSchema } from '../../../domain/access/sign-in-request.ts';
import { parsedBody } from '../../body.ts';
import { browserOf } from '../../browser.ts';
import { endpoint } from '../../endpoint.ts';
import { clearSessionCookie, readSessionCookie } from '../../cookie.ts';
import { meResponse, signedInAnswer } from './me.ts';
import { closedObject, component, nullable } from '../../../domain/text/shapes.ts';

/** Where a browser goes to sign in at the provider, below `{base_url}`. */
export const OIDC_PATH = '/manage/v1/sign-in/oidc';

export const SignInWaysSchema = component('SignInWays', {
  password: Type.Boolean({ description: 'Whether e-mail address and password are accepted.' }),
  oidc: nullable(
    closedObject({
      name: Type.String({ description: 'The name to show.' }),
      address: Type.String({ format: 'uri', description: 'Where to send the browser.' }),
    }),
    'The OpenID Connect provider; `null`: there is none.',
  ),
});

export const signInWaysEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/sign-in',
  callers: 'same-origin',
  id: 'getSignInWays',
  tag: 'Signing in',
  summary: 'List the ways to sign in',
  description:
    'For the sign-in page: whether passwords are accepted, and the OpenID Connect provider if there is one.',
  responses: { 200: { description: 'The ways to sign in.', schema: SignInWaysSchema } },
  usesStore: false,
  problems: ['internal'],
  handle({ ctx, service: { signInGuard, provider } }) {
    const address = `${ctx.own().baseUrl}${OIDC_PATH}`;
    const oidc = provider ? { name: provider.name, address } : null;
    return { password: signInGuard.passwordSignIn, oidc };
  },
});

export const signInEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/sign-in',
  callers: 'same-origin',
  id: 'signIn',
  tag: 'Signing in',
  summary: 'Sign in with e-mail address and password',
  description:
    'Sets the cookie of a new session. An unknown address and a wrong password get the same response. After a few failed attempts, you have to wait.',
  body: parsedBody(SignInRequestSchema, parseSignIn),
  responses: { 200: meResponse('The account. The response sets the session cookie.') },
  problems: ['wrong_credentials', 'password_sign_in_off', 'too_many_attempts'],
  async handle({ ctx, service, body, request, reply }) {
    const browser = await browserOf(ctx, request);
    return signedInAnswer(ctx, reply, await signIn(ctx, service.signInGuard, browser, body));
  },
});

export const signOutEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/sign-out',
  callers: 'same-origin',
  id: 'signOut',
  tag: 'Signing in',
  summary: 'Sign out',
  description: 'Ends the session and deletes its cookie. Without a session, nothing changes.',
  responses: { 204: { description: 'Signed out.' } },
  async handle({ ctx, request, reply }) {
    const who = await findSession(ctx, readSessionCookie(ctx, request));
    if (who) await signOut(ctx, who.sessionId);
    clearSessionCookie(ctx, reply);
    return undefined;
  },
});
