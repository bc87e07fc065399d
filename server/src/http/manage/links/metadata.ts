import { Type } from 'typebox';
import { readMetadata } from '../../../actions/links/link-metadata.ts';
import { endpoint } from '../../endpoint.ts';
import { etagHeader, versionTag } from '../../etag.ts';
import { MetadataSchema } from '../../../domain/link/metadata.ts';
import { refTo, nullable } from '../../../domain/text/shapes.ts';
import { codeParams } from './managed-link.ts';

export const metadataEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/smartlinks/:code/metadata',
  callers: 'viewer',
  id: 'getSmartlinkMetadata',
  summary: 'Get the metadata of a smart link',
  description:
    'The exact text that was sent, including the notation of numbers, the order of members and white space.',
  params: codeParams,
  query: Type.Object({
    version: Type.Optional(
      // The largest version that the database can count.
      Type.Integer({
        minimum: 1,
        maximum: 999_999_999,
        description: 'An earlier version. Default: the current one.',
      }),
    ),
  }),
  responses: {
    200: {
      description: 'The metadata; `null` if there is none.',
      headers: etagHeader('Of the current link'),
      schema: nullable(refTo(MetadataSchema)),
    },
  },
  async handle({ ctx, appId, params, query, reply }) {
    const { link, metadata } = await readMetadata(ctx, appId, params.code, query.version);
    void reply.header('etag', versionTag(link.version));
    return metadata ?? 'null';
  },
});
