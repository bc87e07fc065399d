import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { invitationDocument, memberDocument } from '../../../actions/documents/member-document.ts';
import {
  changeRole,
  removeMember,
  type ChangedMember,
} from '../../../actions/members/change-member.ts';
import { getMember, listMembers, type AppMember } from '../../../actions/members/list-members.ts';
import type { JsonText } from '../../../domain/text/json.ts';
import { parseMemberChange } from '../../../domain/access/member-request.ts';
import { ROLES } from '../../../domain/access/role.ts';
import { fail, refuse } from '../../../problem.ts';
import { editorOf } from '../../auth.ts';
import { problems } from '../../documented.ts';
import { versionsIn, versionTag } from '../../etag.ts';
import { BODY_PROBLEMS, MANAGE_PROBLEMS } from '../problems.ts';
import { sendJson, sendLongJson } from '../send-json.ts';
import { shownToken } from '../apps/tokens.ts';

const member = {
  member_id: Type.String(),
  email: Type.String(),
  name: Type.String({ description: 'May be empty.' }),
  role: Type.Enum([...ROLES]),
  own: Type.Boolean({ description: 'You.' }),
  joined_at: Type.String({ description: 'RFC 3339, UTC.' }),
  last_seen_at: Type.Union([Type.String(), Type.Null()], {
    description: 'In this app; a minute behind at the most. RFC 3339, UTC.',
  }),
  etag: Type.String({ description: 'For `If-Match`; changes with the role.' }),
};

export const MemberSchema = Type.Object(member, { $id: 'Member', additionalProperties: false });

export const ChangedMemberSchema = Type.Object(
  {
    ...member,
    tokens: Type.Array(Type.Unsafe({ $ref: 'Token#' }), {
      description:
        'Valid tokens that the person made, or that were made with one of these: they work until they are revoked. Empty for an owner.',
    }),
  },
  { $id: 'ChangedMember', additionalProperties: false },
);

export const MembersSchema = Type.Object(
  {
    members: Type.Array(Type.Unsafe({ $ref: 'Member#' }), {
      description: 'In the order in which they joined.',
    }),
    invitations: Type.Array(Type.Unsafe({ $ref: 'Invitation#' }), {
      description: 'Those that can still be used, the oldest first.',
    }),
  },
  { $id: 'Members', additionalProperties: false },
);

const json = (name: string) => ({ 'application/json': { schema: { $ref: `${name}#` } } });
const etag = { etag: { type: 'string', description: 'Changes with the role; for `If-Match`.' } };
const params = Type.Object({
  member_id: Type.String({ description: 'As it is listed: `mem_…`.' }),
});
const headers = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'The `ETag` that was read: 412 if the role was changed since.' }),
  ),
});

export const listMembersSchema = {
  operationId: 'listMembers',
  summary: 'List members and invitations',
  description: 'The members of the app, and the invitations that can still be used.',
  tags: ['Members'],
  response: {
    200: { description: 'All of them.', content: json('Members') },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export const getMemberSchema = {
  operationId: 'getMember',
  summary: 'Get a member',
  description: 'Its `ETag` protects a later change of the role.',
  tags: ['Members'],
  params,
  response: {
    200: { description: 'The member.', headers: etag, content: json('Member') },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export const changeMemberSchema = {
  operationId: 'changeMember',
  summary: 'Give a member another role',
  description:
    'In effect for their next request. The open invitations of a member who is no owner any more end. The last owner cannot be lowered.',
  tags: ['Members'],
  params,
  headers,
  body: { content: json('MemberChange') },
  response: {
    200: { description: 'The member as it is now.', headers: etag, content: json('ChangedMember') },
    ...problems(...MANAGE_PROBLEMS, ...BODY_PROBLEMS, 'last_owner', 'precondition_failed'),
  },
};

export const removeMemberSchema = {
  operationId: 'removeMember',
  summary: 'Take somebody out of the app',
  description:
    'In effect for their next request; their account and their other apps stay. Their open invitations end; revoke the tokens that only they have. The last owner cannot be removed.',
  tags: ['Members'],
  params,
  headers,
  response: {
    200: { description: 'The member as it was.', content: json('ChangedMember') },
    ...problems(...MANAGE_PROBLEMS, 'last_owner', 'precondition_failed'),
  },
};

export function listMembersHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { members, invitations } = await listMembers(ctx, request.actor.appId);
    return sendLongJson(reply, {
      members: members.map((one) => shown(one, request)),
      invitations: invitations.map(invitationDocument),
    });
  };
}

export function getMemberHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendMember(request, reply, await getMember(ctx, request.actor.appId, idOf(request)));
}

export function changeMemberHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const body = request.body as JsonText | undefined;
    if (!body) fail('invalid_json', 'The body is missing; send an object with "role".');
    const parsed = parseMemberChange(body);
    if ('faults' in parsed) refuse(parsed.faults);
    const versions = versionsIn(request.headers['if-match']);
    const { role } = parsed;
    const changed = await changeRole(ctx, editorOf(request), idOf(request), role, versions);
    return sendJson(
      reply.header('etag', versionTag(changed.version)),
      shownChanged(changed, request),
    );
  };
}

export function removeMemberHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const versions = versionsIn(request.headers['if-match']);
    const removed = await removeMember(ctx, editorOf(request), idOf(request), versions);
    return sendJson(reply, shownChanged(removed, request));
  };
}

function idOf({ params: given }: FastifyRequest): string {
  return (given as { member_id: string }).member_id;
}

function sendMember(request: FastifyRequest, reply: FastifyReply, one: AppMember): FastifyReply {
  return sendJson(reply.header('etag', versionTag(one.version)), shown(one, request));
}

function shownChanged(changed: ChangedMember, request: FastifyRequest): object {
  const tokens = changed.tokens.map((token) => shownToken(token, request));
  return { ...shown(changed, request), tokens };
}

function shown(one: AppMember, { actor }: FastifyRequest): Static<typeof MemberSchema> {
  return { ...memberDocument(one), own: one.id === actor.id, etag: versionTag(one.version) };
}
