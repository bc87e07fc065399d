import type { WebhookEvent } from '../../domain/webhook/event.ts';
import type { SqlValue } from '../link-columns.ts';
import { JSON_TEXTS, jsonTexts } from '../postgres/json-texts.ts';

const COLUMNS = 'id, app_id, type, subject, tags, payload, created_at, pending';
const REPORT = 'insert into webhook_new_events (first_seq, last_seq, seqs)';

/**
 * Inserts an event, with the tags that its link has in this transaction unless they are given. For the values of
 * `eventValues`.
 */
export const INSERT_EVENT = `insert into webhook_events (${COLUMNS})
  values (?, ?, ?, ?, coalesce(?, (select tags from links where code = ?), '[]'), ?, ?, 0)`;

/** Makes an event known to those who make deliveries. For its id. */
export const REPORT_EVENT = `${REPORT} select seq, seq, cast(seq as text) from webhook_events where id = ?`;

/**
 * The same for the events that a transaction has inserted: how many. Only for SQLite, where the last rows are those of
 * the transaction that writes.
 */
export const REPORT_LAST_EVENTS = `${REPORT} select min(seq), max(seq), group_concat(seq)
  from (select seq from webhook_events order by seq desc limit ?)`;

/** Parts of a `with` that insert the events of a query and make them known. Only for PostgreSQL. */
export const insertedEvents = (query: string): string => `inserted as (
    insert into webhook_events (${COLUMNS}) ${query} returning seq
  ), reported as (
    ${REPORT} select min(seq), max(seq), string_agg(cast(seq as text), ',' order by seq)
    from inserted having count(*) > 0
  )`;

const OF_COLUMNS = `select v.id, v.app_id, v.type, v.subject,
    coalesce(v.tags, (select l.tags from links l where l.code = v.code), '[]'), v.payload, v.created_at, 0
  from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ${JSON_TEXTS}, ?::bigint[])
    with ordinality as v (id, app_id, type, subject, tags, code, payload, created_at, place)
  order by v.place`;

/** Inserts many events and makes them known, for `eventColumns`. Only for PostgreSQL. */
export const INSERT_EVENTS = `with ${insertedEvents(OF_COLUMNS)} select 1`;

export function eventValues(event: WebhookEvent): SqlValue[] {
  const { id, appId, type, subject, tags = null, code, payload, createdAt } = event;
  return [id, appId, type, subject, tags, code, payload, createdAt];
}

/** The values of many events, by column. */
export function eventColumns(events: readonly WebhookEvent[]): (SqlValue | SqlValue[])[] {
  return [
    events.map(({ id }) => id),
    events.map(({ appId }) => appId),
    events.map(({ type }) => type),
    events.map(({ subject }) => subject),
    events.map(({ tags = null }) => tags),
    events.map(({ code }) => code),
    jsonTexts(events.map(({ payload }) => payload)),
    events.map(({ createdAt }) => createdAt),
  ];
}
