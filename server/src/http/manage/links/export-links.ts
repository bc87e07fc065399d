import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { exportLinks, LINK_EXPORT_FORMATS } from '../../../actions/links/export-links.ts';
import { appParameter } from '../../app-parameter.ts';
import { endpoint } from '../../endpoint.ts';
import { linkFilter, linkFilterQuery } from './link-filter.ts';

const MEDIA_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

export const exportLinksEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/smartlinks/export',
  callers: 'viewer',
  id: 'exportSmartlinks',
  summary: 'Export the smart links of the app',
  description:
    'All links that match, newest first, one line for each. CSV has the columns that an import reads and others; an apostrophe is put before texts that a spreadsheet would run as a formula, and an import removes it. NDJSON has the links as the API returns them, and `requested_routes`: the routes of the request that created the link.',
  query: Type.Object({
    ...linkFilterQuery,
    ...appParameter,
    format: Type.Optional(Type.Enum([...LINK_EXPORT_FORMATS], { default: 'csv' })),
  }),
  responses: {
    200: { description: 'The links, as a stream.', mediaTypes: Object.values(MEDIA_TYPES) },
  },
  handle({ ctx, appId, query, reply }) {
    const { format = 'csv' } = query;
    const lines = exportLinks(ctx, appId, linkFilter(ctx, query), format);
    // The client decides the pace: the next links are read when these were sent. If it disconnects, the stream is
    // destroyed, which ends the generator.
    return reply
      .headers({
        'content-type': `${MEDIA_TYPES[format]}; charset=utf-8`,
        'content-disposition': `attachment; filename="links.${format}"`,
        'cache-control': 'no-store',
      })
      .send(Readable.from(lines, { objectMode: false }));
  },
});
