import { existsSync } from 'node:fs';
import { Option } from 'commander';
import { getApp } from '../actions/apps/get-app.ts';
import {
  clickReport,
  type ClickReport,
  type Counts,
  type Funnel,
  type Point,
} from '../actions/clicks/click-report.ts';
import { topGroups } from '../actions/clicks/top-groups.ts';
import { linkDaysOf, MAX_LINK_DAYS, topLinks } from '../actions/clicks/top-links.ts';
import type { Context } from '../actions/context.ts';
import { clickDocument, dateText, timeText } from '../actions/documents/click-document.ts';
import { showLink } from '../actions/links/show-link.ts';
import { MAX_PAGE_SIZE } from '../actions/page.ts';
import { isSlotDimension, readDimensions } from '../domain/click/dimensions.ts';
import { datesOf, type Period } from '../domain/click/period.ts';
import { UNITS, type Unit } from '../domain/click/units.ts';
import { fail, orRefuse } from '../problem.ts';
import { StoreUnavailable } from '../storage/database.ts';
import { optionNames, wholeNumber } from './arguments.ts';
import { bar } from './bar.ts';
import type { OperatorCommand } from './command.ts';
import { table } from './table.ts';

/** The link, and the options with the parameters of the request. */
const NAMES = { smartlink: '[link]', ...optionNames('from', 'to', 'time_zone', 'unit', 'by') };

interface ClickOptions {
  readonly app?: string;
  readonly from?: string;
  readonly to?: string;
  readonly timeZone?: string;
  readonly unit?: Unit;
  readonly by?: string;
  readonly limit: number;
  readonly top?: Top;
}

/** What the list at the end has. */
const TOPS = ['links', 'tags', 'templates'] as const;
type Top = (typeof TOPS)[number];
const NOUNS: Readonly<Record<Top, string>> = { links: 'link', tags: 'tag', templates: 'template' };

export function clicksCommand(program: OperatorCommand): void {
  program
    .command('clicks')
    .description('count the clicks of an app or of one smart link')
    .argument('[link]', 'code or address; default: all links of the app')
    .option('--app <name>', 'name of the app; optional with a link, which must then belong to it')
    .option('--from <date>', 'a date such as 2026-11-01, or a time with its offset')
    .option('--to <date>', 'the last date, or a time which is not included; default: today')
    .option('--time-zone <name>', 'such as Europe/Berlin; default: UTC')
    .addOption(new Option('--unit <unit>', 'default: by the length of the period').choices(UNITS))
    .option('--by <dimensions>', 'also count by these, such as country,browser')
    .option('--limit <count>', 'values of each dimension', wholeNumber(1, MAX_PAGE_SIZE), 10)
    .addOption(
      new Option('--top <what>', 'what has the most clicks in the app; default: links').choices(
        TOPS,
      ),
    )
    .refuses((link: string | undefined, { app, top }: ClickOptions) => {
      if (link !== undefined && top !== undefined) return '--top is for an app, not for a link';
      return link === undefined && app === undefined
        ? 'specify a link, or an app with --app <name>'
        : undefined;
    })
    .errorsName({ names: NAMES })
    .onStore(async ({ ctx }, link: string | undefined, options: ClickOptions) => {
      const { title, appId, code } = await subject(ctx, link, options.app);
      const { from, to, timeZone: time_zone, unit, limit } = options;
      const by = orRefuse(readDimensions(options.by));
      const period = { from, to, time_zone, unit };
      const values = { by, limit, sort: 'clicks', filters: new Map() } as const;
      const request = { ...period, ...values, comparesPrevious: false };
      // Refused before anything is counted.
      if (options.top !== undefined) linkDaysOf(ctx, request);
      const { top = 'links' } = options;
      const isApp = code === undefined;
      const { report, list } = await ofClickStore(ctx, async () => {
        const counted = await clickReport(ctx, appId, code, request);
        const found = isApp ? await listOf(ctx, appId, counted.period, top, limit) : undefined;
        return { report: counted, list: found };
      });
      return {
        json: { ...clickDocument(report), ...(list === undefined ? {} : { [top]: list }) },
        text: inWords(title, report, NOUNS[top], list ?? []),
        notes:
          isApp && list === undefined
            ? [`the list of links needs a period of at most ${MAX_LINK_DAYS} days`]
            : [],
      };
    });
}

/** Errors name the click store: the database has just been read. */
async function ofClickStore<Result>(
  { clicks }: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  const [file] = clicks?.files ?? [];
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const isNew = file !== undefined && !existsSync(file);
    const detail = `${file} does not exist yet; the service creates it when it starts`;
    const named = isNew ? new StoreUnavailable(error.reason, detail) : error;
    named.setting = 'CLICKS_URL';
    throw named;
  }
}

