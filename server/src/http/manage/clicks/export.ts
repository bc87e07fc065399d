import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { EXPORT_FORMATS, exportClicks } from '../../../actions/clicks/export-clicks.ts';
import { appParameter } from '../../app-parameter.ts';
import { endpoint } from '../../endpoint.ts';
import { codeParameter } from './code-parameter.ts';
import { periodQuery } from './report-shapes.ts';

const MEDIA_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

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
    200: { description: 'The clicks, as a stream.', mediaTypes: Object.values(MEDIA_TYPES) },
  },
  problems: ['clicks_off'],
  async handle({ ctx, appId, query, reply }) {
    const { format = 'csv', code, from, to, time_zone } = query;
    const { fileName, blocks } = await exportClicks(
      ctx,
      appId,
      code,
      { from, to, time_zone },
      format,
    );
    // The client decides the pace: the next block is read when this one was sent. If it disconnects, the stream is
    // destroyed, which ends the generator.
    return reply
      .headers({
        'content-type': `${MEDIA_TYPES[format]}; charset=utf-8`,
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-store',
      })
      .send(Readable.from(blocks, { objectMode: false }));
  },
});
