import { BATCH_SIZE, columnsOf, type ClickBatch } from './batch.ts';
import type { ClickTransaction } from './click-sql.ts';

/** Some clicks of a batch, which are stored in one transaction. */
export interface BatchPart {
  readonly seq: number;
  /** The first row, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** Takes effect unless the first of these clicks is stored already. */
const CLAIM = `insert into click_writers (id, seq, at) values (?, ?, ?)
  on conflict (id) do update set seq = excluded.seq, at = excluded.at
  where click_writers.seq <= ? returning seq`;

/**
 * Notes that a part is stored, in the transaction that stores it. Returns how many clicks of the batch are stored if the
 * first one of the part is among them; then nothing is noted.
 */
export async function claimPart(
  tx: ClickTransaction,
  writer: string,
  { seq, from, to }: BatchPart,
  now: number,
): Promise<number | undefined> {
  const claim = [writer, progressOf(seq, to), now, progressOf(seq, from)];
  if ((await tx.all<object>(CLAIM, claim)).length > 0) return undefined;
  const [row] = await tx.all<{ seq: number }>('select seq from click_writers where id = ?', [
    writer,
  ]);
  return (row?.seq ?? 0) - progressOf(seq, 0);
}

/** Increases with each click that is stored. All batches of a process are in one order. */
function progressOf(seq: number, rows: number): number {
  return seq * 2 * BATCH_SIZE + rows;
}

export function partOf(batch: ClickBatch, { from, to }: BatchPart): ClickBatch {
  if (from === 0 && to === batch.size) return batch;
  const ids = Array.from(batch.reportIds, ([row, id]) => [row - from, id] as const);
  const size = to - from;
  return {
    ...batch,
    ...columnsOf((name) => batch[name].subarray(from, to)),
    size,
    reportIds: new Map(ids.filter(([row]) => row >= 0 && row < size)),
  };
}
