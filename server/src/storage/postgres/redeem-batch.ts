import type { Redeemed, RedeemRow, SqlValue } from '../database.ts';
import { isUniqueViolation } from './driver.ts';

export type Parameters = readonly (SqlValue | readonly SqlValue[])[];

/** Runs one statement. */
export type Run = <Row>(sql: string, parameters: Parameters) => Promise<Row[]>;

/**
 * THE statement that decides, for all wishes of a batch at once. It holds the rows of the links, so
 * that no other instance counts meanwhile, grants as many as each limit leaves, in the order in
 * which they came, and enters those into the ledger. An id that somebody else is entering at this
 * moment breaks a constraint, and then all of it is undone.
 */
const REDEEM = `
with wish as (
  select * from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[]) with ordinality
    as w (app_id, id, code, token_id, created_at, place)
), fresh as (
  select w.*, row_number() over (partition by w.code, w.app_id order by w.place) as turn
  from wish w
  where not exists (select 1 from redemptions r where r.app_id = w.app_id and r.id = w.id)
), counted as (
  select code, app_id, count(*) as wanted from fresh group by code, app_id
), held as (
  select l.code, l.redemptions as earlier
  from links l join counted c on c.code = l.code and c.app_id = l.app_id
  order by l.code for update of l
), granted as (
  update links l
  set redemptions = l.redemptions + case
    when l.redeem_limit is null then c.wanted
    else least(c.wanted, l.redeem_limit - l.redemptions) end
  from counted c join held h on h.code = c.code
  where l.code = c.code and l.app_id = c.app_id and l.state = 'active'
    and (l.redeem_limit is null or l.redemptions < l.redeem_limit)
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

interface Granted {
  readonly appId: string;
  readonly id: string;
  readonly code: string;
  readonly redemptions: number;
  readonly redeemLimit: number | null;
  readonly metadata: string | null;
}

const keyOf = ({ appId, id }: { readonly appId: string; readonly id: string }): string =>
  `${appId} ${id}`;

/** Decides wishes that arrived together; a wish that was not granted may be a retry or a refusal. */
export async function redeemBatch(run: Run, rows: readonly RedeemRow[]): Promise<Redeemed[]> {
  // The same id twice in one batch: the first is the wish, the others are its retries.
  const first = new Map<string, RedeemRow>();
  for (const row of rows) if (!first.has(keyOf(row))) first.set(keyOf(row), row);
  const granted = await decide(run, [...first.values()]);
  return rows.map((row): Redeemed => {
    if (first.get(keyOf(row)) !== row) return { outcome: 'repeated' };
    const grant = granted.get(keyOf(row));
    return grant ? { outcome: 'granted', grant } : { outcome: 'refused' };
  });
}

async function decide(run: Run, wishes: readonly RedeemRow[]): Promise<Map<string, Granted>> {
  try {
    const granted = await run<Granted>(REDEEM, [
      wishes.map(({ appId }) => appId),
      wishes.map(({ id }) => id),
      wishes.map(({ code }) => code),
      wishes.map(({ tokenId }) => tokenId),
      wishes.map(({ createdAt }) => createdAt),
    ]);
    return new Map(granted.map((grant) => [keyOf(grant), grant]));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (wishes.length === 1) return new Map();
  }
  // Somewhere in it is a retry that raced its first; apart from the others it hurts nobody.
  const apart = new Map<string, Granted>();
  for (const wish of wishes) {
    for (const [key, grant] of await decide(run, [wish])) apart.set(key, grant);
  }
  return apart;
}
