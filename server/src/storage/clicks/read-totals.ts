import { EVENTS, type Kind } from '../../domain/click/click.ts';
import { NO_COUNTS, type Counts } from '../../domain/click/series.ts';
import type { Reader } from '../database.ts';
import { amongCodes } from '../in-index.ts';
import type { TotalsQuery } from './click-reader.ts';

interface TotalRow {
  readonly code: string;
  readonly kind: string;
  readonly clicks: number;
  readonly visitors: number;
}

const HUMAN: Kind = 'human';

/** The counts since the beginning: few rows, found by keys. Throws `StoreUnavailable`. */
export async function readTotals(
  reader: Reader,
  { app, codes }: TotalsQuery,
): Promise<ReadonlyMap<string, Counts>> {
  const [among, list] = amongCodes(reader.engine, codes);
  const rows = await reader.all<TotalRow>(
    `select '' as code, k.text as kind, t.clicks, t.visitors
     from click_texts a join app_totals t on t.app = a.id join click_texts k on k.id = t.kind
     where a.text = ?
     union all
     select l.code, k.text, t.clicks, t.visitors
     from click_texts a join click_links l on l.app = a.id join link_totals t on t.link = l.id
     join click_texts k on k.id = t.kind
     where a.text = ? and l.code ${among}`,
    [app, app, list],
  );
  const totals = new Map<string, Counts>();
  for (const { code, kind, clicks, visitors } of rows) {
    if (EVENTS.some((event) => event === kind)) continue;
    const before = totals.get(code) ?? NO_COUNTS;
    totals.set(
      code,
      kind === HUMAN
        ? { ...before, clicks, visitors }
        : { ...before, other: before.other + clicks },
    );
  }
  return totals;
}
