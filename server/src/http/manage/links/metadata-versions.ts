import { Type } from 'typebox';
import { listMetadataVersions } from '../../../actions/links/link-metadata.ts';
import { endpoint } from '../../endpoint.ts';
import { nextCursor, pageQuery, pageRequest, pageText } from '../paging.ts';
import { auditEntry } from './history.ts';
import { codeParams } from './managed-link.ts';
import { closedObject, component } from '../../../domain/text/shapes.ts';

export const MetadataVersionsSchema = component('MetadataVersions', {
  versions: Type.Array(
    closedObject({
      version: Type.Integer({ minimum: 1 }),
      current: Type.Boolean({ description: 'The current version.' }),
      at: auditEntry.at,
      by: auditEntry.by,
      by_name: auditEntry.by_name,
    }),
  ),
  next_cursor: nextCursor,
});

export const metadataVersionsEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/smartlinks/:code/metadata/versions',
  callers: 'viewer',
  id: 'listSmartlinkMetadataVersions',
  summary: 'List the versions of the metadata',
  description:
    'Who saved each version, and when. To get the metadata of a version, use `GET /manage/v1/smartlinks/{code}/metadata`. Newest first.',
  params: codeParams,
  query: pageQuery,
  responses: { 200: { description: 'A page of versions.', schema: MetadataVersionsSchema } },
  async handle({ ctx, appId, params, query }) {
    const page = await listMetadataVersions(ctx, appId, params.code, pageRequest(query));
    return pageText('versions', page, ({ version, current, createdAt, actor, byName }) =>
      JSON.stringify({
        version,
        current,
        at: new Date(createdAt).toISOString(),
        by: actor,
        by_name: byName,
      }),
    );
  },
});
