import { Type } from 'typebox';
import { MAX_RANKED } from '../../../actions/links/click-ranking.ts';
import { listLinksByClicks, type RankCursor } from '../../../actions/links/list-by-clicks.ts';
import { listLinks } from '../../../actions/links/list-links.ts';
import type { ManagedLink } from '../../../actions/links/managed-link.ts';
import { LIST_ORDERS } from '../../../domain/link/link-filter.ts';
import { endpoint } from '../../endpoint.ts';
import { nextCursor, pageQuery, pageRequest, pageText } from '../paging.ts';
import { linkFilter, linkFilterQuery } from './link-filter.ts';
import { managedLinkText } from './managed-link.ts';
import { component } from '../../../domain/text/shapes.ts';

export const ManagedLinksSchema = component('ManagedLinks', {
  smartlinks: Type.Array(Type.Unsafe({ $ref: 'ManagedLink#' })),
  next_cursor: nextCursor,
});

/** The days whose clicks count. */
const CLICK_DAYS = { clicks_7d: 7, clicks_30d: 30 } as const;

export const listLinksEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/smartlinks',
  callers: 'viewer',
  id: 'listManagedSmartlinks',
  summary: 'List and search the smart links of the app',
  description:
    'A request searches at most 10,000 links, and for about 60 ms. A page can therefore have fewer than `limit` links, or none, and still have a `next_cursor` that continues the search.',
  query: Type.Object({
    ...pageQuery.properties,
    sort: Type.Optional(
      Type.Enum([...LIST_ORDERS], {
        default: 'newest',
        description: `\`clicks_7d\`, \`clicks_30d\`: the ${MAX_RANKED} links with the most clicks of people in the last 7 or 30 UTC days first, then all others, newest first.`,
      }),
    ),
    ...linkFilterQuery,
  }),
  responses: { 200: { description: 'A page of links.', schema: ManagedLinksSchema } },
  problems: ['clicks_off'],
  async handle({ service, ctx, appId, query }) {
    const { sort = 'newest' } = query;
    const filter = linkFilter(ctx, query);
    const textOf = (link: ManagedLink): string => managedLinkText(ctx, link);
    if (sort === 'newest' || sort === 'oldest') {
      const search = { ...filter, oldestFirst: sort === 'oldest' };
      const page = await listLinks(ctx, appId, search, pageRequest(query));
      return pageText('smartlinks', page, textOf);
    }
    const request = { ...rankedRequest(query), days: CLICK_DAYS[sort] };
    const { clickRanking } = service;
    const { entries, next } = await listLinksByClicks(ctx, clickRanking, appId, filter, request);
    return pageText('smartlinks', { entries, next: next && cursorText(next) }, textOf);
  },
});

/** The cursor of a list by clicks: `<clicks>-<code>` within the ranking, a number behind it. */
function rankedRequest(query: Parameters<typeof pageRequest>[0]) {
  const [, clicks, code] = /^(\d{1,15})-([0-9A-Za-z]{4,32})$/.exec(query.cursor ?? '') ?? [];
  if (clicks !== undefined && code !== undefined) {
    const { limit } = pageRequest({ ...query, cursor: '0' });
    return { limit, cursor: { clicks: Number(clicks), code } };
  }
  const { limit, cursor } = pageRequest(query);
  return { limit, cursor: cursor === undefined ? undefined : { seq: cursor } };
}

function cursorText(cursor: RankCursor): string {
  return 'seq' in cursor ? String(cursor.seq) : `${cursor.clicks}-${cursor.code}`;
}
