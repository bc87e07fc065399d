import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { invitationDocument } from '../../../actions/documents/member-document.ts';
import { acceptInvitation } from '../../../actions/members/accept-invitation.ts';
import { lookAtInvitation } from '../../../actions/members/find-invitation.ts';
import { invite } from '../../../actions/members/invite.ts';
import { withdrawInvitation } from '../../../actions/members/withdraw-invitation.ts';
import type { Door } from '../../../actions/sessions/check-password.ts';
import type { JsonText } from '../../../domain/text/json.ts';
import { parseInvitation } from '../../../domain/access/member-request.ts';
import { ROLES } from '../../../domain/access/role.ts';
import { parseLook } from '../../../domain/access/sign-in-request.ts';
import { shownTime } from '../../../domain/text/shown-time.ts';
import { fail, refuse } from '../../../problem.ts';
import { editorOf } from '../../auth.ts';
import { browserOf } from '../../browser.ts';
import { problems } from '../../documented.ts';
import { meReply, sendEntered } from '../sessions/me.ts';
import { BODY_PROBLEMS, DOOR_PROBLEMS, MANAGE_PROBLEMS } from '../problems.ts';
import { sendJson } from '../send-json.ts';

const role = Type.Enum([...ROLES]);
const expires = Type.String({ description: 'RFC 3339, UTC; seven days after it was made.' });

export const InvitationSchema = Type.Object(
  {
    invitation_id: Type.String(),
    email: Type.Union([Type.String(), Type.Null()], {
      description: '`null`: for whoever has the link, which the first start printed.',
    }),
    role,
    created_at: Type.String({ description: 'RFC 3339, UTC.' }),
    expires_at: expires,
    created_by: Type.String({ description: 'The id of a member or a token, or `operator`.' }),
    by_name: Type.Union([Type.String(), Type.Null()], {
      description: 'The name, or else the e-mail address, of a member; `null` for all others.',
    }),
  },
  { $id: 'Invitation', additionalProperties: false },
);

export const NewInvitationSchema = Type.Object(
  {
    invitation_id: Type.String(),
    email: Type.String(),
    role,
    address: Type.String({
      format: 'uri',
      description: 'The link to send to the person, shown this once. It works once.',
    }),
    expires_at: expires,
  },
  { $id: 'NewInvitation', additionalProperties: false },
);

export const LookedInvitationSchema = Type.Object(
  {
    kind: Type.Enum(['join', 'password'], {
      description: '`join`: become a member of `app`. `password`: choose a new password.',
    }),
    email: Type.Union([Type.String(), Type.Null()], {
      description: 'Whom it is for; `null`: who uses it says so.',
    }),
    app: Type.Union([Type.String(), Type.Null()]),
    role: Type.Union([role, Type.Null()]),
    by_name: Type.Union([Type.String(), Type.Null()], {
      description:
        'Who asks: the name, or else the e-mail address, of a member; `null` for all others.',
    }),
  },
  { $id: 'LookedInvitation', additionalProperties: false },
);

const json = (name: string) => ({ 'application/json': { schema: { $ref: `${name}#` } } });

export const lookSchema = {
  operationId: 'lookAtInvitation',
  summary: 'Show what an invitation is for',
  description: 'Does not use the invitation up. The secret is the part of the link after `#`.',
  tags: ['Signing in'],
  security: [],
  body: { content: json('InvitationLook') },
  response: {
    200: { description: 'It can be used.', content: json('LookedInvitation') },
    ...problems(...DOOR_PROBLEMS, ...BODY_PROBLEMS, 'invitation_over'),
  },
};

export const acceptSchema = {
  operationId: 'acceptInvitation',
  summary: 'Use the link of an invitation, and be signed in',
  description:
    'A person who has an account sends its password and keeps its name; everybody else chooses both here. Whether there is an account is not disclosed before: a password that is neither right nor good enough for a new account gets the same answer in both cases. Sets the session cookie.',
  tags: ['Signing in'],
  security: [],
  body: { content: json('InvitationAcceptance') },
  response: {
    200: meReply('You are signed in; the cookie comes with it.'),
    ...problems(
      ...DOOR_PROBLEMS,
      ...BODY_PROBLEMS,
      'wrong_credentials',
      'password_sign_in_off',
      'invitation_over',
      'too_many_attempts',
      'overloaded',
    ),
  },
};

export const inviteSchema = {
  operationId: 'createInvitation',
  summary: 'Ask somebody to become a member of the app',
  description: 'An earlier invitation of the same person to the app ends.',
  tags: ['Members'],
  body: { content: json('InvitationRequest') },
  response: {
    201: { description: 'The link, this once.', content: json('NewInvitation') },
    ...problems(...MANAGE_PROBLEMS, ...BODY_PROBLEMS, 'already_member', 'too_many_invitations'),
  },
};

export const withdrawSchema = {
  operationId: 'withdrawInvitation',
  summary: 'End an invitation that nobody has used',
  tags: ['Members'],
  params: Type.Object({ invitation_id: Type.String({ description: 'As it is listed: `inv_…`.' }) }),
  response: {
    200: { description: 'It is over.', content: json('Invitation') },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export function lookHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const parsed = parseLook(bodyOf(request, 'send "invitation"'));
    if ('faults' in parsed) refuse(parsed.faults);
    const { invitation, app, byName } = await lookAtInvitation(ctx, parsed.invitation);
    const { kind, email, role: offered } = invitation;
    return sendJson(reply, { kind, email, app, role: offered, by_name: byName });
  };
}

export function acceptHandler(ctx: Context, door: Door) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const wish = bodyOf(request, 'send "invitation" and "password"');
    const browser = await browserOf(ctx, request);
    return sendEntered(ctx, reply, await acceptInvitation(ctx, door, browser, wish));
  };
}

export function inviteHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const parsed = parseInvitation(bodyOf(request, 'send "email" and "role"'));
    if ('faults' in parsed) refuse(parsed.faults);
    const { email, role: offered } = parsed;
    const { id, address, expiresAt } = await invite(ctx, editorOf(request), email, offered);
    const made = { invitation_id: id, email, role: offered, address };
    return sendJson(reply.code(201), { ...made, expires_at: shownTime(expiresAt) });
  };
}

export function withdrawHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { invitation_id: id } = request.params as { invitation_id: string };
    return sendJson(
      reply,
      invitationDocument(await withdrawInvitation(ctx, editorOf(request), id)),
    );
  };
}

function bodyOf({ body }: FastifyRequest, what: string): JsonText {
  return (body as JsonText | undefined) ?? fail('invalid_json', `The body is missing; ${what}.`);
}
