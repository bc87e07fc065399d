import type { ColumnTypes, Engine } from '../database.ts';
import type { ClickTransaction } from './click-sql.ts';
import { IDS_PER_MS } from './click-time.ts';
import { monthStart, monthTable } from './months.ts';

const COLUMNS: ColumnTypes = { link: 'integer', profile: 'integer', visitor: 'integer' };

/** Single clicks of a month as columns. */
export interface SingleClicks {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly at: readonly number[];
  readonly link: readonly number[];
  readonly profile: readonly number[];
  /** The bits of the visitor. */
  readonly visitor: readonly number[];
}

export async function insertSingleClicks(
  tx: ClickTransaction,
  engine: Engine,
  month: number,
  clicks: SingleClicks,
): Promise<void> {
  const table = monthTable(month);
  if (engine === 'postgres') {
    const { at, link, profile, visitor } = clicks;
    await tx.append(table, { at: 'bigint', ...COLUMNS }, [at, link, profile, visitor]);
  } else {
    const { at, link, profile, visitor } = inOrder(clicks);
    const ids = await idsAt(tx, month, at);
    await tx.append(table, { id: 'bigint', ...COLUMNS }, [ids, link, profile, visitor]);
  }
}

/** Those of one process are in the order of time already, unless its clock was set back. */
function inOrder(clicks: SingleClicks): SingleClicks {
  const { at, link, profile, visitor } = clicks;
  if (at.every((time, row) => row === 0 || time >= at[row - 1]!)) return clicks;
  const rows = Array.from(at.keys()).toSorted((a, b) => at[a]! - at[b]!);
  const ordered = (column: readonly number[]): number[] => rows.map((row) => column[row]!);
  return {
    at: ordered(at),
    link: ordered(link),
    profile: ordered(profile),
    visitor: ordered(visitor),
  };
}

/** Free ids of times, which are in order. Other processes can have stored later clicks already. */
async function idsAt(
  tx: ClickTransaction,
  month: number,
  times: readonly number[],
): Promise<readonly number[]> {
  const maxId = async (condition: string, ...parameters: number[]): Promise<number> => {
    const query = `select max(id) as id from ${monthTable(month)} ${condition}`;
    return (await tx.all<{ id: number | null }>(query, parameters))[0]?.id ?? -1;
  };
  const newest = await maxId('');
  const start = monthStart(month);
  const ids: number[] = [];
  let last = -1;
  for (const at of times) {
    let id = Math.max((at - start) * IDS_PER_MS, last + 1);
    // After the first one of a millisecond, the others follow without a query.
    while (id <= newest && msOf(id) !== msOf(last)) {
      const end = (msOf(id) + 1) * IDS_PER_MS;
      const used = await maxId('where id >= ? and id < ?', id, end);
      if (used < id) break;
      id = used + 1;
    }
    ids.push((last = id));
  }
  return ids;
}

/** The millisecond of the month. */
function msOf(id: number): number {
  return Math.floor(id / IDS_PER_MS);
}
