import { Type } from 'typebox';
import { createApp } from '../../../actions/apps/create-app.ts';
import { listOwnApps, tokenApp } from '../../../actions/sessions/own-apps.ts';
import { AppRequestSchema } from '../../../domain/access/member-request.ts';
import { ROLES } from '../../../domain/access/role.ts';
import { TOKEN_KINDS } from '../../../domain/access/token.ts';
import { formatTime } from '../../../domain/text/format-time.ts';
import { jsonBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { closedObject, component } from '../../../domain/text/shapes.ts';

const app = { name: Type.String(), role: Type.Enum([...ROLES]) };

export const AppsSchema = component('Apps', {
  apps: Type.Array(
    closedObject({ ...app, created_at: Type.String({ description: 'RFC 3339, UTC.' }) }),
  ),
});

export const NewAppSchema = component('NewApp', {
  app: closedObject(app),
  tokens: closedObject(Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, Type.String()])), {
    description: 'One token of each kind. Returned once; only digests are stored.',
  }),
});

export const listAppsEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/apps',
  callers: 'user-or-token',
  id: 'listApps',
  summary: 'List your apps',
  description: 'Sorted by name. A token gets the one app that it belongs to.',
  responses: { 200: { description: 'The apps.', schema: AppsSchema } },
  problems: ['not_found'],
  async handle({ ctx, request: { signedIn, actor } }) {
    const apps = signedIn
      ? await listOwnApps(ctx, signedIn.member.id)
      : [await tokenApp(ctx, actor.appId)];
    return {
      apps: apps.map(({ name, role, createdAt }) => {
        return { name, role, created_at: formatTime(createdAt) };
      }),
    };
  },
});

export const createAppEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/apps',
  callers: 'user',
  id: 'createApp',
  summary: 'Create an app',
  description:
    'You become its owner. Requires that you own another app. The name must be unique in the installation; after a few names that are taken, you have to wait. An owner of 100 apps can create no more.',
  body: jsonBody(AppRequestSchema),
  responses: {
    201: {
      description: 'The app and its tokens. Returned once; only digests are stored.',
      schema: NewAppSchema,
    },
  },
  problems: ['role_too_low', 'too_many_apps', 'too_many_attempts'],
  async handle({ ctx, service, body: { name }, user: { member }, request }) {
    const create = () => createApp(ctx, name, member);
    const { tokens } = await service.nameAttempts.guard(member.id, request.ip, create);
    return { app: { name, role: 'owner' }, tokens };
  },
});
