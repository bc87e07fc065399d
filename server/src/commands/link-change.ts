import { Option } from 'commander';
import type { Context } from '../actions/context.ts';
import { ledgerDocument } from '../actions/documents/ledger-document.ts';
import { changeLink } from '../actions/links/change-link.ts';
import { deleteLink } from '../actions/links/delete-link.ts';
import { restoreLink } from '../actions/links/restore-link.ts';
import { formatTimeOrNull } from '../domain/text/format-time.ts';
import { showLink } from '../actions/links/show-link.ts';
import { giveBack } from '../actions/redemptions/give-back.ts';
import { listRedemptions, type LedgerEntry } from '../actions/redemptions/list-redemptions.ts';
import { finalReason } from '../domain/link/deletion.ts';
import { parseLinkChange, type LinkEdit } from '../domain/link/link-change.ts';
import { OPERATOR } from '../domain/link/link-creator.ts';
import type { OwnAddresses } from '../domain/link/own-address.ts';
import { orRefuse } from '../problem.ts';
import {
  collected,
  entryCount,
  jsonOption,
  LINK_ARGUMENT,
  LINK_OPTIONS,
  redeemLimitOrNone,
  requestOf,
  type LinkOptions,
} from './arguments.ts';
import type { OperatorCommand } from './command.ts';
import { fullLink } from '../actions/documents/link-document.ts';
import { table, when } from './table.ts';

interface ChangeOptions extends LinkOptions {
  readonly redeemLimit?: number | 'none';
  readonly disable?: boolean;
  readonly enable?: boolean;
  /** `false` removes all tags. */
  readonly tag?: readonly string[] | false;
}

const CODE = ['<code>', 'code or address'] as const;

