import type { Command } from 'commander';
import type { Context } from '../actions/context.ts';
import { changeLink } from '../actions/links/change-link.ts';
import { deleteLink } from '../actions/links/delete-link.ts';
import { showLink } from '../actions/links/show-link.ts';
import { giveBack } from '../actions/redemptions/give-back.ts';
import { listRedemptions, type LedgerEntry } from '../actions/redemptions/list-redemptions.ts';
import { parseJson } from '../domain/json.ts';
import { fail, refuse } from '../problem.ts';
import { collected, snakeCase, storeCommand, table, when, type Terminal } from './command.ts';

interface ChangeOptions {
  readonly redeemLimit?: string;
  readonly metadata?: string;
  readonly disable?: boolean;
  readonly enable?: boolean;
  /** `false`: no tags any more. */
  readonly tag?: readonly string[] | false;
}

const CODE = ['<code>', 'code or address'] as const;

/** What the management API does too, by hand. */
export function changeCommands(link: Command, terminal: Terminal): void {
  storeCommand(
    link
      .command('change')
      .description('change the limit, the metadata, the tags or the state of a smart link')
      .option('--redeem-limit <count>', 'how often the metadata can be redeemed; none lifts it')
      .option('--metadata <json>', 'replaces the metadata; null removes it')
      .option('--tag <tag>', 'replaces the tags; may come more than once', collected)
      .option('--no-tag', 'takes all tags away')
      .option('--disable', 'answer 410 until it is enabled again')
      .option('--enable', 'undo --disable')
      .argument(...CODE),
    terminal,
    async (ctx, _config, wanted: string, options: ChangeOptions) => {
      const { code, editor } = await find(ctx, wanted);
      const changed = await changeLink(ctx, editor, code, changeText(options));
      const { state, redeemLimit, redemptions, tags } = changed;
      return {
        json: snakeCase({ code, state, redeemLimit, redemptions, tags }),
        text: `${code} is ${state}; redeemed ${redemptions} of ${redeemLimit ?? 'any number'}`,
      };
    },
  );

  storeCommand(
    link
      .command('delete')
      .description('delete a smart link for good; its code is never given again')
      .argument(...CODE),
    terminal,
    async (ctx, _config, wanted: string) => {
      const { code, editor } = await find(ctx, wanted);
      await deleteLink(ctx, editor, code);
      return { json: { code, state: 'deleted' }, text: `${code} is deleted` };
    },
  );

  storeCommand(
    link
      .command('redemptions')
      .description('list who redeemed a smart link, the youngest first')
      .option('--limit <count>', 'how many at the most', '50')
      .argument(...CODE),
    terminal,
    async (ctx, _config, wanted: string, options: { limit: string }) => {
      const limit = Number(options.limit);
      if (!Number.isInteger(limit) || limit < 1 || limit > 1_000_000) {
        fail('validation_failed', '--limit must be a whole number from 1 to 1000000');
      }
      const { code, editor } = await find(ctx, wanted);
      const { entries } = await listRedemptions(ctx, editor.appId, code, { limit });
      const heading = ['id', 'redeemed', 'count', 'limit', 'token', 'given back', 'by'];
      return {
        json: { redemptions: entries.map(snakeCase) },
        text: entries.length === 0 ? 'no redemptions' : table(heading, entries.map(row)),
      };
    },
  );

  storeCommand(
    link
      .command('give-back')
      .description('give a redemption back, so that another one can be granted in its place')
      .argument(...CODE)
      .argument('<redemption>', 'id of the redemption, as listed'),
    terminal,
    async (ctx, _config, wanted: string, id: string) => {
      const { code, editor } = await find(ctx, wanted);
      const entry = await giveBack(ctx, editor, code, id);
      const text = `${entry.id} is given back since ${when(entry.givenBackAt)}`;
      return { json: { redemption: snakeCase(entry) }, text };
    },
  );
}

/** An operator is at home in every app, so the code says which one is meant. */
async function find(ctx: Context, wanted: string) {
  const { code, appId } = await showLink(ctx, wanted);
  return { code, editor: { appId, actor: 'operator' } };
}

/** The same document that the API would be sent, so that the same rules read it. */
function changeText({ redeemLimit, metadata, disable, enable, tag }: ChangeOptions) {
  if (disable && enable) fail('validation_failed', 'say either --disable or --enable');
  const members: string[] = [];
  if (redeemLimit !== undefined) {
    const number = /^-?\d+(\.\d+)?$/.test(redeemLimit);
    const text = redeemLimit === 'none' ? 'null' : JSON.stringify(redeemLimit);
    members.push(`"redeem_limit":${number ? Number(redeemLimit) : text}`);
  }
  if (metadata !== undefined) {
    const parsed = parseJson(metadata);
    if ('fault' in parsed) {
      refuse([{ pointer: `/metadata${parsed.fault.pointer}`, detail: parsed.fault.detail }]);
    }
    members.push(`"metadata":${metadata}`);
  }
  if (tag !== undefined) members.push(`"tags":${JSON.stringify(tag === false ? [] : tag)}`);
  if (disable || enable) members.push(`"state":"${disable ? 'disabled' : 'active'}"`);
  if (members.length === 0) fail('validation_failed', 'say what to change; see --help');
  const parsed = parseJson(`{${members.join(',')}}`);
  if ('fault' in parsed) refuse([parsed.fault]);
  return parsed.json;
}

function row(entry: LedgerEntry): string[] {
  return [
    entry.id,
    when(entry.createdAt),
    String(entry.redemptions),
    entry.redeemLimit === null ? '-' : String(entry.redeemLimit),
    entry.tokenId,
    entry.givenBackAt === null ? '-' : when(entry.givenBackAt),
    entry.givenBackBy ?? '-',
  ];
}
