import type { Range } from '../../domain/click/series.ts';
import type { Clicks } from './clicks.ts';
import { findLabels } from './labels.ts';

/** A link with clicks of people. */
export interface RankedLink {
  /** In the store of clicks. */
  readonly id: number;
  readonly code: string;
  readonly clicks: number;
}

/** The links of an app with the most clicks of people on some UTC days, in this order. Throws `StoreUnavailable`. */
export async function rankedLinks(
  { reader }: Pick<Clicks, 'reader'>,
  appId: string,
  [first, end]: Range,
  limit: number,
): Promise<RankedLink[]> {
  const app = (await findLabels(reader, [appId])).get(appId);
  if (app === undefined) return [];
  return reader.all<RankedLink>(
    `select l.id, l.code, x.clicks
     from (select link, cast(sum(clicks) as bigint) as clicks from day_links
       where app = ? and day >= ? and day < ?
       group by link order by sum(clicks) desc, link limit ?) x
     join click_links l on l.id = x.link
     order by x.clicks desc, x.link`,
    [app, first, end, limit],
  );
}
