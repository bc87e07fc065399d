import type { Transaction } from '../database.ts';
import type { ClickSql } from './click-sql.ts';
import { IDS_PER_MS } from './click-time.ts';
import { monthStart, monthTable, SINGLE_CLICKS, tableMonth } from './months.ts';

/** The tables of months that have a column and an index of the time. */
const UNORDERED = `select name from sqlite_master m
  where type = 'table' and name like 'clicks\\_%' escape '\\'
    and exists (select 1 from pragma_table_info(m.name) where name = 'at')
  order by name`;

/**
 * Makes the tables of single clicks of a file again that have an index of their times, with ids of their times in place
 * of it (see `ClickTime`).
 */
export async function orderClicks(tx: Transaction): Promise<void> {
  const tables = await tx.all<{ name: string }>(UNORDERED);
  for (const month of tables.flatMap(({ name }) => tableMonth(name) ?? [])) {
    const table = monthTable(month);
    await tx.script(
      `alter table ${table} rename to unordered_clicks;
       create table ${table} ${SINGLE_CLICKS};
       insert into ${table} (id, link, profile, visitor)
         select (at - ${monthStart(month)}) * ${IDS_PER_MS} + row_number() over (partition by at order by rowid) - 1,
           link, profile, visitor from unordered_clicks order by at, rowid;
       drop table unordered_clicks`,
    );
  }
}

/** The same for tables that a process of an earlier version, which still runs, has created since the migration. */
export async function orderLateClicks(sql: ClickSql): Promise<void> {
  if (sql.engine !== 'sqlite') return;
  const late = await sql.all<object>(UNORDERED);
  if (late.length > 0) await sql.migration(orderClicks);
}
