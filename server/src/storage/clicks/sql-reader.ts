import type { Database } from '../database.ts';
import type { ClickReader } from './click-reader.ts';
import { exportedClicks } from './export-clicks.ts';
import { rankedLinks } from './ranked-links.ts';
import { readCounts } from './read-counts.ts';
import { readTotals } from './read-totals.ts';
import { linkDays, linkSums } from './top-links.ts';

/** Reads a click store on SQLite or PostgreSQL. */
export function sqlReader(db: Database): ClickReader {
  return {
    count: (query) => readCounts(db, query),
    linkDays: (query) => linkDays(db, query),
    linkSums: (query) => linkSums(db, query),
    singleClicks: (query) => exportedClicks(db, query),
    totals: (query) => readTotals(db, query),
    rankedLinks: (query) => rankedLinks(db, query),
    close: () => db.close(),
  };
}
