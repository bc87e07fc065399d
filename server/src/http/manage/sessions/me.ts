import type { FastifyReply } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { changeMe } from '../../../actions/sessions/change-me.ts';
import { getMe, type Me } from '../../../actions/sessions/me.ts';
import type { SignInResult } from '../../../actions/sessions/start-session.ts';
import { MeChangeSchema, parseMeChange } from '../../../domain/access/member-request.ts';
import { ROLES } from '../../../domain/access/role.ts';
import { orRefuse } from '../../../problem.ts';
import { rawBody } from '../../body.ts';
import { browserOf } from '../../browser.ts';
import { endpoint } from '../../endpoint.ts';
import { setSessionCookie } from '../../cookie.ts';
import { closedObject, component } from '../../../domain/text/shapes.ts';

export const MeSchema = component(
  'Me',
  {
    member: closedObject({
      member_id: Type.String(),
      email: Type.String(),
      name: Type.String({ description: 'Can be empty.' }),
      has_password: Type.Boolean({
        description: '`false`: the account has no password and signs in at the provider only.',
      }),
    }),
    session_id: Type.String(),
    apps: Type.Array(closedObject({ name: Type.String(), role: Type.Enum([...ROLES]) })),
  },
  { description: 'The signed-in account and its apps, by name.' },
);

export const meResponse = (description: string) => ({ description, schema: MeSchema });

export const getMeEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/me',
  callers: 'user',
  id: 'getMe',
  tag: 'Signing in',
  summary: 'Get the signed-in account',
  description: 'The account, its apps, and its role in each app.',
  responses: { 200: meResponse('The account.') },
  async handle({ ctx, user }) {
    return meDocument(await getMe(ctx, user));
  },
});

export const changeMeEndpoint = endpoint({
  method: 'PATCH',
  path: '/manage/v1/me',
  callers: 'user',
  id: 'changeMe',
  tag: 'Signing in',
  summary: 'Change your name or password',
  description:
    'A new password ends all your sessions. The response sets the cookie of a new session for this browser.',
  body: rawBody(MeChangeSchema),
  responses: { 200: meResponse('The changed account.') },
  problems: ['password_sign_in_off', 'too_many_attempts'],
  async handle({ ctx, service, body, user, request, reply }) {
    const change = orRefuse(parseMeChange(body, user.member.email));
    const browser = await browserOf(ctx, request);
    const changed = await changeMe(ctx, service.signInGuard, user, browser, change);
    return 'secret' in changed ? signedInAnswer(ctx, reply, changed) : meDocument(changed.me);
  },
});

/** The body of the response to a successful sign-in. Sets the session cookie. */
export function signedInAnswer(ctx: Context, reply: FastifyReply, { me, secret }: SignInResult) {
  setSessionCookie(ctx, reply, secret);
  return meDocument(me);
}

function meDocument({ member, hasPassword, sessionId, apps }: Me): Static<typeof MeSchema> {
  const { id, email, name } = member;
  return {
    member: { member_id: id, email, name, has_password: hasPassword },
    session_id: sessionId,
    apps: apps.map((app) => ({ name: app.name, role: app.role })),
  };
}
