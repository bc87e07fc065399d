import { Type } from 'typebox';
import { invitationDocument } from '../../../actions/documents/member-document.ts';
import { acceptInvitation } from '../../../actions/members/accept-invitation.ts';
import { lookUpInvitation } from '../../../actions/members/find-invitation.ts';
import { invite } from '../../../actions/members/invite.ts';
import { withdrawInvitation } from '../../../actions/members/withdraw-invitation.ts';
import { InvitationRequestSchema, parseInvitation } from '../../../domain/access/member-request.ts';
import { ROLES } from '../../../domain/access/role.ts';
import {
  InvitationAcceptanceSchema,
  InvitationLookupSchema,
  parseAcceptance,
} from '../../../domain/access/sign-in-request.ts';
import { formatTime } from '../../../domain/text/format-time.ts';
import { jsonBody, parsedBody } from '../../body.ts';
import { browserOf } from '../../browser.ts';
import { endpoint } from '../../endpoint.ts';
import { auditEntry } from '../links/history.ts';
import { meResponse, signedInAnswer } from '../sessions/me.ts';
import { component, nullable } from '../../../domain/text/shapes.ts';

const role = Type.Enum([...ROLES]);
const expires = Type.String({ description: 'RFC 3339, UTC; seven days after its creation.' });

export const InvitationSchema = component('Invitation', {
  invitation_id: Type.String(),
  email: nullable(
    Type.String(),
    '`null`: for anyone with the link, which the first start printed.',
  ),
  role,
  created_at: Type.String({ description: 'RFC 3339, UTC.' }),
  expires_at: expires,
  created_by: Type.String({ description: 'The id of a member or a token, or `operator`.' }),
  by_name: auditEntry.by_name,
});

export const NewInvitationSchema = component('NewInvitation', {
  invitation_id: Type.String(),
  email: Type.String(),
  role,
  address: Type.String({
    format: 'uri',
    description: 'The link to send to the person. Returned once; it can be used once.',
  }),
  expires_at: expires,
});

export const FoundInvitationSchema = component('LookedInvitation', {
  kind: Type.Enum(['join', 'password'], {
    description: '`join`: become a member of `app`. `password`: choose a new password.',
  }),
  email: nullable(
    Type.String(),
    'The e-mail address of the invited person; `null`: the person who accepts it chooses one.',
  ),
  app: nullable(Type.String()),
  role: nullable(role),
  by_name: nullable(
    Type.String(),
    'Who invites: the name of the member, or else the e-mail address; `null` for all others.',
  ),
});

export const lookUpInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/invitations/look',
  callers: 'same-origin',
  id: 'lookAtInvitation',
  tag: 'Signing in',
  summary: 'Show what an invitation is for',
  description:
    'The invitation can still be used afterwards. The secret is the part of the link after `#`.',
  body: jsonBody(InvitationLookupSchema),
  responses: { 200: { description: 'The open invitation.', schema: FoundInvitationSchema } },
  problems: ['invitation_over'],
  async handle({ ctx, body }) {
    const { invitation, app, byName } = await lookUpInvitation(ctx, body.invitation);
    const { kind, email, role: offered } = invitation;
    return { kind, email, app, role: offered, by_name: byName };
  },
});

export const acceptInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/invitations/accept',
  callers: 'same-origin',
  id: 'acceptInvitation',
  tag: 'Signing in',
  summary: 'Accept an invitation and sign in',
  description:
    'A person with an account sends its password and keeps its name; anyone else chooses a name and a password. The response does not disclose whether an account exists: a password that is wrong and too weak for a new account gets the same response in both cases. Sets the session cookie.',
  body: parsedBody(InvitationAcceptanceSchema, parseAcceptance),
  responses: { 200: meResponse('The account. The response sets the session cookie.') },
  problems: ['wrong_credentials', 'password_sign_in_off', 'invitation_over', 'too_many_attempts'],
  async handle({ ctx, service, body, request, reply }) {
    const browser = await browserOf(ctx, request);
    return signedInAnswer(
      ctx,
      reply,
      await acceptInvitation(ctx, service.signInGuard, browser, body),
    );
  },
});

export const inviteEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/invitations',
  callers: 'owner',
  id: 'createInvitation',
  tag: 'Members',
  summary: 'Invite a person to the app',
  description: 'Ends earlier invitations of the same person to the app.',
  body: parsedBody(InvitationRequestSchema, parseInvitation),
  responses: { 201: { description: 'The invitation and its link.', schema: NewInvitationSchema } },
  problems: ['already_member', 'too_many_invitations'],
  async handle({ ctx, author, body: { email, role: offered } }) {
    const { id, address, expiresAt } = await invite(ctx, author, email, offered);
    const expires_at = formatTime(expiresAt);
    return { invitation_id: id, email, role: offered, address, expires_at };
  },
});

export const withdrawInvitationEndpoint = endpoint({
  method: 'DELETE',
  path: '/manage/v1/invitations/:invitation_id',
  callers: 'owner',
  id: 'withdrawInvitation',
  tag: 'Members',
  summary: 'Withdraw an invitation',
  params: Type.Object({
    invitation_id: Type.String({ description: 'The id of the invitation, as listed: `inv_…`.' }),
  }),
  responses: { 200: { description: 'The withdrawn invitation.', schema: InvitationSchema } },
  async handle({ ctx, author, params }) {
    return invitationDocument(await withdrawInvitation(ctx, author, params.invitation_id));
  },
});
