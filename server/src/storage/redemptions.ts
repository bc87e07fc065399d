import { isCode } from '../domain/link/code.ts';
import type { Grant, RedeemRequest } from '../domain/link/redemption.ts';
import type { Database, Engine, Reader, SharedQuery, Transaction } from './database.ts';
import { NOW } from './valid-now.ts';
import { inIndex } from './in-index.ts';
import type { LinkFields } from './link-columns.ts';
import { selectList } from './rows.ts';

/** What decides about a redemption, at one moment. */
export interface RedeemState {
  /** The link to redeem. */
  readonly link: LinkStatus | undefined;
  /** The grant of the id, with the values at that time: the same response is built from it each time. */
  readonly grant: Grant | undefined;
  /** The time of the request that got it, by the clock of its instance: milliseconds since 1970-01-01 UTC. */
  readonly grantedAt: number | undefined;
}

/** The fields that decide whether a link can be redeemed. */
export type LinkStatus = Pick<
  LinkFields,
  'appId' | 'state' | 'redemptions' | 'redeemLimit' | 'validFrom' | 'validUntil'
> & {
  /** The clock of the database when it was read: the same one decides about a grant. */
  readonly now: number;
};

const stateColumns = (engine: Engine): string => `s.app_id as "appId", s.state, s.redemptions,
  s.redeem_limit as "redeemLimit", s.valid_from as "validFrom", s.valid_until as "validUntil",
  ${NOW[engine]} as now, r.code as "grantedCode", r.redemptions as "grantedRedemptions",
  r.redeem_limit as "grantedLimit", r.created_at as "grantedAt",
  case when g.metadata_version = r.metadata_version then g.metadata else v.metadata end as metadata`;

const FIND_STATE: SharedQuery = {
  sqlite: `select ${stateColumns('sqlite')} from (select ? as code, ? as app_id, ? as id) as wanted
    left join links s on s.code = wanted.code
    left join redemptions r on r.app_id = wanted.app_id and r.id = wanted.id
    left join links g on g.code = r.code
    left join metadata_versions v on v.code = r.code and v.version = r.metadata_version`,
  // Other joins read whole tables when PostgreSQL has outdated statistics of them.
  postgres: `select wanted.place, ${stateColumns('postgres')}
    from unnest(?::text[], ?::text[], ?::text[]) with ordinality as wanted (code, app_id, id, place)
    left join lateral (select * from links s where s.code = wanted.code limit 1) s on true
    left join lateral (select * from redemptions r
      where r.app_id = wanted.app_id and r.id = wanted.id limit 1) r on true
    left join lateral (select * from links g where g.code = r.code limit 1) g on true
    left join lateral (select * from metadata_versions v
      where v.code = r.code and v.version = r.metadata_version limit 1) v on true`,
};

interface FullRow extends LinkStatus {
  readonly grantedCode: string;
  readonly grantedRedemptions: number;
  readonly grantedLimit: number | null;
  readonly grantedAt: number;
  readonly metadata: string | null;
}

/** Without a link or a grant, its columns are null. */
type StateRow = FullRow | { readonly [Column in keyof FullRow]: FullRow[Column] | null };

/** `appId`: the app that redeems; the link can be that of another app. */
export async function findRedeemState(
  db: Database,
  appId: string,
  { code, id }: Pick<RedeemRequest, 'code' | 'id'>,
): Promise<RedeemState> {
  // Not every text that is no code can be a parameter.
  const values = [isCode(code) ? code : '', appId, id];
  const row = await db.findShared<StateRow>(FIND_STATE, values);
  const { grantedCode, grantedRedemptions, grantedLimit, grantedAt, metadata, ...link } =
    row as FullRow;
  const grant: Grant = {
    code: grantedCode,
    metadata,
    redemptions: grantedRedemptions,
    redeemLimit: grantedLimit,
  };
  return {
    link: row.appId === null ? undefined : link,
    grant: row.grantedCode === null ? undefined : grant,
    grantedAt: row.grantedCode === null ? undefined : grantedAt,
  };
}

/** An entry of the ledger. Times are milliseconds since 1970-01-01 UTC. */
export interface LedgerEntry {
  readonly seq: number;
  readonly id: string;
  readonly code: string;
  readonly tokenId: string;
  readonly createdAt: number;
  readonly redemptions: number;
  readonly redeemLimit: number | null;
  readonly givenBackAt: number | null;
  /** The id of a token, or `operator`. */
  readonly givenBackBy: string | null;
}

const GRANTED = ['seq', 'id', 'code', 'tokenId', 'createdAt', 'redemptions', 'redeemLimit'];
const COLUMNS = selectList([...GRANTED, 'givenBackAt', 'givenBackBy']);

/** The newest entries of a link that are older than `before`. */
export function listLedger(
  db: Database,
  code: string,
  before: number,
  limit: number,
): Promise<LedgerEntry[]> {
  const { where, parameters, order } = inIndex(db.engine, ['code', 'seq'], [code], false, before);
  const sql = `select ${COLUMNS} from redemptions where ${where} order by ${order} limit ?`;
  return db.all<LedgerEntry>(sql, [...parameters, limit]);
}

export async function findLedgerEntry(
  db: Reader,
  appId: string,
  code: string,
  id: string,
): Promise<LedgerEntry | undefined> {
  const sql = `select ${COLUMNS} from redemptions where app_id = ? and id = ? and code = ?`;
  return (await db.all<LedgerEntry>(sql, [appId, id, code]))[0];
}

/** Undoes a grant, so that it no longer counts; false if it was undone before. */
export async function giveBackGrant(
  tx: Transaction,
  entry: LedgerEntry,
  by: string,
  now: number,
): Promise<boolean> {
  const mark = `update redemptions set given_back_at = ?, given_back_by = ?
    where seq = ? and given_back_at is null`;
  if ((await tx.run(mark, [now, by, entry.seq])) === 0) return false;
  await tx.run('update links set redemptions = redemptions - 1 where code = ?', [entry.code]);
  return true;
}
