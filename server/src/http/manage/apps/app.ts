import { Type } from 'typebox';
import { changeApp, readApp } from '../../../actions/apps/change-app.ts';
import { fieldsAbove, type Role } from '../../../domain/access/role.ts';
import { parseAppDocument } from '../../../domain/app/app-document.ts';
import { AppSetupSchema, type AppChange } from '../../../domain/app/setup-schema.ts';
import { readAppSetup } from '../../../domain/app/setup.ts';
import { isRecord } from '../../../domain/text/json-value.ts';
import type { OwnAddresses } from '../../../domain/link/own-address.ts';
import { orRefuse, refuse } from '../../../problem.ts';
import { runInSlices } from '../../../time-slices.ts';
import { roleTooLow } from '../../admission.ts';
import { longBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { etagHeader, ifMatch, tagsIn } from '../../etag.ts';
import { closedObject, component } from '../../../domain/text/shapes.ts';

export const AppChangeSchema = component(
  'AppChange',
  { ...AppSetupSchema.properties, name: Type.Optional(AppSetupSchema.properties.name) },
  {
    description: 'One app of an apply file. Fields that are left out keep their values.',
    examples: [{ visits: { title: 'Shop', home: 'https://shop.example/' } }],
  },
);

export const ChangedAppSchema = component('ChangedApp', {
  app: Type.Unsafe<object>({ $ref: 'AppSetup#' }),
  changes: Type.Array(
    closedObject({
      change: Type.Enum(['add', 'remove', 'replace']),
      what: Type.String(),
      from: Type.Optional(Type.Unknown({ description: 'The previous value.' })),
      to: Type.Optional(Type.Unknown({ description: 'The new value.' })),
    }),
  ),
  warnings: Type.Array(
    closedObject({
      name: Type.String({ description: 'A template that can never match.' }),
      by: Type.Array(Type.String(), { description: 'The templates that match first.' }),
    }),
  ),
  pending_hosts: Type.Array(Type.String(), {
    description:
      'Hosts of the app that have no effect until they are verified: `GET /manage/v1/hosts` returns the DNS records.',
  }),
});

const etag = etagHeader('Changes with every setting');

export const getAppEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/app',
  callers: 'viewer',
  id: 'getApp',
  summary: 'Get the app',
  description:
    'The complete configuration in the format of an apply file. Send its `ETag` with a later change.',
  responses: { 200: { description: 'The app.', headers: etag, schema: AppSetupSchema } },
  async handle({ ctx, appId, reply }) {
    const read = await readApp(ctx, appId);
    void reply.header('etag', read.etag);
    return read.app;
  },
});

export const changeAppEndpoint = endpoint({
  method: 'PATCH',
  path: '/manage/v1/app',
  // Some fields are for owners: `assertFieldsAllowed`.
  callers: 'editor',
  id: 'changeApp',
  summary: 'Change the app',
  description:
    'Accepts the fields of an app in an apply file, with the rules of `smartlink apply`. Takes effect for the next link and the next visit. Editors can change `templates`, `visits` and `metadata_schema`, owners everything. The body can have 4 MiB, a template and the rest 64 KiB each; new and changed values can have 65,536 characters together.',
  headers: ifMatch('the app was changed since'),
  query: Type.Object({
    dry_run: Type.Optional(
      Type.Enum(['true', 'false'], { description: '`true`: only report what would change.' }),
    ),
  }),
  body: longBody(AppChangeSchema, parseAppDocument),
  responses: {
    200: {
      description: 'The app as it is now, or as it would be.',
      headers: etag,
      schema: ChangedAppSchema,
    },
  },
  async handle({ ctx, author, body, query, request, reply }) {
    assertFieldsAllowed(request.role, body.value);
    const dryRun = query.dry_run === 'true';
    const expected = tagsIn(request.headers['if-match']);
    const change = await readChange(body.value, ctx.own());
    const changed = await changeApp(ctx, author, change, { dryRun, expected });
    void reply.header('etag', changed.etag);
    return {
      app: changed.app,
      changes: changed.differences,
      warnings: changed.shadowed,
      pending_hosts: changed.pendingHosts,
    };
  },
});

/** Fails with `validation_failed` and all errors. */
async function readChange(value: unknown, own: OwnAddresses): Promise<AppChange> {
  if (!isRecord(value)) refuse([{ pointer: '', detail: 'must be an object' }]);
  const { setup } = orRefuse(await runInSlices(readAppSetup(value, 'app', own)));
  return { ...setup, name: value.name as string | undefined };
}

/** Fails with `role_too_low` on a field that only owners can change. */
function assertFieldsAllowed(role: Role, value: unknown): void {
  const [field] = fieldsAbove(role, isRecord(value) ? Object.keys(value) : []);
  if (field !== undefined) roleTooLow(role, 'owner', `Changing "${field}"`);
}
