import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { changeMe } from '../../../actions/sessions/change-me.ts';
import type { Door } from '../../../actions/sessions/check-password.ts';
import type { SignedIn } from '../../../actions/sessions/find-session.ts';
import { getMe, type Me } from '../../../actions/sessions/me.ts';
import type { Entered } from '../../../actions/sessions/sign-in.ts';
import type { JsonText } from '../../../domain/text/json.ts';
import { ROLES } from '../../../domain/access/role.ts';
import { fail } from '../../../problem.ts';
import { browserOf } from '../../browser.ts';
import { problems } from '../../documented.ts';
import { setSessionCookie } from '../../session-cookie.ts';
import { BODY_PROBLEMS, SESSION_PROBLEMS } from '../problems.ts';
import { sendJson } from '../send-json.ts';

export const MeSchema = Type.Object(
  {
    member: Type.Object(
      {
        member_id: Type.String(),
        email: Type.String(),
        name: Type.String({ description: 'May be empty.' }),
        has_password: Type.Boolean({
          description: '`false`: has never chosen one, and signs in at the provider alone.',
        }),
      },
      { additionalProperties: false },
    ),
    session_id: Type.String(),
    apps: Type.Array(
      Type.Object(
        { name: Type.String(), role: Type.Enum([...ROLES]) },
        { additionalProperties: false },
      ),
    ),
  },
  {
    $id: 'Me',
    additionalProperties: false,
    description: 'Who is signed in, and their apps by name.',
  },
);

export const meReply = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: 'Me#' } } },
});

export const getMeSchema = {
  operationId: 'getMe',
  summary: 'Get the signed-in account',
  description: 'The account, and the apps that it is a member of, with the role in each.',
  tags: ['Signing in'],
  security: [{ session: [] }],
  response: { 200: meReply('You.'), ...problems(...SESSION_PROBLEMS) },
};

export const changeMeSchema = {
  operationId: 'changeMe',
  summary: 'Change your name or your password',
  description:
    'A new password ends all your sessions; this browser gets the cookie of a new one with the answer.',
  tags: ['Signing in'],
  security: [{ session: [] }],
  body: { content: { 'application/json': { schema: { $ref: 'MeChange#' } } } },
  response: {
    200: meReply('You, as you are now.'),
    ...problems(
      ...SESSION_PROBLEMS,
      ...BODY_PROBLEMS,
      'password_sign_in_off',
      'too_many_attempts',
      'overloaded',
    ),
  },
};

export function getMeHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendJson(reply, shownMe(await getMe(ctx, whoOf(request))));
}

export function changeMeHandler(ctx: Context, door: Door) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const json = request.body as JsonText | undefined;
    if (!json) fail('invalid_json', 'The body is missing; send an object with what is to change.');
    const browser = await browserOf(ctx, request);
    const changed = await changeMe(ctx, door, whoOf(request), browser, json);
    return 'secret' in changed
      ? sendEntered(ctx, reply, changed)
      : sendJson(reply, shownMe(changed.me));
  };
}

/** Whose session a request has, behind the hook that insists on one. */
export function whoOf({ signedIn }: FastifyRequest): SignedIn {
  return signedIn ?? fail('session_required', 'A token is nobody in person.');
}

/** Lets somebody in who has just proved who they are. */
export function sendEntered(
  ctx: Context,
  reply: FastifyReply,
  { me, secret }: Entered,
): FastifyReply {
  setSessionCookie(ctx, reply, secret);
  return sendJson(reply, shownMe(me));
}

function shownMe({ member, hasPassword, sessionId, apps }: Me): Static<typeof MeSchema> {
  const { id, email, name } = member;
  return {
    member: { member_id: id, email, name, has_password: hasPassword },
    session_id: sessionId,
    apps: apps.map((app) => ({ name: app.name, role: app.role })),
  };
}
