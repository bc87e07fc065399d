import { isSame } from '../../domain/text/checksum.ts';
import type { ClickSql } from '../../storage/clicks/click-sql.ts';
import {
  addRows,
  addSingleClicks,
  CLICK_TABLES,
  clicksOf,
  continueNumbers,
  countSingleClicks,
  emptyForCopy,
} from '../../storage/clicks/click-tables.ts';
import { createMonth } from '../../storage/clicks/create-month.ts';
import { monthsOf, monthTable } from '../../storage/clicks/months.ts';
import { orderLateClicks } from '../../storage/clicks/order-clicks.ts';
import { CLICKS_SET, migrate } from '../../storage/migrate.ts';
import { batchesOf, countRows } from '../../storage/tables.ts';
import { checksumOf, compareStores, type Comparison } from './compare-stores.ts';

export interface ClickStores {
  readonly source: ClickSql;
  readonly target: ClickSql;
}

/** Rows in one transaction: a click is small. */
const BATCH_ROWS = 5000;

export async function migrateClicks({ source, target }: ClickStores, now: number): Promise<void> {
  for (const sql of [source, target]) await migrate(sql, now, CLICKS_SET);
  await orderLateClicks(source);
}

/** The rows of a click store that a copy contains. */
export async function countClickRows(sql: ClickSql): Promise<number> {
  let rows = 0;
  for (const table of CLICK_TABLES) rows += await countRows(sql, table);
  for (const month of await monthsOf(sql)) rows += await countSingleClicks(sql, month);
  return rows;
}

/**
 * Copies the clicks and compares both stores. The target is emptied first, so an interrupted copy begins again. `count`
 * receives the number of rows since its last call.
 */
export async function copyClicks(
  { source, target }: ClickStores,
  count: (rows: number) => void,
): Promise<Comparison[]> {
  await emptyForCopy(target);
  for (const table of CLICK_TABLES) {
    for await (const rows of batchesOf(source, table, BATCH_ROWS)) {
      await addRows(target, table, rows);
      count(rows.length);
    }
  }
  const months = await monthsOf(source);
  for (const month of months) {
    await createMonth(target, month);
    for await (const rows of clicksOf(source, month, BATCH_ROWS)) {
      await addSingleClicks(target, month, rows);
      count(rows.length);
    }
  }
  await continueNumbers(target);
  const comparisons = await compareStores(source, target, count, CLICK_TABLES);
  for (const month of months)
    comparisons.push(await comparedMonth({ source, target }, month, count));
  return comparisons;
}

async function comparedMonth(
  { source, target }: ClickStores,
  month: number,
  count: (rows: number) => void,
): Promise<Comparison> {
  const from = await checksumOf(clicksOf(source, month, BATCH_ROWS), count);
  const to = await checksumOf(clicksOf(target, month, BATCH_ROWS), count);
  const difference = isSame(from, to) ? undefined : 'single clicks differ';
  return { table: monthTable(month), from, to, difference };
}
