import type { FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { invitationDocument, memberDocument } from '../../../actions/documents/member-document.ts';
import { webhookDocument } from '../../../actions/documents/webhook-document.ts';
import {
  changeRole,
  leaveApp,
  removeMember,
  type ChangedMember,
} from '../../../actions/members/change-member.ts';
import { getMember, listMembers, type AppMember } from '../../../actions/members/list-members.ts';
import { MemberChangeSchema } from '../../../domain/access/member-request.ts';
import { ROLES } from '../../../domain/access/role.ts';
import { jsonBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { etagHeader, ifMatch, versionsIn, versionTag } from '../../etag.ts';
import { shownToken } from '../apps/tokens.ts';
import { component, nullable } from '../../../domain/text/shapes.ts';

const member = {
  member_id: Type.String(),
  email: Type.String(),
  name: Type.String({ description: 'Can be empty.' }),
  role: Type.Enum([...ROLES]),
  own: Type.Boolean({ description: 'Whether this is the signed-in user.' }),
  joined_at: Type.String({ description: 'RFC 3339, UTC.' }),
  last_seen_at: nullable(Type.String(), 'In this app; up to a minute late. RFC 3339, UTC.'),
  etag: Type.String({ description: 'For `If-Match`; changes with the role.' }),
};

export const MemberSchema = component('Member', member);

export const ChangedMemberSchema = component('ChangedMember', {
  ...member,
  tokens: Type.Array(Type.Unsafe({ $ref: 'Token#' }), {
    description:
      'Valid tokens that the member created, or that were created with one of these. They work until they are revoked. Empty for an owner.',
  }),
  webhooks: Type.Array(Type.Unsafe({ $ref: 'Webhook#' }), {
    description:
      'Enabled webhooks that the member created, or that were created with one of the tokens of the member, valid or not. They get events until they are disabled or deleted. Empty for an owner.',
  }),
});

export const MembersSchema = component('Members', {
  members: Type.Array(Type.Unsafe({ $ref: 'Member#' }), {
    description: 'In the order in which they joined.',
  }),
  invitations: Type.Array(Type.Unsafe({ $ref: 'Invitation#' }), {
    description: 'The open invitations, oldest first.',
  }),
});

const etag = etagHeader('Changes with the role');
const params = Type.Object({
  member_id: Type.String({ description: 'The id of the member, as listed: `mem_…`.' }),
});
const headers = ifMatch('the role was changed since');

export const listMembersEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/members',
  callers: 'viewer',
  id: 'listMembers',
  tag: 'Members',
  summary: 'List members and invitations',
  description: 'The members of the app, and the open invitations.',
  responses: { 200: { description: 'Members and invitations.', schema: MembersSchema } },
  async handle({ ctx, appId, request }) {
    const { members, invitations } = await listMembers(ctx, appId);
    return {
      members: members.map((one) => shown(one, request)),
      invitations: invitations.map(invitationDocument),
    };
  },
});

export const getMemberEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/members/:member_id',
  callers: 'viewer',
  id: 'getMember',
  tag: 'Members',
  summary: 'Get a member',
  description: 'Send its `ETag` with a later change of the role.',
  params,
  responses: { 200: { description: 'The member.', headers: etag, schema: MemberSchema } },
  async handle({ ctx, appId, params: { member_id: id }, request, reply }) {
    const found = await getMember(ctx, appId, id);
    void reply.header('etag', versionTag(found.version));
    return shown(found, request);
  },
});

export const changeMemberEndpoint = endpoint({
  method: 'PATCH',
  path: '/manage/v1/members/:member_id',
  callers: 'owner',
  id: 'changeMember',
  tag: 'Members',
  summary: 'Change the role of a member',
  description:
    'Takes effect for the next request of the member. If the member is no longer an owner, their open invitations end. The last owner keeps the role.',
  params,
  headers,
  body: jsonBody(MemberChangeSchema),
  responses: {
    200: { description: 'The changed member.', headers: etag, schema: ChangedMemberSchema },
  },
  problems: ['last_owner'],
  async handle({ ctx, author, params: { member_id: id }, body: { role }, request, reply }) {
    const versions = versionsIn(request.headers['if-match']);
    const changed = await changeRole(ctx, author, id, role, versions);
    void reply.header('etag', versionTag(changed.version));
    return shownChanged(changed, request);
  },
});

export const removeMemberEndpoint = endpoint({
  method: 'DELETE',
  path: '/manage/v1/members/:member_id',
  callers: 'owner',
  id: 'removeMember',
  tag: 'Members',
  summary: 'Remove a member from the app',
  description:
    'Takes effect for the next request of the member. The account and its other apps remain. Open invitations of the member end; revoke the tokens that only the member knows, and disable the webhooks whose receiver is theirs. The last owner cannot be removed.',
  params,
  headers,
  responses: { 200: { description: 'The removed member.', schema: ChangedMemberSchema } },
  problems: ['last_owner'],
  async handle({ ctx, author, params: { member_id: id }, request }) {
    const versions = versionsIn(request.headers['if-match']);
    return shownChanged(await removeMember(ctx, author, id, versions), request);
  },
});

export const leaveAppEndpoint = endpoint({
  method: 'DELETE',
  path: '/manage/v1/membership',
  callers: 'member',
  id: 'leaveApp',
  tag: 'Members',
  summary: 'Leave the app',
  description:
    'Takes effect for the next request. Your account and your other apps remain. Your saved filters in the app are deleted, and the open invitations that you created end. Tokens and webhooks that you created continue to work. Only an owner can invite you again. The last owner cannot leave.',
  responses: { 204: { description: 'You are no longer a member of the app.' } },
  problems: ['role_too_low', 'last_owner'],
  async handle({ ctx, author }) {
    await leaveApp(ctx, author);
    return undefined;
  },
});

function shownChanged(changed: ChangedMember, request: FastifyRequest): object {
  const tokens = changed.tokens.map((token) => shownToken(token, request));
  const webhooks = changed.webhooks.map(webhookDocument);
  return { ...shown(changed, request), tokens, webhooks };
}

function shown(one: AppMember, { actor }: FastifyRequest): Static<typeof MemberSchema> {
  return { ...memberDocument(one), own: one.id === actor.id, etag: versionTag(one.version) };
}
