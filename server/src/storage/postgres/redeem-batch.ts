import type { Grant } from '../../domain/link/redemption.ts';
import { grantEvents } from '../../domain/webhook/event.ts';
import { StoreUnavailable, type Redeemed, type RedeemRow } from '../database.ts';
import { isValidNow } from '../valid-now.ts';
import { eventColumns, INSERT_EVENTS } from '../webhooks/event-rows.ts';
import { isUniqueViolation, type Parameters } from './driver.ts';

/** Decides requests, in one transaction with the events of those that are granted. */
export type Decide = (requests: readonly RedeemRow[]) => Promise<readonly Granted[]>;

/** Runs one statement. */
export type Run = <Row>(sql: string, parameters: Parameters) => Promise<Row[]>;

/**
 * The statement that decides all requests of a batch. It locks the rows of the links, so that no other instance
 * counts at the same time, grants as many requests as each limit allows, in the order of arrival, and adds these
 * to the ledger. If another transaction adds the same id at the same time, a constraint fails and the statement
 * has no effect. `lateral` with `limit` looks up each id: other joins read the whole table when PostgreSQL has
 * outdated statistics of it.
 */
const REDEEM = `
with request as (
  select * from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[]) with ordinality
    as w (app_id, id, code, token_id, created_at, place)
), fresh as (
  select w.*, row_number() over (partition by w.code, w.app_id order by w.place) as turn
  from request w left join lateral (
    select id from redemptions r where r.app_id = w.app_id and r.id = w.id limit 1
  ) r on true
  where r.id is null
), counted as (
  select code, app_id, count(*) as wanted from fresh group by code, app_id
), held as (
  select l.code, l.redemptions as earlier
  from links l join counted c on c.code = l.code and c.app_id = l.app_id
  order by l.code collate "C" for update of l
), granted as (
  update links l
  set redemptions = l.redemptions + case
    when l.redeem_limit is null then c.wanted
    else least(c.wanted, l.redeem_limit - l.redemptions) end
  from counted c join held h on h.code = c.code
  where l.code = c.code and l.app_id = c.app_id and l.state = 'active'
    and (l.redeem_limit is null or l.redemptions < l.redeem_limit)
    and ${isValidNow('postgres', 'l')}
  returning l.code, l.app_id, h.earlier, l.redemptions as later, l.redeem_limit, l.metadata,
    l.metadata_version
), entered as (
  insert into redemptions
    (app_id, id, code, token_id, created_at, redemptions, redeem_limit, metadata_version)
  select f.app_id, f.id, f.code, f.token_id, f.created_at, g.earlier + f.turn, g.redeem_limit,
    g.metadata_version
  from fresh f join granted g on g.code = f.code and g.app_id = f.app_id
  where g.earlier + f.turn <= g.later
  returning app_id, id, code, redemptions
)
select e.app_id as "appId", e.id, e.code, e.redemptions, g.redeem_limit as "redeemLimit", g.metadata
from entered e join granted g on g.code = e.code`;

export interface Granted extends Grant {
  readonly appId: string;
  readonly id: string;
}

const keyOf = ({ appId, id }: { readonly appId: string; readonly id: string }): string =>
  `${appId} ${id}`;

/** Decides requests that arrived together. One that is not granted is a retry, or is refused. */
export async function redeemBatch(grant: Decide, rows: readonly RedeemRow[]): Promise<Redeemed[]> {
  // The same id twice in one batch: the first is the request, the others are its retries.
  const first = new Map<string, RedeemRow>();
  for (const row of rows) if (!first.has(keyOf(row))) first.set(keyOf(row), row);
  const granted = await decide(grant, [...first.values()]);
  return rows.map((row): Redeemed => {
    if (first.get(keyOf(row)) !== row) return { outcome: 'repeated' };
    const grantOfRow = granted.get(keyOf(row));
    return grantOfRow ? { outcome: 'granted', grant: grantOfRow } : { outcome: 'refused' };
  });
}

/** Runs the statement that decides. */
export function grantAll(run: Run, requests: readonly RedeemRow[]): Promise<Granted[]> {
  return run<Granted>(REDEEM, [
    requests.map(({ appId }) => appId),
    requests.map(({ id }) => id),
    requests.map(({ code }) => code),
    requests.map(({ tokenId }) => tokenId),
    requests.map(({ createdAt }) => createdAt),
  ]);
}

/** The same with the events of the granted requests. `run` must be in a transaction. */
export async function grantWithEvents(
  run: Run,
  requests: readonly RedeemRow[],
): Promise<Granted[]> {
  const granted = await grantAll(run, requests);
  // The events of a link in the order of its counts.
  const sorted = granted.toSorted((a, b) => a.redemptions - b.redemptions);
  const eventsOf = new Map(requests.map((request) => [keyOf(request), request.events]));
  const events = sorted.flatMap((one) => {
    const wanted = eventsOf.get(keyOf(one));
    return wanted ? grantEvents(wanted, one.redemptions, one.redeemLimit) : [];
  });
  if (events.length > 0) await run(INSERT_EVENTS, eventColumns(events));
  return granted;
}

async function decide(
  grant: Decide,
  requests: readonly RedeemRow[],
): Promise<Map<string, Granted>> {
  try {
    const granted = await grant(requests);
    return new Map(granted.map((one) => [keyOf(one), one]));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (requests.length === 1) return new Map();
  }
  // One of them is a retry whose first request runs at the same time. Alone, it affects no other.
  const apart = new Map<string, Granted>();
  try {
    for (const request of requests) {
      for (const [key, one] of await decide(grant, [request])) apart.set(key, one);
    }
    return apart;
  } catch (error) {
    // Earlier ones are stored, so the error must not say that nothing was.
    if (apart.size > 0 && error instanceof StoreUnavailable) error.unknown = true;
    throw error;
  }
}
