import { appMarks, linkMarks, redemptionMarks, type Mark } from '../../domain/click/marks.ts';
import type { Period, PeriodRequest } from '../../domain/click/period.ts';
import { listAudit, type ListedAudit } from '../../storage/audit-log.ts';
import { listLedger } from '../../storage/redemptions.ts';
import { yieldToEventLoop } from '../../time-slices.ts';
import type { Context } from '../context.ts';
import { getLink } from '../links/managed-link.ts';
import { clicksOf, periodOf } from './clicks-of.ts';

/** The newest marks of a response. */
export const MAX_MARKS = 200;
/** Entries of a period that are read at most, the newest first. Those of the audit log can have 100 KB each. */
export const MAX_CHANGES = 300;
const MAX_REDEMPTIONS = 2000;
const AT_A_TIME = 100;
/** Entries that are written at the same time can have numbers in another order than their times. */
const DISORDER_MS = 60_000;

export interface Marks {
  /** Oldest first. */
  readonly marks: readonly Mark[];
  /** Whether there are no others in the period. */
  readonly isComplete: boolean;
}

/**
 * What happened to an app, or to one of its links, in a period: changes from the audit log, and redemptions.
 * @throws `clicks_off`, `not_found`, `validation_failed`
 */
export async function clickMarks(
  ctx: Context,
  appId: string,
  code: string | undefined,
  request: PeriodRequest,
): Promise<Marks> {
  clicksOf(ctx);
  if (code !== undefined) await getLink(ctx, appId, code);
  const period = periodOf(ctx, request);
  const { db } = ctx;
  const subject = code === undefined ? 'app' : (`smartlink:${code}` as const);
  const changes = await newest(period, MAX_CHANGES, (before, count) =>
    listAudit(db, appId, subject, before, count),
  );
  const redemptions =
    code === undefined
      ? { entries: [], isComplete: true }
      : await newest(period, MAX_REDEMPTIONS, (before, count) =>
          listLedger(db, code, before, count),
        );
  const marks: Mark[] = redemptionMarks(redemptions.entries.map(({ createdAt }) => createdAt));
  // Of the same time too, the oldest come first.
  for (const entry of changes.entries.toReversed()) {
    marks.push(...marksOf(entry));
    await yieldToEventLoop();
  }
  const sorted = marks.toSorted((a, b) => a.at - b.at);
  return {
    marks: sorted.slice(-MAX_MARKS),
    isComplete: changes.isComplete && redemptions.isComplete && sorted.length <= MAX_MARKS,
  };
}

function marksOf(entry: ListedAudit): Mark[] {
  const { subject, createdAt: at, actor: by, byName } = entry;
  const kinds = subject === 'app' ? appMarks(entry) : linkMarks(entry);
  return kinds.map((kind) => ({ at, kind, count: 1, by, byName }));
}

/** An entry, whose number is nearly in the order of time. */
interface Numbered {
  readonly seq: number;
  readonly createdAt: number;
}

/** Reads the newest entries with numbers below `before`. */
type Read<Entry> = (before: number, count: number) => Promise<Entry[]>;

/** The entries of a period, of which at most `limit` are read. */
async function newest<Entry extends Numbered>(
  { from, to }: Period,
  limit: number,
  read: Read<Entry>,
): Promise<{ readonly entries: Entry[]; readonly isComplete: boolean }> {
  const entries: Entry[] = [];
  let before = await firstNumberFrom(to + DISORDER_MS, read);
  for (let count = 0; count < limit; count += AT_A_TIME) {
    const page = await read(before, AT_A_TIME);
    entries.push(...page.filter(({ createdAt }) => createdAt >= from && createdAt < to));
    const last = page.at(-1);
    if (!last || page.length < AT_A_TIME || last.createdAt < from - DISORDER_MS) {
      return { entries, isComplete: true };
    }
    before = last.seq;
  }
  return { entries, isComplete: false };
}

/** The number of the first entry from a time on, or a higher one than all. A search, because no index is by time. */
async function firstNumberFrom(at: number, read: Read<Numbered>): Promise<number> {
  const [latest] = await read(Number.MAX_SAFE_INTEGER, 1);
  if (!latest || latest.createdAt < at) return Number.MAX_SAFE_INTEGER;
  let [low, high] = [0, latest.seq];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [entry] = await read(middle + 1, 1);
    if (entry && entry.createdAt >= at) high = entry.seq;
    else low = middle + 1;
  }
  return high;
}
