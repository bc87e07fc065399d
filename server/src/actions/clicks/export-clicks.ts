import { DIMENSIONS } from '../../domain/click/click.ts';
import { datesOf, type PeriodRequest } from '../../domain/click/period.ts';
import { csvLine } from '../../domain/text/csv.ts';
import type { ClickBatches, ExportedClick } from '../../storage/clicks/click-reader.ts';
import { yieldToEventLoop } from '../../time-slices.ts';
import type { Context } from '../context.ts';
import { dateText } from '../documents/click-document.ts';
import { getLink } from '../links/managed-link.ts';
import { periodOf, settledClicks } from './clicks-of.ts';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The columns of an export. The sum of a visitor column is a number of visitors. */
const COLUMNS = ['at', 'code', ...DIMENSIONS, 'visitor_of_link', 'visitor_of_app'] as const;

export interface ClickExport {
  /** `clicks-2026-11-01-2026-11-30.csv`, or `clicks-H7kTq2Rb-2026-…` for a link. */
  readonly fileName: string;
  /** The text in blocks, which are read while they are taken. */
  readonly blocks: AsyncGenerator<string, void, void>;
}

/**
 * All single clicks of an app, or of one of its links, in a period that are still stored, oldest first. After `signal` is
 * aborted, no more are read.
 * @throws `clicks_off`, `not_found`, `validation_failed`
 */
export async function exportClicks(
  ctx: Context,
  appId: string,
  code: string | undefined,
  request: PeriodRequest,
  format: ExportFormat,
  signal?: AbortSignal,
): Promise<ClickExport> {
  const clicks = await settledClicks(ctx);
  if (code !== undefined) await getLink(ctx, appId, code);
  const period = periodOf(ctx, request, true);
  const dates = datesOf(period);
  const { from, to } = period;
  const batches = await clicks.reader.singleClicks({ app: appId, code, from, to });
  // Before the response begins, so that an unavailable store is an error of the request.
  const first = await batches.next();
  const name = code === undefined ? 'clicks' : `clicks-${code}`;
  return {
    fileName: `${name}-${dateText(dates.first)}-${dateText(dates.last)}.${format}`,
    blocks: blocks(first, batches, format, signal),
  };
}

type BatchResult = Awaited<ReturnType<ClickBatches['next']>>;

async function* blocks(
  first: BatchResult,
  batches: ClickBatches,
  format: ExportFormat,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, void> {
  if (format === 'csv') yield csvLine(COLUMNS);
  for (let next = first; next.done !== true; next = await batches.next()) {
    if (signal?.aborted) return;
    let block = '';
    for (const click of next.value) {
      await yieldToEventLoop();
      block += line(click, format);
    }
    if (block !== '') yield block;
  }
}

function line({ at, visitor, ...labels }: ExportedClick, format: ExportFormat): string {
  const row: Record<(typeof COLUMNS)[number], string | number> = {
    ...labels,
    at: new Date(at).toISOString(),
    visitor_of_link: visitor & 1,
    visitor_of_app: (visitor & 2) / 2,
  };
  if (format === 'csv') return csvLine(COLUMNS.map((column) => row[column]));
  return `${JSON.stringify(Object.fromEntries(COLUMNS.map((column) => [column, row[column]])))}\n`;
}
