import type { ClickSql } from './click-sql.ts';
import { monthStart, monthTable, SINGLE_CLICKS } from './months.ts';
import { orderLateClicks } from './order-clicks.ts';

/** Creates the table of a month if it does not exist. */
export async function createMonth(sql: ClickSql, month: number): Promise<void> {
  const table = monthTable(month);
  if (sql.engine === 'sqlite') {
    await sql.migration((tx) => tx.script(`create table if not exists ${table} ${SINGLE_CLICKS}`));
    return orderLateClicks(sql);
  }
  // Without the lock of migrations: one of the links, which can be in the same database, can take long.
  const found = await sql.all<{ one: string | null }>('select to_regclass(?)::text as one', [
    table,
  ]);
  if (found[0]?.one !== null) return;
  const range = `from (${monthStart(month)}) to (${monthStart(month + 1)})`;
  await sql.migration((tx) =>
    tx.script(`create table if not exists ${table} partition of clicks for values ${range}`),
  );
}
