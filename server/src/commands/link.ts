import { rulesOf, type Context } from '../actions/context.ts';
import { webCommand } from '../actions/operate/doctor/platform-bases.ts';
import { createManagedLink } from '../actions/links/create-managed-link.ts';
import type { ManagedLink } from '../actions/links/managed-link.ts';
import { showLink } from '../actions/links/show-link.ts';
import { hasBase } from '../domain/link/own-targets.ts';
import type { LinkCreator } from '../domain/link/link-creator.ts';
import { readManagedLinkRequest } from '../domain/link/managed-link-request.ts';
import { canonicalJson, type JsonText } from '../domain/text/json.ts';
import { hasNoDestination } from '../domain/link/route.ts';
import type { LinkRule } from '../domain/rule/link-rule.ts';
import { phaseAt, type ValidityFields } from '../domain/link/validity.ts';
import {
  collected,
  jsonOption,
  LINK_ARGUMENT,
  LINK_OPTIONS,
  optionNames,
  redeemLimit,
  requestOf,
  type JsonOption,
  type LinkOptions,
} from './arguments.ts';
import type { OperatorCommand } from './command.ts';
import { changeCommands } from './link-change.ts';
import { exportCommand } from './link-export.ts';
import { importCommand } from './link-import.ts';
import { listCommand } from './link-list.ts';
import { fullLink } from '../actions/documents/link-document.ts';
import { schemeWarnings } from './scheme-warning.ts';
import { table, when } from './table.ts';

/** The options with the fields of the request. */
const NAMES = {
  uri: '<uri>',
  ...optionNames('code', 'routes', 'external_id'),
  ...LINK_OPTIONS,
};

interface CreateOptions extends LinkOptions {
  readonly routes?: JsonOption;
  readonly unique?: boolean;
  readonly code?: string;
  readonly redeemLimit?: number;
  readonly tag?: readonly string[];
  readonly externalId?: string;
}

export function linkCommands(program: OperatorCommand): void {
  const link = program
    .command('link')
    .description('create, list, show, change, export and import smart links');

  link
    .command('create')
    .description('create a smart link, as POST /v2/smartlinks does')
    .option('--routes <json>', 'routes that replace the default ones', jsonOption)
    .option('--metadata <json>', 'custom data for the app', jsonOption)
    .option('--unique', 'one link per URI')
    .option('--code <code>', 'the code of the link; default: a random one')
    .option('--redeem-limit <count>', 'how often the metadata can be redeemed', redeemLimit)
    .option('--tag <tag>', 'a tag for searching; may be repeated', collected)
    .option('--name <text>', 'a name for the link')
    .option('--note <text>', 'a note about the link')
    .option('--external-id <id>', 'the id of the link in a system of yours')
    .option(
      '--valid-from <time>',
      'when the link begins to work, such as 2026-12-24T18:00:00+01:00',
    )
    .option(
      '--valid-until <time>',
      'when the link stops working; an empty text: no end, even if the template sets a duration',
    )
    .option('--early-url <address>', 'where visitors go before')
    .option('--expired-url <address>', 'where visitors go afterwards')
    .option('--rules <json>', 'conditional routes: a list of rules', jsonOption)
    .argument('<uri>', 'a path, an http(s) link or a deep link')
    .errorsName({ names: NAMES })
    .onApp(async ({ ctx, app, editor }, uri: string, options: CreateOptions) => {
      const own = ctx.own();
      const draft = readManagedLinkRequest(createRequest(uri, options), own);
      const { link: made, created } = await createManagedLink(ctx, editor, draft);
      const { code, routes } = made;
      const address = `${own.smartlinkBase}/${code}`;
      return {
        json: { smartlink: address, code, created },
        text: address,
        notes: created ? [] : [existingNote(made, options)],
        warnings: [
          ...(hasNoDestination(routes) ? [await nowhereWarning(ctx, app, code, created)] : []),
          ...schemeWarnings(uri),
        ],
      };
    });

  listCommand(link);

  link
    .command('show')
    .description('show a smart link')
    .argument('<code>', 'code or address')
    .errorsName({ names: LINK_ARGUMENT })
    .onStore(async ({ ctx }, code: string) => {
      const shown = await showLink(ctx, code);
      const rows = Object.entries(shown.routes).map(([platform, route]) => [
        platform,
        route.link,
        route.fallback || '-',
      ]);
      const text = [
        shown.address,
        ...(shown.name === null ? [] : [`name: ${shown.name}`]),
        ...(shown.note === null ? [] : [`note: ${shown.note}`]),
        ...(shown.externalId === null ? [] : [`external id: ${shown.externalId}`]),
        ...validityLines(shown, ctx.now()),
        `created ${when(shown.createdAt)} by ${creatorText(shown.createdBy)} from ${shown.uri} (${shown.template === null ? 'no template' : `template ${shown.template}`})`,
        ...(hasNoDestination(shown.routes) ? ['has no destination on any platform'] : []),
        `state: ${shown.state}, unique: ${shown.unique ? 'yes' : 'no'}, redeemed: ${shown.redemptions} of ${shown.redeemLimit ?? 'any number'}, metadata: ${shown.metadata ?? 'none'}`,
        table(['platform', 'link', 'fallback'], rows),
        ...(shown.rules ?? []).map(ruleLine),
      ].join('\n');
      return { json: fullLink(ctx, shown), text };
    });

  changeCommands(link);
  exportCommand(link);
  importCommand(link);
}