/** What the clicks are of. */
async function subject(ctx: Context, link: string | undefined, app: string | undefined) {
  if (link === undefined) {
    const { id, name } = await getApp(ctx, app ?? '');
    return { title: name, appId: id, code: undefined };
  }
  const { address, appId, code } = await showLink(ctx, link);
  if (app !== undefined && (await getApp(ctx, app)).id !== appId) {
    fail('not_found', `the app "${app}" has no smart link with the code "${code}"`);
  }
  return { title: address, appId, code };
}

/** A row of the list at the end. `link`, `tag` or `template` is what it is about. */
type Listed = Readonly<Partial<Record<'code' | 'tag' | 'template', string>>> &
  Omit<Counts, 'other'>;

/** What has the most clicks; undefined for a period that is too long. */
async function listOf(
  ctx: Context,
  appId: string,
  period: Period,
  top: Top,
  limit: number,
): Promise<readonly Listed[] | undefined> {
  const { first, last } = datesOf(period);
  if (last - first >= MAX_LINK_DAYS) return undefined;
  const { from, to, zone } = period;
  const request = { from: timeText(from), to: timeText(to), time_zone: zone.name };
  if (top === 'links') return (await topLinks(ctx, appId, request, { top: limit })).links;
  const { groups } = await topGroups(ctx, appId, request, top, limit);
  return groups.map(({ name, ...sums }) => ({
    ...(top === 'tags' ? { tag: name } : { template: name }),
    ...sums,
  }));
}

function inWords(
  title: string,
  report: ClickReport,
  noun: string,
  list: readonly Listed[],
): string {
  const { period, totals, series, breakdowns, lifetime, funnel, days } = report;
  const { zone, from, to, unit } = period;
  const local = (at: number): string => localTime(zone.localOf(at));
  const labelOf = ({ start }: Point): string => {
    const shown = local(start);
    return unit === 'minute' || unit === 'hour' ? shown : shown.slice(0, 10);
  };
  const parts = [
    [
      title,
      `${local(from)} to ${local(to)}, ${zone.name}`,
      `${numbersText(totals)}; all time: ${numbersText(lifetime)}`,
      ...(funnel ? [funnelText(funnel)] : []),
    ].join('\n'),
    countTable(unit, series, labelOf),
  ];
  for (const [name, values] of breakdowns) {
    if (values.length === 0) continue;
    parts.push(countTable(name, values, (one) => one.value || '(unknown)'));
  }
  const byDays = [...breakdowns.keys()].filter((name) => !isSlotDimension(name));
  if (days) {
    const { first, last } = days;
    parts.push(
      `counted by UTC days (${dateText(first)} to ${dateText(last)}): ${byDays.join(', ')}`,
    );
  }
  if (list.length > 0) {
    parts.push(countTable(noun, list, (one) => one.code ?? one.tag ?? one.template ?? ''));
  }
  return parts.join('\n\n');
}

/** `2026-11-23 07:53` */
function localTime(local: number): string {
  return new Date(local).toISOString().slice(0, 16).replace('T', ' ');
}

function numbersText({ clicks, visitors, other }: Counts): string {
  return `${clicks} clicks, ${visitors} daily visitors, ${other} other visits`;
}

function funnelText({ visits, store, opened, redeemed }: Funnel): string {
  return `${visits} visits, ${store} reached an app store, ${opened} opened the app, ${redeemed} redemptions`;
}

type RowCounts = Omit<Counts, 'other'> & { readonly other?: number };

/** A table of counts with a bar chart of the clicks. */
function countTable<Row extends RowCounts>(
  name: string,
  rows: readonly Row[],
  labelOf: (row: Row) => string,
): string {
  const highest = Math.max(...rows.map(({ clicks }) => clicks));
  const hasOther = rows.some(({ other }) => other !== undefined);
  const heading = ['clicks', 'visitors', ...(hasOther ? ['other'] : [])];
  const numbers = rows.map(({ clicks, visitors, other }) =>
    [clicks, visitors, ...(other === undefined ? [] : [other])].map(String),
  );
  const aligned = numbers.map((cells) =>
    cells.map((cell, column) => {
      const longest = Math.max(...numbers.map((row) => row[column]?.length ?? 0));
      return cell.padStart(Math.max(longest, heading[column]?.length ?? 0));
    }),
  );
  return table(
    [name, ...heading, ''],
    rows.map((row, index) => [labelOf(row), ...(aligned[index] ?? []), bar(row.clicks, highest)]),
  );
}
