import type { Command } from 'commander';
import { getApp } from '../actions/apps/get-app.ts';
import type { Context } from '../actions/context.ts';
import { createLink, type CreatedLink } from '../actions/links/create-link.ts';
import { createManagedLink } from '../actions/links/create-managed-link.ts';
import { showLink } from '../actions/links/show-link.ts';
import { parseJson, type JsonText } from '../domain/json.ts';
import { OPERATOR, type LinkMaker } from '../domain/link-maker.ts';
import { refuse } from '../problem.ts';
import { collected, storeCommand, table, when, type Terminal } from './command.ts';
import { changeCommands } from './link-change.ts';
import { linkDocument } from './link-document.ts';
import { listCommand } from './link-list.ts';

interface CreateOptions {
  readonly app: string;
  readonly routes?: string;
  readonly metadata?: string;
  readonly unique?: boolean;
  readonly redeemLimit?: string;
  readonly tag?: readonly string[];
}

export function linkCommands(program: Command, terminal: Terminal): void {
  const link = program.command('link').description('create, list, show and change smart links');

  storeCommand(
    link
      .command('create')
      .description('create a smart link, as POST /v2/smartlinks does')
      .requiredOption('--app <name>', 'name of the app')
      .option('--routes <json>', 'routes that replace the default ones')
      .option('--metadata <json>', 'custom data for the app')
      .option('--unique', 'one link per URI')
      .option('--redeem-limit <count>', 'how often the metadata can be redeemed')
      .option('--tag <tag>', 'a word to find the link by; may come more than once', collected)
      .argument('<uri>', 'a path, an http(s) link or a deep link'),
    terminal,
    async (ctx, _config, uri: string, options: CreateOptions) => {
      const app = await getApp(ctx, options.app);
      const created = await create(ctx, app.id, requestText(uri, options), options.tag);
      const text = created.created ? created.address : `${created.address} (it was there already)`;
      return {
        json: { smartlink: created.address, code: created.code, created: created.created },
        text,
      };
    },
  );

  listCommand(link, terminal);

  storeCommand(
    link.command('show').description('show a smart link').argument('<code>', 'code or address'),
    terminal,
    async (ctx, _config, code: string) => {
      const shown = await showLink(ctx, code);
      const rows = Object.entries(shown.routes).map(([platform, route]) => [
        platform,
        route.link,
        route.fallback || '-',
      ]);
      const text = [
        shown.address,
        `created ${when(shown.createdAt)} by ${makerText(shown.createdBy)} from ${shown.uri} (${shown.template === null ? 'no template' : `template ${shown.template}`})`,
        `state: ${shown.state}, unique: ${shown.unique ? 'yes' : 'no'}, redeemed: ${shown.redemptions} of ${shown.redeemLimit ?? 'any number'}, metadata: ${shown.metadata ?? 'none'}`,
        table(['platform', 'link', 'fallback'], rows),
      ].join('\n');
      return { json: linkDocument(shown), text };
    },
  );

  changeCommands(link, terminal);
}

/** Who created a link, as a sentence goes on: `a platform token (sl_web_1a2b3c…)`. */
function makerText({ kind, id, name }: LinkMaker): string {
  switch (kind) {
    case 'command':
      return 'a command';
    case 'member':
      return `${name ?? 'a member'} (${id})`;
    case 'platform_token':
      return `a platform token, which anyone can have (${name ?? id}…)`;
    case 'server_token':
      return `a server token (${name ?? id}…)`;
  }
}

/** Tags are what only links of the management API have; the others cost less to make. */
async function create(
  ctx: Context,
  appId: string,
  json: JsonText,
  tags: readonly string[] | undefined,
): Promise<CreatedLink> {
  const actor = OPERATOR;
  if (tags === undefined) {
    return createLink(ctx, { appId, id: actor, platform: undefined }, json);
  }
  const { link, created } = await createManagedLink(ctx, { appId, actor }, json);
  return { code: link.code, address: `${ctx.own().smartlinkBase}/${link.code}`, created };
}

/** The same document that the API would be sent, so that the same rules read it. */
function requestText(uri: string, options: CreateOptions) {
  const members = [`"uri":${JSON.stringify(uri)}`];
  for (const name of ['routes', 'metadata'] as const) {
    const text = options[name];
    if (text === undefined) continue;
    const parsed = parseJson(text);
    if ('fault' in parsed)
      refuse([{ pointer: `/${name}${parsed.fault.pointer}`, detail: parsed.fault.detail }]);
    members.push(`"${name}":${text}`);
  }
  if (options.unique) members.push('"unique":true');
  if (options.redeemLimit !== undefined) {
    const number = /^-?\d+(\.\d+)?$/.test(options.redeemLimit);
    members.push(
      `"redeem_limit":${number ? Number(options.redeemLimit) : JSON.stringify(options.redeemLimit)}`,
    );
  }
  if (options.tag !== undefined) members.push(`"tags":${JSON.stringify(options.tag)}`);
  const parsed = parseJson(`{${members.join(',')}}`);
  if ('fault' in parsed) refuse([parsed.fault]);
  return parsed.json;
}
