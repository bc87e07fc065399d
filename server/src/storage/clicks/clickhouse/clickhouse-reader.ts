import type { Counts } from '../../../domain/click/series.ts';
import type {
  ClickBatches,
  ClickReader,
  Counted,
  CountQuery,
  ExportedClick,
  LinkDay,
  LinkDaysQuery,
  LinkSums,
  RankedLink,
  SingleClicksQuery,
  TopLinksQuery,
  TotalsQuery,
} from '../click-reader.ts';
import { pagesByTime } from '../pages-by-time.ts';
import type { ClickHouse } from './clickhouse.ts';
import { countStatement, OWNERS, readCountRows, type StartedRow } from './count-query.ts';
import {
  counts,
  firstPendingClicks,
  IS_CLICK,
  SEALED,
  singleClicks,
  STEPS,
  SUMS,
} from './counts-sql.ts';
import { DAY_LINKS, TOTALS } from './rollups.ts';

/** Clicks of one read of an export. */
const PAGE = 10_000;

const DAY_RANGE = 'day >= {from:Int64} and day < {to:Int64}';
const LINK_SUMS = `sumIf(c, kind = 'human') as clicks, sumIf(v, kind = 'human') as visitors, ${STEPS}`;
/** What links are counted by: clicks of people, and events. */
const IS_COUNTED = `kind in ('human', 'open', 'redeem')`;

export class ClickHouseReader implements ClickReader {
  readonly #db: ClickHouse;
  readonly #storesSingle: boolean;

  constructor(db: ClickHouse, storesSingle: boolean) {
    this.#db = db;
    this.#storesSingle = storesSingle;
  }

  async count(query: CountQuery): Promise<Counted> {
    const { sql, parameters } = countStatement(query);
    return readCountRows(query, await this.#db.rows<StartedRow>(sql, parameters));
  }

  linkDays({ app, days: [from, to], links }: LinkDaysQuery): Promise<LinkDay[]> {
    const columns = 'clicks, visitors, store, opened, redeemed';
    const isTop = 'top' in links;
    const owner = isTop ? OWNERS.app : `${OWNERS.app} and code in {codes:Array(String)}`;
    const best = `order by sum(clicks) desc, sum(opened) desc, code limit {limit:UInt32}`;
    const row = columns.split(', ').map((name, at) => `row.${at + 2} as ${name}`);
    return this.#db.rows<LinkDay>(
      `${SEALED} select code, row.1 as day, ${row.join(', ')} from (
         select code, groupArray(tuple(day, ${columns})) as rows from (
           select code, day, ${LINK_SUMS} from ${counts(DAY_LINKS, owner, DAY_RANGE)}
           where ${IS_COUNTED} group by code, day)
         group by code ${isTop ? best : ''})
       array join rows as row`,
      { app, from, to, ...(isTop ? { limit: links.top } : { codes: links.codes }) },
    );
  }

  linkSums({ app, days: [from, to], limit }: TopLinksQuery): Promise<LinkSums[]> {
    return this.#db.rows<LinkSums>(
      `${SEALED} select code, ${LINK_SUMS} from ${counts(DAY_LINKS, OWNERS.app, DAY_RANGE)}
       where ${IS_COUNTED} group by code order by clicks desc, opened desc, code limit {limit:UInt32}`,
      { app, from, to, limit },
    );
  }

  rankedLinks({ app, days: [from, to], limit }: TopLinksQuery): Promise<RankedLink[]> {
    return this.#db.rows<RankedLink>(
      `${SEALED} select code, sum(c) as clicks from ${counts(DAY_LINKS, OWNERS.app, DAY_RANGE)}
       where kind = 'human' group by code having clicks > 0 order by clicks desc, code
       limit {limit:UInt32}`,
      { app, from, to, limit },
    );
  }

  async totals({ app, codes }: TotalsQuery): Promise<ReadonlyMap<string, Counts>> {
    const links = `${OWNERS.app} and code in {codes:Array(String)}`;
    const rows = await this.#db.rows<Counts & { readonly code: string }>(
      `${SEALED} select code, ${SUMS} from (
         select '' as code, kind, c, v from ${counts(TOTALS.app, OWNERS.app)}
         union all select code, kind, c, v from ${counts(TOTALS.link, links)})
       where ${IS_CLICK} group by code`,
      { app, codes },
    );
    return new Map(rows.map(({ code, ...sums }) => [code, sums]));
  }

  async singleClicks(query: SingleClicksQuery): Promise<ClickBatches> {
    return this.#pages(query);
  }

  async *#pages({ app, code = '', from, to }: SingleClicksQuery): ClickBatches {
    if (!this.#storesSingle) return;
    const own = code === '' ? 'true' : 'code = {code:String}';
    const range = 'at >= {from:Int64} and at < {to:Int64}';
    const sealed = singleClicks(`${OWNERS.app} and ${own}`, range);
    const parameters = { app, code };
    // Clicks before this one are sealed, or will be while they are read.
    const [pending] = await this.#db.rows<{ first: number; rows: number }>(
      `${SEALED} select min(at) as first, count() as rows from click_rows
       where part >= sealed_until and ${OWNERS.app}`,
      parameters,
    );
    const last = pending && pending.rows > 0 ? Math.min(Math.max(pending.first, from), to) : to;
    const all = `(select * from ${sealed} union all
      select * except (part, app) from ${firstPendingClicks(OWNERS.app, own, range)})`;
    for (const [source, start, end] of [
      [sealed, from, last],
      [all, last, to],
    ] as const) {
      const read = (first: number, until: number, limit: number): Promise<ExportedClick[]> =>
        this.#db.rows<ExportedClick>(
          `${SEALED} select * except (place) from ${source} order by at, code, place limit {limit:UInt32}`,
          { ...parameters, from: first, to: until, limit },
        );
      yield* pagesByTime(read, start, end, PAGE);
    }
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}
