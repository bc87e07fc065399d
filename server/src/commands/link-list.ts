import type { Context } from '../actions/context.ts';
import { fullLink } from '../actions/documents/link-document.ts';
import { listLinks, type LinkSearch } from '../actions/links/list-links.ts';
import type { ManagedLink } from '../actions/links/managed-link.ts';
import { MAX_PAGE_SIZE } from '../actions/page.ts';
import { entryCount } from './arguments.ts';
import type { OperatorCommand } from './command.ts';
import { linkFilterOf, withLinkFilter, type FilterOptions } from './link-filter.ts';
import { table, when } from './table.ts';

interface ListOptions extends FilterOptions {
  readonly limit: number;
}

export function listCommand(link: OperatorCommand): void {
  withLinkFilter(
    link.command('list').description('list and search the smart links of an app, newest first'),
  )
    .option('--limit <count>', 'how many at most', entryCount, 50)
    .onApp(async ({ ctx, app }, options: ListOptions) => {
      const search: LinkSearch = { ...linkFilterOf(options, ctx.now()), oldestFirst: false };
      const links = await findLinks(ctx, app.id, search, options.limit);
      const heading = ['code', 'created', 'state', 'ends', 'redeemed', 'tags', 'name', 'uri'];
      return {
        json: { smartlinks: links.map((one) => fullLink(ctx, one)) },
        text: links.length === 0 ? 'no smart links' : table(heading, links.map(row)),
      };
    });
}

/** A page can have fewer links than requested, so this reads pages until there are no more. */
async function findLinks(
  ctx: Context,
  appId: string,
  search: LinkSearch,
  limit: number,
): Promise<ManagedLink[]> {
  const links: ManagedLink[] = [];
  let cursor: number | undefined;
  do {
    const room = Math.min(limit - links.length, MAX_PAGE_SIZE);
    const { entries, next } = await listLinks(ctx, appId, search, { limit: room, cursor });
    links.push(...entries);
    cursor = next ?? undefined;
  } while (cursor !== undefined && links.length < limit);
  return links;
}

function row(link: ManagedLink): string[] {
  return [
    link.code,
    when(link.createdAt),
    link.state,
    link.validUntil === null ? '-' : when(link.validUntil),
    `${link.redemptions} of ${link.redeemLimit ?? 'any'}`,
    link.tags.join(', ') || '-',
    link.name ?? '-',
    link.uri,
  ];
}
