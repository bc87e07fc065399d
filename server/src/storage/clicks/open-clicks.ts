import type { PostgresSettings } from '../postgres/driver.ts';
import { openDatabase } from '../open.ts';
import { isClickHouse } from './clickhouse/clickhouse-address.ts';
import type { Clicks, ClickSettings, ClickStats } from './clicks.ts';
import { HeldProbes } from './held-probes.ts';
import { sqlReader } from './sql-reader.ts';

/** Where the click store is if no setting says so: beside the file, or in the same database. */
export function clicksUrlOf(databaseUrl: string): string {
  if (!databaseUrl.startsWith('sqlite:')) return databaseUrl;
  return `${databaseUrl.replace(/\.db$/, '')}-clicks.db`;
}

/** Connections of a process for reading clicks: more would not make the few readers faster. */
const POOL_SIZE = 3;

type ConnectionSettings = Omit<PostgresSettings, 'url' | 'poolSize'>;

const NOTHING: ClickStats = {
  recorded: 0,
  stored: 0,
  waiting: 0,
  held: 0,
  lost: { buffer_full: 0, store_failed: 0, store_timeout: 0, stopped: 0 },
};

/**
 * The click store. It is opened at its first use. Commands
 * (`readerThreads` is false) only read.
 */
export async function openClicks(
  url: string,
  settings: ClickSettings,
  postgres: ConnectionSettings,
  { readerThreads, now }: { readonly readerThreads: boolean; readonly now: () => number },
): Promise<Clicks> {
  const store = { settings, ...(await openReader(url, postgres, readerThreads, settings.rawDays)) };
  if (!readerThreads) {
    const nothing = async (): Promise<void> => undefined;
    return {
      ...store,
      start: () => undefined,
      record: () => undefined,
      holdProbe: () => undefined,
      continueProbe: () => undefined,
      settle: nothing,
      stats: () => NOTHING,
      close: () => store.reader.close(),
    };
  }
  const { ClickRecorder } = await import('./recorder.ts');
  const recorder = new ClickRecorder({ url, postgres, settings }, now);
  const probes = new HeldProbes((click) => recorder.record(click));
  return {
    ...store,
    start: (report) => recorder.start(report),
    record: (click) => recorder.record(click),
    holdProbe: (click) => probes.hold(click),
    continueProbe(click) {
      if (probes.count > 0) probes.continued(click);
    },
    settle: () => recorder.settle(),
    // A visit that is held counts from its first request on: it is one click in any case.
    stats() {
      const stats = recorder.stats();
      return { ...stats, recorded: stats.recorded + probes.count, held: probes.count };
    },
    async close() {
      probes.release();
      await recorder.close();
      await store.reader.close();
    },
  };
}

type OpenReader = Pick<Clicks, 'reader' | 'location' | 'files' | 'rawDeletedBy'>;

async function openReader(
  url: string,
  postgres: ConnectionSettings,
  readerThreads: boolean,
  rawDays: number,
): Promise<OpenReader> {
  if (isClickHouse(url)) return openClickHouse(url, postgres, rawDays);
  const codes = { alphabet: 'x', length: 1 };
  const settings = { ...postgres, poolSize: POOL_SIZE, plansEachTime: true };
  const db = await openDatabase(url, codes, settings, { readerThreads });
  const { location, files } = db;
  return { reader: sqlReader(db), location, files, rawDeletedBy: 'month' };
}

async function openClickHouse(
  url: string,
  { statementTimeoutMs }: ConnectionSettings,
  rawDays: number,
): Promise<OpenReader> {
  const { ClickHouse } = await import('./clickhouse/clickhouse.ts');
  const { ClickHouseReader } = await import('./clickhouse/clickhouse-reader.ts');
  const options = { timeoutMs: statementTimeoutMs, connections: POOL_SIZE };
  const db = new ClickHouse(url, options);
  const location = `${db.address.database} on ${new URL(db.address.url).host}`;
  const reader = new ClickHouseReader(db, rawDays > 0);
  return { reader, location, files: [], rawDeletedBy: 'day' };
}
