import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { changeApp, readApp } from '../../../actions/apps/change-app.ts';
import type { Context } from '../../../actions/context.ts';
import type { JsonText } from '../../../domain/text/json.ts';
import { isRecord } from '../../../domain/link/link.ts';
import { fieldsAbove } from '../../../domain/access/role.ts';
import { AppSetupSchema } from '../../../domain/app/setup-schema.ts';
import { fail } from '../../../problem.ts';
import { roleTooLow } from '../../admission.ts';
import { editorOf } from '../../auth.ts';
import { problems } from '../../documented.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';
import { flagOf, parametersOf } from '../query-text.ts';
import { sendLongJson } from '../send-json.ts';

export const AppChangeSchema = Type.Object(
  { ...AppSetupSchema.properties, name: Type.Optional(AppSetupSchema.properties.name) },
  {
    $id: 'AppChange',
    additionalProperties: false,
    description: 'One app of an apply file: what is left out stays as it is.',
    examples: [{ visits: { title: 'Shop', home: 'https://shop.example/' } }],
  },
);

export const ChangedAppSchema = Type.Object(
  {
    app: Type.Unsafe<object>({ $ref: 'AppSetup#' }),
    changes: Type.Array(
      Type.Object(
        {
          change: Type.Enum(['add', 'remove', 'replace']),
          what: Type.String(),
          from: Type.Optional(Type.Unknown({ description: 'As it was.' })),
          to: Type.Optional(Type.Unknown({ description: 'As it became.' })),
        },
        { additionalProperties: false },
      ),
    ),
    warnings: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'A template that can never match.' }),
          by: Type.Array(Type.String(), { description: 'The templates that come first.' }),
        },
        { additionalProperties: false },
      ),
    ),
    pending_hosts: Type.Array(Type.String(), {
      description:
        'Hosts of the app that have no effect until they are proven: `GET /manage/v1/hosts` has the DNS records.',
    }),
  },
  { $id: 'ChangedApp', additionalProperties: false },
);

const etagHeader = {
  etag: { type: 'string', description: 'Changes with every setting; for `If-Match`.' },
};

export const getAppSchema = {
  operationId: 'getApp',
  summary: 'Get the app',
  description:
    'The whole configuration in the shape of an apply file. Its `ETag` protects a later change.',
  tags: ['Management'],
  response: {
    200: {
      description: 'The app.',
      headers: etagHeader,
      content: { 'application/json': { schema: { $ref: 'AppSetup#' } } },
    },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export const changeAppSchema = {
  operationId: 'changeApp',
  summary: 'Change the platforms, templates, visits or hosts of the app',
  description:
    'Reads what `smartlink apply` reads, by the same rules. In effect for the next link and the next visit. Editors may change `templates` and `visits`, owners everything.',
  tags: ['Management'],
  headers: Type.Object({
    'if-match': Type.Optional(
      Type.String({ description: 'The `ETag` that was read: 412 if the app was changed since.' }),
    ),
  }),
  querystring: Type.Object({
    dry_run: Type.Optional(
      Type.Enum(['true', 'false'], { description: '`true`: only say what would change.' }),
    ),
  }),
  body: { content: { 'application/json': { schema: { $ref: 'AppChange#' } } } },
  response: {
    200: {
      description: 'The app as it is now, or would be.',
      headers: etagHeader,
      content: { 'application/json': { schema: { $ref: 'ChangedApp#' } } },
    },
    ...problems(
      ...MANAGE_PROBLEMS,
      'invalid_json',
      'precondition_failed',
      'payload_too_large',
      'unsupported_media_type',
      'validation_failed',
    ),
  },
};

export function getAppHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { app, etag } = await readApp(ctx, request.actor.appId);
    return sendLongJson(reply.header('etag', etag), app);
  };
}

export function changeAppHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const json = request.body as JsonText | undefined;
    if (!json) fail('invalid_json', 'The body is missing; send an object with what is to change.');
    insistOnFields(request, json.value);
    const dryRun = flagOf(parametersOf(request), 'dry_run') ?? false;
    const expected = request.headers['if-match']?.trim();
    const { app, etag, differences, shadowed, pendingHosts } = await changeApp(
      ctx,
      editorOf(request),
      json,
      { dryRun, expected },
    );
    const pending = { pending_hosts: pendingHosts };
    const document = { app, changes: differences, warnings: shadowed, ...pending };
    return sendLongJson(reply.header('etag', etag), document);
  };
}

/** An editor changes templates and looks; the rest of an app is for its owners. */
function insistOnFields({ role }: FastifyRequest, value: unknown): void {
  const [field] = fieldsAbove(role, isRecord(value) ? Object.keys(value) : []);
  if (field !== undefined) roleTooLow(role, 'owner', `To change "${field}"`);
}
