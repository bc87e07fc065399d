import { Option } from 'commander';
import type { Context } from '../actions/context.ts';
import { listLinks, type LinkSearch } from '../actions/links/list-links.ts';
import type { ManagedLink } from '../actions/links/managed-link.ts';
import { MAX_PAGE_SIZE } from '../actions/page.ts';
import { LINK_STATES, type LinkState } from '../domain/link/link-state.ts';
import { entryCount } from './arguments.ts';
import type { OperatorCommand } from './command.ts';
import { fullLink } from './full-link.ts';
import { table, when } from './table.ts';

interface ListOptions {
  readonly query?: string;
  readonly tag?: string;
  readonly state?: LinkState;
  readonly limit: number;
}

export function listCommand(link: OperatorCommand): void {
  link
    .command('list')
    .description('list and search the smart links of an app, newest first')
    .option(
      '--query <text>',
      'text in the code, the URI, the tags, the name, the note, the social title or the metadata',
    )
    .option('--tag <tag>', 'only links with this tag; campaign/ also has campaign/spring')
    .addOption(
      new Option('--state <state>', 'default: all except deleted links').choices(LINK_STATES),
    )
    .option('--limit <count>', 'how many at most', entryCount, 50)
    .onApp(async ({ ctx, app }, options: ListOptions) => {
      const { query: text, tag, state } = options;
      const search: LinkSearch = { oldestFirst: false, text, tag, state };
      const links = await findLinks(ctx, app.id, search, options.limit);
      const heading = ['code', 'created', 'state', 'redeemed', 'tags', 'name', 'uri'];
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
    `${link.redemptions} of ${link.redeemLimit ?? 'any'}`,
    link.tags.join(', ') || '-',
    link.name ?? '-',
    link.uri,
  ];
}
