import type { Comparison } from '../actions/operate/compare-stores.ts';
import type { ClickStores } from '../actions/operate/copy-clicks.ts';
import { copyStore, type Copied } from '../actions/operate/copy-store.ts';
import { clickStoreOf } from '../click-store.ts';
import { clicksLeftOut, openStore, type Store } from '../store.ts';
import { ConfigError, readConfig, type Config } from '../config.ts';
import { readDatabaseUrl } from '../read-setting.ts';
import { checksumText, type Checksum } from '../domain/text/checksum.ts';
import type { OperatorCommand } from './command.ts';
import { progressLine } from './progress-line.ts';
import { EXIT, say, type Report, type Terminal } from './report.ts';
import { table } from './table.ts';

type Option = '--from' | '--to';

/** Both databases are options, so the settings of the service are ignored. */
const NO_STORE = {
  DATABASE_URL: undefined,
  DATABASE_URL_FILE: undefined,
  DATABASE_REPLICA_URLS: undefined,
  DATABASE_REPLICA_URLS_FILE: undefined,
};

export function copyCommand(program: OperatorCommand): void {
  const { terminal } = program;
  program
    .command('copy')
    .description(
      'copy everything to a new database, of the same or another engine, and compare both; the clicks too, unless CLICKS_URL is set',
    )
    .requiredOption(
      '--from <store>',
      'source, as in DATABASE_URL; stop everything else that uses it',
    )
    .requiredOption('--to <store>', 'target, as in DATABASE_URL; new, or with an interrupted copy')
    .errorsName({ setting: '--from, --to' })
    .reports(async ({ from, to }: { from: string; to: string }) => {
      const config = readConfig({ ...terminal.environment, ...NO_STORE });
      const [first, second] = [storeOf(config, '--from', from), storeOf(config, '--to', to)];
      const report = await withStore('--from', openStore(first, { mustExist: true }), (source) =>
        withStore('--to', openStore(second), (target) => {
          if (target.isNew) say(terminal, `created a new database at ${target.ctx.db.location}`);
          return withClicks(first, second, (clicks) => copy(source, target, clicks, terminal));
        }),
      );
      // With `CLICKS_URL`, they stay where they are.
      const others = first.clicksUrl === undefined ? clicksLeftOut(first) : [];
      return { ...report, warnings: others.map((other) => `the copy does not contain ${other}`) };
    });
}

function storeOf(config: Config, option: Option, text: string): Config {
  try {
    return { ...config, databaseUrl: readDatabaseUrl(text) };
  } catch (error) {
    throw new ConfigError(option, (error as Error).message);
  }
}

async function withStore<T>(
  option: Option,
  opening: Promise<Store>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await opening.catch((error: unknown) => {
    // The message must say which of the two databases could not be opened.
    if (error instanceof Error) error.message = `${option}: ${error.message}`;
    throw error;
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** With `CLICKS_URL`, the clicks stay where they are. */
async function withClicks<T>(
  from: Config,
  to: Config,
  work: (clicks: ClickStores | undefined) => Promise<T>,
): Promise<T> {
  const source = from.clicksUrl === undefined ? await clickStoreOf(from) : undefined;
  if (!source) return work(undefined);
  const target = await clickStoreOf(to, { create: true });
  try {
    return await work(target && { source, target });
  } finally {
    await target?.close();
    await source.close();
  }
}

async function copy(
  source: Store,
  target: Store,
  clicks: ClickStores | undefined,
  terminal: Terminal,
): Promise<Report> {
  const progress = progressLine(terminal);
  try {
    return reportOf(await copyStore(source.ctx, target.ctx, progress.show, clicks));
  } finally {
    progress.end();
  }
}

function reportOf({ comparisons, written }: Copied): Report {
  const differing = comparisons.filter(({ difference }) => difference !== undefined);
  const rows = comparisons.map((compared) => [
    compared.table,
    String(compared.to.rows),
    checksumText(compared.to),
    compared.difference === undefined ? 'the same' : 'different',
  ]);
  const advice =
    'the copy cannot be used: a database was written to during the copy. Stop everything that uses the databases and copy to a new, empty database';
  const complete = differing.length === 0 && written.length === 0;
  const verdict = complete
    ? ['the copy is complete']
    : [
        ...differing.map((compared) => `${compared.table}: ${compared.difference}`),
        ...written.map((name) => `${name}: written to in the source during the copy`),
        advice,
      ];
  return {
    json: { complete, tables: comparisons.map(tableDocument), written },
    text: [table(['table', 'rows', 'checksum', 'compared'], rows), ...verdict].join('\n'),
    exitCode: complete ? EXIT.ok : EXIT.failed,
  };
}

function tableDocument({ table: name, from, to, difference }: Comparison): object {
  const sides = { from: sideDocument(from), to: sideDocument(to) };
  return { name, ...sides, difference: difference ?? null };
}

function sideDocument(checksum: Checksum): object {
  return { rows: checksum.rows, checksum: checksumText(checksum) };
}
