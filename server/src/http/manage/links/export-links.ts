import { Type } from 'typebox';
import { exportLinks, LINK_EXPORT_FORMATS } from '../../../actions/links/export-links.ts';
import { appParameter } from '../../admission.ts';
import { endpoint } from '../../endpoint.ts';
import { EXPORT_MEDIA_TYPES } from '../../exports.ts';
import { linkFilter, linkFilterQuery } from './link-filter.ts';

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
    200: { description: 'The links, as a stream.', mediaTypes: EXPORT_MEDIA_TYPES },
  },
  isStream: true,
  problems: ['too_many_streams'],
  handle({ ctx, service, appId, query, request, reply }) {
    const { format = 'csv' } = query;
    return service.exports.send(request, reply, format, (signal) => ({
      fileName: `links.${format}`,
      blocks: exportLinks(ctx, appId, linkFilter(ctx, query), format, signal),
    }));
  },
});
