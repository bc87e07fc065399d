import { InvalidArgumentError, Option } from 'commander';
import { MAX_PAGE_SIZE } from '../actions/page.ts';
import {
  deliveryDocument,
  documentWithSecret,
  logDocument,
  webhookDocument,
} from '../actions/documents/webhook-document.ts';
import {
  getDelivery,
  listDeliveries,
  replay,
  replaySince,
  sendTest,
  type DeliveryLog,
  type DeliveryState,
} from '../actions/webhooks/deliveries.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listAppWebhooks,
  rotateSecret,
  type Webhook,
  type WebhookWithSecret,
} from '../actions/webhooks/manage-webhooks.ts';
import { parseTime } from '../domain/text/time-text.ts';
import { EVENT_TYPES, OPT_IN_TYPES, type EventType } from '../domain/webhook/event-type.ts';
import { MAX_OLD_SECRET_HOURS, type WebhookChange } from '../domain/webhook/webhook-request.ts';
import { collected, wholeNumber } from './arguments.ts';
import type { OperatorCommand } from './command.ts';
import { table, when } from './table.ts';

interface Settings {
  readonly url?: string;
  readonly description?: string;
  readonly type?: readonly (EventType | 'all')[];
  readonly tag?: readonly string[];
  readonly enable?: boolean;
  readonly disable?: boolean;
}

/** The options with the fields of the request. */
const NAMES = { description: '--description', types: '--type', tags: '--tag' };

export function webhookCommands(program: OperatorCommand): void {
  const webhook = program.command('webhook').description('send events of an app to other services');

  withSettings(
    webhook.command('create').description('create a webhook').argument('<url>', 'where events go'),
  )
    .refuses((_url: string, settings: Settings) => conflictOf(settings))
    .errorsName({ names: { ...NAMES, url: '<url>' } })
    .onApp(async ({ ctx, editor }, url: string, settings: Settings) =>
      shownWithSecret(await createWebhook(ctx, editor, { ...changeOf(settings), url })),
    );

  webhook
    .command('list')
    .description('list the webhooks of an app')
    .onApp(async ({ ctx, app }) => {
      const webhooks = await listAppWebhooks(ctx, app.id);
      return {
        json: { webhooks: webhooks.map(webhookDocument) },
        text: table(HEADING, webhooks.map(row)),
      };
    });

  withSettings(
    webhook
      .command('change')
      .description('change, enable or disable a webhook')
      .argument('<webhook>', 'id, as listed')
      .option('--url <url>', 'where events go')
      .addOption(new Option('--enable', 'send events again').conflicts('disable'))
      .option('--disable', 'send no events'),
  )
    .refuses((_id: string, settings: Settings) =>
      Object.keys(changeOf(settings)).length === 0
        ? 'specify at least one change; see --help'
        : conflictOf(settings),
    )
    .errorsName({ names: { ...NAMES, url: '--url' } })
    .onApp(async ({ ctx, editor }, id: string, settings: Settings) => {
      const changed = await changeWebhook(ctx, editor, id, changeOf(settings));
      return { json: webhookDocument(changed), text: table(HEADING, [row(changed)]) };
    });

  webhook
    .command('delete')
    .description('delete a webhook with its deliveries')
    .argument('<webhook>', 'id, as listed')
    .onApp(async ({ ctx, editor }, id: string) => {
      await deleteWebhook(ctx, editor, id);
      return { json: { webhook_id: id, deleted: true }, text: `${id} is deleted` };
    });

  webhook
    .command('rotate')
    .description('replace the secret of a webhook')
    .argument('<webhook>', 'id, as listed')
    .option(
      '--old-secret-hours <n>',
      'how long the old secret signs as well',
      wholeNumber(0, MAX_OLD_SECRET_HOURS),
      24,
    )
    .onApp(async ({ ctx, editor }, id: string, options: { readonly oldSecretHours: number }) =>
      shownWithSecret(await rotateSecret(ctx, editor, id, options.oldSecretHours)),
    );

  deliveryCommands(webhook);
}

