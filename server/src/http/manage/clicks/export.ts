import { Type } from 'typebox';
import { EXPORT_FORMATS, exportClicks } from '../../../actions/clicks/export-clicks.ts';
import { appParameter } from '../../admission.ts';
import { endpoint } from '../../endpoint.ts';
import { EXPORT_MEDIA_TYPES } from '../../exports.ts';
import { codeParameter } from './code-parameter.ts';
import { periodQuery } from './report-shapes.ts';

export const exportClicksEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/clicks/export',
  callers: 'viewer',
  id: 'exportClicks',
  summary: 'Export the single clicks of the app or of a link',
  description:
    'One line for each click that is still stored, oldest first. In CSV, an apostrophe is put before texts that a spreadsheet would run as a formula.',
  query: Type.Object({
    ...periodQuery,
    ...codeParameter,
    ...appParameter,
    format: Type.Optional(Type.Enum([...EXPORT_FORMATS], { default: 'csv' })),
  }),
  responses: {
    200: { description: 'The clicks, as a stream.', mediaTypes: EXPORT_MEDIA_TYPES },
  },
  isStream: true,
  problems: ['clicks_off', 'too_many_streams'],
  handle({ ctx, service, appId, query, request, reply }) {
    const { format = 'csv', code, from, to, time_zone } = query;
    const period = { from, to, time_zone };
    return service.exports.send(request, reply, format, (signal) =>
      exportClicks(ctx, appId, code, period, format, signal),
    );
  },
});