/** Who created a link, within a sentence: `a platform token (sl_web_1a2b3c…)`. */
function creatorText({ kind, id, name }: LinkCreator): string {
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

function validityLines(link: ValidityFields, now: number): string[] {
  const { validFrom, validUntil, earlyUrl, expiredUrl } = link;
  if (validFrom === null && validUntil === null) return [];
  const from = validFrom === null ? 'no start' : `from ${when(validFrom)}`;
  const until = validUntil === null ? 'no end' : `until ${when(validUntil)}`;
  return [
    `valid: ${from}, ${until} (now: ${phaseAt(link, now)})`,
    ...(earlyUrl === null ? [] : [`before: ${earlyUrl}`]),
    ...(expiredUrl === null ? [] : [`afterwards: ${expiredUrl}`]),
  ];
}

function ruleLine({ name, when: conditions, routes }: LinkRule, index: number): string {
  const title = `rule ${index + 1}${name === undefined ? '' : ` (${name})`}`;
  return `${title}: if ${JSON.stringify(conditions)} then ${JSON.stringify(routes)}`;
}

/** Says what of a create with `--unique` the link that it found does not have. */
function existingNote(link: ManagedLink, options: CreateOptions): string {
  const { redeemLimit: limit, metadata } = options;
  const differs = [
    ...(limit === undefined || limit === link.redeemLimit ? [] : ['--redeem-limit']),
    ...(metadata === undefined || isSameJson(metadata.text, link.metadata) ? [] : ['--metadata']),
  ];
  if (differs.length === 0) return 'the link already existed';
  return `the link already existed and does not change: ${differs.join(' and ')} had no effect`;
}

function isSameJson(text: string, other: string | null): boolean {
  const [a, b] = [text, other ?? 'null'].map((json) => canonicalJson(JSON.parse(json)));
  return a === b;
}

async function nowhereWarning(
  ctx: Context,
  app: { readonly id: string; readonly name: string },
  code: string,
  created: boolean,
): Promise<string> {
  const nowhere = 'this link has no destination on any platform';
  if (!created) {
    return `${nowhere}, and a link that exists keeps its routes. To create it again, delete it: ${ctx.programName} link delete ${code}`;
  }
  const { platforms } = await rulesOf(ctx, app.id);
  if (hasBase(platforms))
    return `${nowhere}: none of its routes is an address. Send routes with --routes`;
  return `${nowhere}, because no platform of ${app.name} has a base. Set one, then delete this link and create it again: ${webCommand(ctx.programName, app.name, platforms)}`;
}

function createRequest(
  uri: string,
  { routes, metadata, unique, redeemLimit: redeem_limit, ...managed }: CreateOptions,
): JsonText {
  const fields = {
    uri,
    routes: routes?.value,
    unique,
    code: managed.code,
    redeem_limit,
    tags: managed.tag,
    name: managed.name,
    note: managed.note,
    external_id: managed.externalId,
    valid_from: managed.validFrom,
    valid_until: managed.validUntil === '' ? null : managed.validUntil,
    early_url: managed.earlyUrl,
    expired_url: managed.expiredUrl,
    rules: managed.rules?.value,
  };
  return requestOf(fields, metadata);
}