function deliveryCommands(webhook: OperatorCommand): void {
  webhook
    .command('deliveries')
    .description('list the newest deliveries of a webhook, or show one with its attempts')
    .argument('<webhook>', 'id, as listed')
    .argument('[event]', 'id of an event')
    .addOption(
      new Option('--state <state>', 'only these').choices(['pending', 'delivered', 'failed']),
    )
    .option('--limit <n>', 'how many', wholeNumber(1, MAX_PAGE_SIZE), 50)
    .onApp(
      async (
        { ctx, app },
        id: string,
        event: string | undefined,
        { state, limit }: { readonly state?: DeliveryState; readonly limit: number },
      ) => {
        if (event !== undefined) return shownLog(await getDelivery(ctx, app.id, id, event));
        const { entries } = await listDeliveries(ctx, app.id, id, state, { limit });
        const rows = entries.map((one) => [
          one.id,
          one.type,
          one.state,
          String(one.attempts),
          when(one.createdAt),
          one.state === 'pending' ? when(one.nextAt) : '-',
        ]);
        return {
          json: { deliveries: entries.map(deliveryDocument) },
          text: table(['event', 'type', 'state', 'attempts', 'happened', 'next attempt'], rows),
        };
      },
    );

  webhook
    .command('test')
    .description('send a test event; a running service sends it')
    .argument('<webhook>', 'id, as listed')
    .onApp(async ({ ctx, editor }, id: string) => shownLog(await sendTest(ctx, editor, id)));

  webhook
    .command('replay')
    .description('send an event again, or all events since a time; a running service sends them')
    .argument('<webhook>', 'id, as listed')
    .argument('[event]', 'id of an event')
    .option('--since <time>', 'RFC 3339, such as 2026-12-24T17:00:00Z', time)
    .refuses((_id: string, event: string | undefined, { since }: { readonly since?: number }) =>
      (event === undefined) === (since === undefined)
        ? 'specify either an event or --since <time>'
        : undefined,
    )
    .onApp(
      async (
        { ctx, editor },
        id: string,
        event: string | undefined,
        { since = 0 }: { readonly since?: number },
      ) => {
        if (event !== undefined) return shownLog(await replay(ctx, editor, id, event));
        const events = await replaySince(ctx, editor, id, since);
        const text = events === 1 ? '1 event' : `${events} events`;
        return { json: { events }, text: `${text} will be sent again` };
      },
    );
}

const HEADING = ['id', 'state', 'url', 'types', 'tags', 'failing since'];

function row(webhook: Webhook): string[] {
  const { id, state, disabledBecause, url, types, tags, failingSince } = webhook;
  return [
    id,
    disabledBecause === null ? state : `${state} (${disabledBecause})`,
    url,
    types.length === 0 ? 'all' : types.join(' '),
    tags.length === 0 ? 'all' : tags.join(' '),
    failingSince === null ? '-' : when(failingSince),
  ];
}

function shownWithSecret(made: WebhookWithSecret) {
  return {
    json: documentWithSecret(made),
    text: made.secret,
    notes: [`the secret signs the requests of ${made.webhook.id}; it is shown only once`],
  };
}

function shownLog(shown: DeliveryLog) {
  const { delivery, attempts } = shown;
  const rows = attempts.map(({ at, durationMs, status, error }) => [
    when(at),
    `${durationMs} ms`,
    status === null ? '-' : String(status),
    error ?? '-',
  ]);
  const log = rows.length === 0 ? '' : `\n${table(['attempt', 'took', 'status', 'error'], rows)}`;
  return {
    json: logDocument(shown),
    text: `${delivery.id} ${delivery.type}: ${delivery.state}${log}`,
  };
}

function withSettings(command: OperatorCommand): OperatorCommand {
  return command
    .option('--description <text>', 'a description')
    .addOption(
      new Option('--type <type>', 'only events of this type, or "all"; can be repeated').argParser(
        (text, before?: readonly string[]) => collected(eventType(text), before),
      ),
    )
    .option(
      '--tag <tag>',
      'only events about links with this tag, or "all"; can be repeated',
      collected,
    );
}

function changeOf({ url, description, type, tag, enable, disable }: Settings): WebhookChange {
  const types = type && selectedTypes(type);
  const tags = tag?.filter((one) => one !== 'all');
  return {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description: description === '' ? null : description }),
    ...(types === undefined ? {} : { types: [...new Set(types)] }),
    ...(tags === undefined ? {} : { tags: [...new Set(tags)] }),
    ...(enable === true ? { state: 'enabled' as const } : {}),
    ...(disable === true ? { state: 'disabled' as const } : {}),
  };
}

/** An empty list selects all but those that must be named. */
function selectedTypes(types: readonly (EventType | 'all')[]): readonly EventType[] {
  const named = types.filter((one) => one !== 'all');
  if (named.length === types.length || !named.some((one) => OPT_IN_TYPES.has(one))) {
    return named.length === types.length ? named : [];
  }
  return EVENT_TYPES.filter((one) => !OPT_IN_TYPES.has(one) || named.includes(one));
}

function conflictOf({ tag }: Settings): string | undefined {
  return tag?.includes('all') && tag.some((one) => one !== 'all')
    ? '--tag all cannot be combined with other tags'
    : undefined;
}

function eventType(text: string): string {
  if (text === 'all' || (EVENT_TYPES as readonly string[]).includes(text)) return text;
  throw new InvalidArgumentError(`It must be "all" or one of ${EVENT_TYPES.join(', ')}.`);
}

function time(text: string): number {
  const at = parseTime(text);
  if (at === undefined) {
    throw new InvalidArgumentError(
      'It must be a time with its offset, such as 2026-12-24T18:00:00+01:00.',
    );
  }
  return at;
}
