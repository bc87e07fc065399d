import { createHash } from 'node:crypto';
import { DIMENSIONS } from '../../../domain/click/click.ts';
import { DAY_MS, dayOf, slotOf, slotStart } from '../../../domain/click/slots.ts';
import { BATCH_SIZE, type ClickBatch } from '../batch.ts';
import type { GroupedClicks } from '../group-clicks.ts';
import { reportHash } from '../report-ids.ts';
import { isKeyOver, type VisitorHashes } from '../visitor-hashes.ts';
import type { Cell } from './clickhouse.ts';

/** The columns of `click_rows` and `click_opens`. */
export const ROW_COLUMNS = [
  'part',
  'app',
  'code',
  'at',
  'place',
  'batch',
  ...DIMENSIONS,
  'hash',
] as const;

export interface BatchRows {
  /** For `click_rows`. */
  readonly rows: readonly (readonly Cell[])[];
  /** For `click_opens`: opened apps that can be reported again. */
  readonly opens: readonly (readonly Cell[])[];
  /** The part of rows from days that are over; undefined: there are none. */
  readonly latePart: number | undefined;
}

export interface RowSettings {
  /** The name of the batch. */
  readonly name: string;
  readonly hashes: Pick<VisitorHashes, 'hash'>;
  /** If not, clicks get the start of their quarter-hour as time. */
  readonly storesTimes: boolean;
  /** Days before this one are sealed. */
  readonly sealedUntil: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly now: number;
}

/** Batches that can have clicks of the same millisecond are told apart by a number below this one. */
const BATCHES = 4096;
const PLACES_PER_MS = BATCH_SIZE * BATCHES;

/**
 * The rows of a batch, one for each click. `place`: the order of the clicks of a day, in which no two of them should be
 * equal, and no two of a batch are; an exact number.
 */
export function rowsOf(
  batch: ClickBatch,
  { groups, groupOf, visitors, onLinks }: GroupedClicks,
  { name, hashes, storesTimes, sealedUntil, now }: RowSettings,
): BatchRows {
  const batchNumber = createHash('sha256').update(name).digest().readUInt16BE(0) % BATCHES;
  const rows: Cell[][] = [];
  const opens: Cell[][] = [];
  const isLateDay = (day: number): boolean => day < sealedUntil || isKeyOver(day, now);
  const today = Math.max(dayOf(now), sealedUntil);
  const hashOf = new Map(
    visitors.map((visitor) => {
      const group = groups[groupOf[visitor.row] ?? 0];
      if (!group) throw new RangeError('a click has no group');
      const { app, day } = group.combination;
      const hash = isLateDay(day)
        ? undefined
        : hashes.hash(day, app, visitor.network, visitor.userAgent);
      return [visitor, hash ?? 0];
    }),
  );
  const hashAt = new Map(onLinks.map(({ row, visitor }) => [row, hashOf.get(visitor) ?? 0]));
  let latePart: number | undefined;
  for (let nth = 0; nth < batch.size; nth++) {
    const group = groups[groupOf[nth] ?? 0];
    if (!group) throw new RangeError('a click has no group');
    const { app, day, values } = group.combination;
    const exact = batch.at[nth] ?? 0;
    const at = storesTimes ? exact : slotStart(slotOf(exact));
    const place = (at % DAY_MS) * PLACES_PER_MS + nth * BATCHES + batchNumber;
    const row = [app, group.code, at, place, name, ...values];
    const reportId = batch.reportIds.get(nth);
    if (reportId !== undefined) {
      opens.push([dayOf(now), ...row, reportHash(app, reportId)]);
      continue;
    }
    const late = isLateDay(day);
    if (late) latePart = today;
    rows.push([late ? today : day, ...row, late ? 0 : (hashAt.get(nth) ?? 0)]);
  }
  return { rows, opens, latePart };
}

const PLACE = ROW_COLUMNS.indexOf('place');

/** Those of the rows of a batch whose places are not among these. */
export function rowsWithout(
  rows: readonly (readonly Cell[])[],
  places: ReadonlySet<Cell>,
): readonly (readonly Cell[])[] {
  return rows.filter((row) => !places.has(row[PLACE] ?? -1));
}
