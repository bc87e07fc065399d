import type { Range } from '../../domain/click/series.ts';
import type { Engine, Reader } from '../database.ts';
import { amongCodes } from '../in-index.ts';
import type { LinkDay, LinkDaysQuery, LinkSums, TopLinksQuery } from './click-reader.ts';
import { findLabels } from './labels.ts';
import { rangesTable } from './ranges.ts';
import { constant, sql, type Sql } from './sql.ts';

/** The days with clicks of people, for the best links of an app or for named ones. Throws `StoreUnavailable`. */
export async function linkDays(reader: Reader, query: LinkDaysQuery): Promise<LinkDay[]> {
  const { engine } = reader;
  const { days, links } = query;
  const app = (await findLabels(reader, [query.app])).get(query.app) ?? 0;
  const chosen = 'top' in links ? top(app, days, links.top) : named(engine, app, links.codes);
  const [first, end] = days;
  const each = Array.from({ length: end - first }, (_, n): Range => [first + n, first + n + 1]);
  // The links and the days come first, so that the primary key finds each row.
  const { text, parameters } = sql`with chosen as materialized (${chosen})
    select l.code, d.day, d.clicks, d.visitors, d.stores as store, d.opens as opened,
      d.redemptions as redeemed
    from chosen c cross join ${rangesTable(engine, each)} p cross join day_links d
    join click_links l on l.id = d.link
    where d.app = ${app} and d.day = p.start and d.link = c.link`;
  return reader.all<LinkDay>(text, parameters);
}

function top(app: number, [from, to]: Range, limit: number): Sql {
  return sql`select link from day_links where app = ${app} and day >= ${from} and day < ${to}
    group by link order by sum(clicks) desc, sum(opens) desc, link limit ${limit}`;
}

function named(engine: Engine, app: number, codes: readonly string[]): Sql {
  const [among, list] = amongCodes(engine, codes);
  const text = `select id as link from click_links where app = ? and code ${among}`;
  return { text, parameters: [app, list] };
}

/** The links of an app with the most clicks of people, each with its sums. Throws `StoreUnavailable`. */
export async function linkSums(reader: Reader, query: TopLinksQuery): Promise<LinkSums[]> {
  const [from, to] = query.days;
  const app = (await findLabels(reader, [query.app])).get(query.app) ?? 0;
  const { text, parameters } =
    sql`select l.code, x.clicks, x.visitors, x.store, x.opened, x.redeemed from (
      select link, ${SUMS} from day_links where app = ${app} and day >= ${from} and day < ${to}
      group by link order by sum(clicks) desc, sum(opens) desc, link limit ${query.limit}
    ) x join click_links l on l.id = x.link`;
  return reader.all<LinkSums>(text, parameters);
}

const SUMS = constant(
  Object.entries({
    clicks: 'clicks',
    visitors: 'visitors',
    stores: 'store',
    opens: 'opened',
    redemptions: 'redeemed',
  })
    .map(([column, name]) => `cast(sum(${column}) as bigint) as ${name}`)
    .join(', '),
);
