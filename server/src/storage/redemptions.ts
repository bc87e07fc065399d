import type { Grant } from '../domain/link/redemption.ts';
import type { Database, Reader, Transaction } from './database.ts';
import { inIndex } from './in-index.ts';
import { selectList } from './rows.ts';

/** The grant of an id, with the values at that time: the same response is built from it each time. */
export function findGrant(db: Reader, appId: string, id: string): Promise<Grant | undefined> {
  return db.find<Grant>(
    `select r.code, r.redemptions, r.redeem_limit as "redeemLimit",
       case when l.metadata_version = r.metadata_version then l.metadata else v.metadata end as metadata
     from redemptions r
     join links l on l.code = r.code
     left join metadata_versions v on v.code = r.code and v.version = r.metadata_version
     where r.app_id = ? and r.id = ?`,
    [appId, id],
  );
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
