import type { Reader } from '../database.ts';
import type { RankedLink, TopLinksQuery } from './click-reader.ts';
import { findLabels } from './labels.ts';

/** The links of an app with the most clicks of people. Throws `StoreUnavailable`. */
export async function rankedLinks(
  reader: Reader,
  { app, days, limit }: TopLinksQuery,
): Promise<RankedLink[]> {
  const id = (await findLabels(reader, [app])).get(app);
  if (id === undefined) return [];
  return reader.all<RankedLink>(
    `select l.code, x.clicks
     from (select link, cast(sum(clicks) as bigint) as clicks from day_links
       where app = ? and day >= ? and day < ?
       group by link having sum(clicks) > 0 order by sum(clicks) desc, link limit ?) x
     join click_links l on l.id = x.link`,
    [id, ...days, limit],
  );
}
