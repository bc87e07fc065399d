import type { Database } from '../database.ts';
import type { ClickReader } from './click-reader.ts';
import { exportedClicks } from './export-clicks.ts';
import { rankedLinks } from './ranked-links.ts';
import { readCounts } from './read-counts.ts';
import { readTotals } from './read-totals.ts';
import type { SqlSource } from './sql.ts';
import { linkDays, linkSums } from './top-links.ts';

/** Reads a click store on SQLite or PostgreSQL. */
export function sqlReader(db: Database): ClickReader {
  const source: SqlSource = { reader: db, engine: db.engine };
  return {
    count: (query) => readCounts(source, query),
    linkDays: (query) => linkDays(source, query),
    linkSums: (query) => linkSums(source, query),
    singleClicks: (query) => exportedClicks(source, query),
    totals: (query) => readTotals(source, query),
    rankedLinks: (query) => rankedLinks(source, query),
    close: () => db.close(),
  };
}
