import { Type } from 'typebox';
import { clickMarks, MAX_MARKS } from '../../../actions/clicks/click-marks.ts';
import { timeText } from '../../../actions/documents/click-document.ts';
import { MARK_KINDS } from '../../../domain/click/marks.ts';
import { closedObject, component, nullable } from '../../../domain/text/shapes.ts';
import { endpoint } from '../../endpoint.ts';
import { auditEntry } from '../links/history.ts';
import { codeParameter } from './code-parameter.ts';
import { periodQuery } from './report-shapes.ts';

export const ClickMarksSchema = component('ClickMarks', {
  marks: Type.Array(
    closedObject({
      at: Type.String({ description: 'RFC 3339, UTC. Of several redemptions: the first.' }),
      kind: Type.Enum([...MARK_KINDS]),
      count: Type.Integer({
        minimum: 1,
        description: 'How many redemptions of a quarter-hour this is; 1 for all other kinds.',
      }),
      by: nullable(
        Type.String(),
        'The id of a token or a member, `operator` for a command, or `service`; `null` for redemptions.',
      ),
      by_name: auditEntry.by_name,
    }),
    { description: `Oldest first; at most the newest ${MAX_MARKS}.` },
  ),
  complete: Type.Boolean({ description: 'Whether these are all of the period.' }),
});

export const clickMarksEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/clicks/marks',
  callers: 'viewer',
  id: 'getClickMarks',
  summary: 'Get what happened in a period',
  description:
    'Changes of the app, or of a link and its redemptions, which can explain the number of clicks. They are those of the audit log and of the ledger.',
  query: Type.Object({ ...periodQuery, ...codeParameter }),
  responses: { 200: { description: 'The marks.', schema: ClickMarksSchema } },
  problems: ['clicks_off'],
  async handle({ ctx, appId, query }) {
    const { code, ...period } = query;
    const { marks, isComplete } = await clickMarks(ctx, appId, code, period);
    return {
      marks: marks.map(({ at, kind, count, by, byName }) => ({
        at: timeText(at),
        kind,
        count,
        by,
        by_name: byName,
      })),
      complete: isComplete,
    };
  },
});