/** Adds the commands that change links, with the same actions as the management API. */
export function changeCommands(link: OperatorCommand): void {
  const change = link.command('change');
  /** Commander sets the same value for both options, so these record which of them were given. */
  const given = { tag: false, noTag: false };
  change.on('option:tag', () => (given.tag = true));
  change.on('option:no-tag', () => (given.noTag = true));
  change
    .description(
      'change the limit, the metadata, the tags, the name, the note, the validity, the rules or the state of a smart link',
    )
    .option(
      '--redeem-limit <count>',
      'how often the metadata can be redeemed; none removes the limit',
      redeemLimitOrNone,
    )
    .option('--metadata <json>', 'replaces the metadata; null removes it', jsonOption)
    .option('--tag <tag>', 'replaces the tags; may be repeated', collected)
    .option('--no-tag', 'removes all tags')
    .option('--name <text>', 'a name for the link; an empty text removes it')
    .option('--note <text>', 'a note about the link; an empty text removes it')
    .option('--valid-from <time>', 'when the link begins to work; an empty text removes it')
    .option('--valid-until <time>', 'when the link stops working; an empty text removes it')
    .option('--early-url <address>', 'where earlier visitors go; an empty text removes it')
    .option('--expired-url <address>', 'where later visitors go; an empty text removes it')
    .option('--rules <json>', 'replaces the conditional routes; null removes them', jsonOption)
    .addOption(new Option('--disable', 'answer 410 until it is enabled again').conflicts('enable'))
    .option('--enable', 'undo --disable')
    .argument(...CODE)
    .errorsName({ names: { ...LINK_ARGUMENT, ...LINK_OPTIONS } })
    .refuses((_code: string, options: ChangeOptions) => {
      if (Object.keys(options).every((name) => name === 'json')) {
        return 'specify at least one change; see --help';
      }
      const both = given.tag && given.noTag;
      return both ? "option '--tag <tag>' cannot be used with option '--no-tag'" : undefined;
    })
    .onStore(async ({ ctx }, wanted: string, options: ChangeOptions) => {
      const { code, editor } = await find(ctx, wanted);
      const changed = await changeLink(ctx, editor, code, editOf(options, ctx.own()));
      const { state, redemptions } = changed;
      const limit = changed.redeemLimit ?? 'any number';
      return {
        json: fullLink(ctx, changed),
        text: `${code} is ${state}; redeemed ${redemptions} of ${limit}`,
      };
    });

  link
    .command('delete')
    .description('delete a smart link; it can be restored for some days, its code is never reused')
    .argument(...CODE)
    .errorsName({ names: LINK_ARGUMENT })
    .onStore(async ({ ctx }, wanted: string) => {
      const { code, editor } = await find(ctx, wanted);
      const deleted = await deleteLink(ctx, editor, code);
      const until = formatTimeOrNull(deleted.restorableUntil);
      const isFinal = finalReason(deleted, ctx.now()) !== undefined;
      return {
        json: { code, state: 'deleted', restorable_until: until },
        text: isFinal
          ? `${code} is deleted`
          : `${code} is deleted; it can be restored until ${until}`,
      };
    });

  link
    .command('restore')
    .description('restore a deleted smart link as it was')
    .argument(...CODE)
    .errorsName({ names: LINK_ARGUMENT })
    .onStore(async ({ ctx }, wanted: string) => {
      const { code, editor } = await find(ctx, wanted);
      const restored = await restoreLink(ctx, editor, code);
      return { json: fullLink(ctx, restored), text: `${code} is ${restored.state}` };
    });

  link
    .command('redemptions')
    .description('list the redemptions of a smart link, newest first')
    .option('--limit <count>', 'how many at most', entryCount, 50)
    .argument(...CODE)
    .errorsName({ names: LINK_ARGUMENT })
    .onStore(async ({ ctx }, wanted: string, { limit }: { limit: number }) => {
      const { code, editor } = await find(ctx, wanted);
      const { entries } = await listRedemptions(ctx, editor.appId, code, { limit });
      const heading = ['id', 'redeemed', 'count', 'limit', 'token', 'undone', 'undone by'];
      return {
        json: { redemptions: entries.map(ledgerDocument) },
        text: entries.length === 0 ? 'no redemptions' : table(heading, entries.map(row)),
      };
    });

  link
    .command('give-back')
    .description('undo a redemption, so that another one can be granted')
    .argument(...CODE)
    .argument('<redemption>', 'id of the redemption, as listed')
    .errorsName({ names: LINK_ARGUMENT })
    .onStore(async ({ ctx }, wanted: string, id: string) => {
      const { code, editor } = await find(ctx, wanted);
      const entry = await giveBack(ctx, editor, code, id);
      const text = `${entry.id} was undone at ${when(entry.givenBackAt)}`;
      return { json: ledgerDocument(entry), text };
    });
}

/** The operator can change every app, so the code determines the app. */
async function find(ctx: Context, wanted: string) {
  const { code, appId } = await showLink(ctx, wanted);
  return { code, editor: { appId, actor: OPERATOR } };
}

function editOf(
  { redeemLimit, metadata, disable, enable, tag, rules, ...texts }: ChangeOptions,
  own: OwnAddresses,
): LinkEdit {
  const state = disable ? 'disabled' : enable ? 'active' : undefined;
  const redeem_limit = redeemLimit === 'none' ? null : redeemLimit;
  const tags = tag === false ? [] : tag;
  const request = requestOf(
    {
      redeem_limit,
      tags,
      state,
      name: unlessEmpty(texts.name),
      note: unlessEmpty(texts.note),
      valid_from: unlessEmpty(texts.validFrom),
      valid_until: unlessEmpty(texts.validUntil),
      early_url: unlessEmpty(texts.earlyUrl),
      expired_url: unlessEmpty(texts.expiredUrl),
      rules: rules?.value,
    },
    metadata,
  );
  return orRefuse(parseLinkChange(request, own)).edit;
}

/** An empty text removes a value. */
function unlessEmpty(text: string | undefined): string | null | undefined {
  return text === '' ? null : text;
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
