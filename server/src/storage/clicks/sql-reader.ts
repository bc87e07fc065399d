import type { Counts } from '../../domain/click/series.ts';
import type { Database } from '../database.ts';
import type {
  ClickBatches,
  ClickReader,
  Counted,
  CountQuery,
  LinkDay,
  LinkDaysQuery,
  LinkSums,
  LinkSumsQuery,
  RankedLink,
  RankingQuery,
  SingleClicksQuery,
  TotalsQuery,
} from './click-reader.ts';
import { exportedClicks } from './export-clicks.ts';
import { rankedLinks } from './ranked-links.ts';
import { readCounts } from './read-counts.ts';
import { readTotals } from './read-totals.ts';
import type { SqlSource } from './sql.ts';
import { linkDays, linkSums } from './top-links.ts';

/** Reads a click store on SQLite or PostgreSQL. */
export class SqlReader implements ClickReader {
  readonly #db: Database;
  readonly #source: SqlSource;

  constructor(db: Database) {
    this.#db = db;
    this.#source = { reader: db, engine: db.engine };
  }

  count(query: CountQuery): Promise<Counted> {
    return readCounts(this.#source, query);
  }

  linkDays(query: LinkDaysQuery): Promise<LinkDay[]> {
    return linkDays(this.#source, query);
  }

  linkSums(query: LinkSumsQuery): Promise<LinkSums[]> {
    return linkSums(this.#source, query);
  }

  singleClicks(query: SingleClicksQuery): Promise<ClickBatches> {
    return exportedClicks(this.#source, query);
  }

  totals(query: TotalsQuery): Promise<ReadonlyMap<string, Counts>> {
    return readTotals(this.#source, query);
  }

  rankedLinks(query: RankingQuery): Promise<RankedLink[]> {
    return rankedLinks(this.#source, query);
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}
