import { Type } from 'typebox';
import { reportOpen } from '../../actions/clicks/report-open.ts';
import { OpenReportSchema, parseOpenReport } from '../../domain/click/open-report.ts';
import { component } from '../../domain/text/shapes.ts';
import { parsedBody, sentJson } from '../body.ts';
import { JSON_TYPE, type Endpoint } from '../endpoint.ts';

export const OpenReportedSchema = component(
  'OpenReported',
  { code: Type.String() },
  { examples: [{ code: 'H7kTq2Rb' }] },
);

const body = parsedBody(OpenReportSchema, parseOpenReport);

export const reportOpenEndpoint: Endpoint = {
  method: 'POST',
  path: '/client/v1/opens',
  callers: 'platform-token',
  id: 'reportOpen',
  tag: 'Client',
  summary: 'Report that a smart link opened the app',
  description:
    'For the funnel of clicks. The response does not wait until the report is stored. The same `open_id` again does not count: retry whenever no response arrived. If the service does not record clicks, it stores nothing and accepts every report.',
  body,
  responses: { 202: { description: 'Accepted.', schema: OpenReportedSchema } },
  problems: ['not_found', 'too_many_misses', 'too_many_opens'],
  limit: ({ limitOpenReports }) => limitOpenReports,
  handler:
    ({ ctx, tokenMisses }) =>
    async (request, reply) => {
      const report = body.read(sentJson(request, body.schema), ctx.own());
      await tokenMisses.guard(request, () => reportOpen(ctx, request.actor, report));
      return reply
        .code(202)
        .headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-store' })
        .send({ code: report.code });
    },
};
