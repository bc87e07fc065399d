import type { Reader } from '../database.ts';

/** Deliveries that were not made yet, to webhooks that are enabled. */
export interface WaitingDeliveries {
  /** At most `MOST_COUNTED`. */
  readonly count: number;
  /** Since when the oldest one that is due waits; null: none has a time. Milliseconds since 1970-01-01 UTC. */
  readonly dueAt: number | null;
}

/** More are not counted, so that the query stays fast when nothing could be sent for long. */
export const MOST_COUNTED = 10_000;

/** Transactions whose first event is looked at. There are few unless no deliveries can be made. */
const OLDEST_EVENTS = 100;

/** Each part reads an index of what waits, and is independent of what was delivered. */
const WAITING = `with firsts as materialized (
    select w.paused_until, (select min(d.next_at) from webhook_deliveries d
      where d.webhook_id = w.id and d.state = 'pending') as next_at
    from webhooks w where w.state = 'enabled'),
  oldest as materialized (
    select e.app_id, e.created_at
    from (select first_seq from webhook_new_events order by id limit ${OLDEST_EVENTS}) n
      join webhook_events e on e.seq = n.first_seq)
  select
    (select count(*) from (select 1 from webhooks w
       join webhook_deliveries d on d.webhook_id = w.id and d.state = 'pending'
       where w.state = 'enabled' limit ${MOST_COUNTED}) counted) as count,
    (select coalesce(sum(events), 0) from (select b.events from webhooks w
       join webhook_backlog b on b.webhook_id = w.id
       where w.state = 'enabled' limit ${MOST_COUNTED}) counted) as backlog,
    (select min(case when paused_until > next_at then paused_until else next_at end) from firsts
       where next_at is not null) as "nextAt",
    (select min(o.created_at) from oldest o where exists (select 1 from webhooks w
       where w.app_id = o.app_id and w.state = 'enabled')) as "eventAt"`;

/** What waits for the service: a retry that is due later, or a pause that the receiver asked for, does not. */
export async function waitingDeliveries(db: Reader): Promise<WaitingDeliveries> {
  const [row] = await db.all<{
    count: number;
    backlog: number;
    nextAt: number | null;
    eventAt: number | null;
  }>(WAITING);
  const { count = 0, backlog = 0, nextAt = null, eventAt = null } = row ?? {};
  const times = [nextAt, eventAt].filter((time) => time !== null);
  // An event that no delivery was made for yet has waited since it happened.
  const all = Math.min(count + backlog, MOST_COUNTED);
  return { count: all, dueAt: times.length === 0 ? null : Math.min(...times) };
}
