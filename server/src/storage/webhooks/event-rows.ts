import type { WebhookEvent } from '../../domain/webhook/event.ts';
import type { SqlValue } from '../link-columns.ts';

const COLUMNS = 'id, app_id, type, subject, tags, payload, created_at, pending';

/** Inserts an event with the tags that its link has in this transaction. For the values of `eventValues`. */
export const INSERT_EVENT = `insert into webhook_events (${COLUMNS})
  values (?, ?, ?, ?, coalesce((select tags from links where code = ?), '[]'), ?, ?, 1)`;

/** The same for many events, for one array of each value. Only for PostgreSQL. */
export const INSERT_EVENTS = `insert into webhook_events (${COLUMNS})
  select v.id, v.app_id, v.type, v.subject, coalesce(l.tags, '[]'), v.payload, v.created_at, 1
  from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[])
    with ordinality as v (id, app_id, type, subject, code, payload, created_at, place)
  left join links l on l.code = v.code order by v.place`;

export function eventValues(event: WebhookEvent): SqlValue[] {
  const { id, appId, type, subject, code, payload, createdAt } = event;
  return [id, appId, type, subject, code, payload, createdAt];
}

/** The values of many events, by column. */
export function eventColumns(events: readonly WebhookEvent[]): SqlValue[][] {
  const rows = events.map(eventValues);
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? null));
}
