import { Type } from 'typebox';
import { listAppAudit, type ListedAudit } from '../../../actions/apps/list-audit.ts';
import { AUDIT_ACTIONS } from '../../../domain/app/audit.ts';
import { endpoint } from '../../endpoint.ts';
import { nextCursor, pageQuery, pageRequest, pageText } from '../paging.ts';
import { codeParams } from './managed-link.ts';
import { closedObject, component, nullable } from '../../../domain/text/shapes.ts';

const fields = (description: string) =>
  nullable(Type.Object({}, { additionalProperties: true }), description);

/** The fields of an audit entry, in every list. */
export const auditEntry = {
  at: Type.String({ description: 'RFC 3339, UTC.' }),
  by: Type.String({
    description:
      'The id of a token or a member, `operator` for a command, or `service` for background work.',
  }),
  by_name: nullable(
    Type.String(),
    'The name of the member, or else the e-mail address; `null` for all others.',
  ),
  action: Type.Enum([...AUDIT_ACTIONS]),
  before: fields('The previous values of the changed fields.'),
  after: fields('The new values of the changed fields.'),
};

export const HistorySchema = component('History', {
  entries: Type.Array(closedObject(auditEntry)),
  next_cursor: nextCursor,
});

export const historyEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/smartlinks/:code/history',
  callers: 'viewer',
  id: 'getSmartlinkHistory',
  summary: 'List the changes of a smart link',
  description:
    'Each entry says who changed what, when, and the values before and after. Newest first.',
  params: codeParams,
  query: pageQuery,
  responses: { 200: { description: 'A page of the history.', schema: HistorySchema } },
  async handle({ ctx, appId, params, query }) {
    const page = await listAppAudit(ctx, appId, pageRequest(query), params.code);
    return pageText('entries', page, (entry) => auditText({}, entry));
  },
});

/** An audit entry as JSON, after `own` members. The changed values are stored as JSON text. */
export function auditText(
  own: object,
  { createdAt, actor, byName, action, before, after }: ListedAudit,
): string {
  const at = new Date(createdAt).toISOString();
  const head = JSON.stringify({ ...own, at, by: actor, by_name: byName, action });
  return `${head.slice(0, -1)},"before":${before ?? 'null'},"after":${after ?? 'null'}}`;
}
