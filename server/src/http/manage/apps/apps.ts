import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { createApp } from '../../../actions/apps/create-app.ts';
import type { NameAttempts } from '../../../actions/apps/name-attempts.ts';
import type { Context } from '../../../actions/context.ts';
import { listOwnApps, tokenApp, type MemberApp } from '../../../actions/sessions/own-apps.ts';
import type { JsonText } from '../../../domain/text/json.ts';
import { parseAppRequest } from '../../../domain/access/member-request.ts';
import { shownTime } from '../../../domain/text/shown-time.ts';
import { ROLES } from '../../../domain/access/role.ts';
import { TOKEN_KINDS } from '../../../domain/access/token.ts';
import { fail, refuse } from '../../../problem.ts';
import { problems } from '../../documented.ts';
import { whoOf } from '../sessions/me.ts';
import { BODY_PROBLEMS, SESSION_PROBLEMS } from '../problems.ts';
import { sendJson } from '../send-json.ts';

const app = { name: Type.String(), role: Type.Enum([...ROLES]) };

export const AppsSchema = Type.Object(
  {
    apps: Type.Array(
      Type.Object(
        { ...app, created_at: Type.String({ description: 'RFC 3339, UTC.' }) },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'Apps', additionalProperties: false },
);

export const NewAppSchema = Type.Object(
  {
    app: Type.Object(app, { additionalProperties: false }),
    tokens: Type.Object(Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, Type.String()])), {
      additionalProperties: false,
      description: 'One of each kind, shown this once.',
    }),
  },
  { $id: 'NewApp', additionalProperties: false },
);

const json = (name: string) => ({ 'application/json': { schema: { $ref: `${name}#` } } });

export const listAppsSchema = {
  operationId: 'listApps',
  summary: 'List your apps',
  description: 'Sorted by name. A token gets the one app that it belongs to.',
  tags: ['Management'],
  security: [{ token: [] }, { session: [] }],
  response: {
    200: { description: 'The apps.', content: json('Apps') },
    ...problems(...SESSION_PROBLEMS, 'not_found'),
  },
};

export const createAppSchema = {
  operationId: 'createApp',
  summary: 'Create an app that you own',
  description:
    'For people who own another app already. A name is unique in the installation. After a few requests with taken names, the next ones have to wait.',
  tags: ['Management'],
  security: [{ session: [] }],
  body: { content: json('AppRequest') },
  response: {
    201: {
      description: 'The app and its tokens, which are shown this once.',
      content: json('NewApp'),
    },
    ...problems(...SESSION_PROBLEMS, ...BODY_PROBLEMS, 'role_too_low', 'too_many_attempts'),
  },
};

export function listAppsHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { signedIn, actor } = request;
    const apps = signedIn
      ? await listOwnApps(ctx, signedIn.member.id)
      : [await tokenApp(ctx, actor.appId)];
    return sendJson(reply, { apps: apps.map(shown) });
  };
}

export function createAppHandler(ctx: Context, names: NameAttempts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const body = request.body as JsonText | undefined;
    if (!body) fail('invalid_json', 'The body is missing; send an object with "name".');
    const parsed = parseAppRequest(body);
    if ('faults' in parsed) refuse(parsed.faults);
    const { name } = parsed;
    const { member } = whoOf(request);
    const create = () => createApp(ctx, name, member);
    const { tokens } = await names.guard(member.id, request.ip, create);
    return sendJson(reply.code(201), { app: { name, role: 'owner' }, tokens });
  };
}

function shown({ name, role, createdAt }: MemberApp): Static<typeof AppsSchema>['apps'][number] {
  return { name, role, created_at: shownTime(createdAt) };
}
