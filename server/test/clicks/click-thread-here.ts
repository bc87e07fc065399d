import { NO_CAMPAIGN } from '../../src/domain/click/campaign.ts';
import { BatchBuilder, type Click, type ClickBatch } from '../../src/storage/clicks/batch.ts';
import type { ClickSql } from '../../src/storage/clicks/click-sql.ts';
import { clicksUrlOf } from '../../src/storage/clicks/open-clicks.ts';
import { PostgresClicks } from '../../src/storage/clicks/postgres-clicks.ts';
import { SqliteClicks } from '../../src/storage/clicks/sqlite-clicks.ts';
import { CLICKS_SET, migrate } from '../../src/storage/migrate.ts';
import { afterAll } from '../harness.ts';
import { newStore, openDatabaseReader, type DatabaseReader } from '../store.ts';

/** What the click thread works on, in this thread. */
export interface ClickThreadHere {
  readonly sql: ClickSql;
  /** Another connection to the same store, as another instance has. */
  readonly another: () => ClickSql;
  readonly reader: DatabaseReader;
  /** The address of the store. */
  readonly url: string;
  /** The path of the file; undefined: the store is on a server. */
  readonly file: string | undefined;
}

export async function openClicksHere(): Promise<ClickThreadHere> {
  const database = await newStore();
  const url = clicksUrlOf(database);
  const settings = { statementTimeoutMs: 30_000, preparedStatements: true, poolSize: 2 };
  const another = (): ClickSql => {
    const sql = url.startsWith('sqlite:')
      ? new SqliteClicks(url.slice('sqlite:'.length))
      : new PostgresClicks({ url, ...settings });
    afterAll(() => sql.close());
    return sql;
  };
  const sql = another();
  await migrate(sql, Date.now(), CLICKS_SET);
  const reader = openDatabaseReader(url);
  afterAll(() => reader.close());
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;
  return { sql, another, reader, url, file };
}

const CLICK: Click = {
  at: 0,
  code: 'BCDFGHJK',
  appId: 'shop',
  outcome: 'redirect',
  kind: 'human',
  device: 'desktop',
  agent: { kind: 'human', browser: 'Chrome', inApp: '', userAgent: 'Chrome' },
  language: 'de',
  referrer: '',
  campaign: NO_CAMPAIGN,
  network: '203.0.113',
  isHashed: true,
};

/** A click; fields that are not given have default values. */
export function clickOf(fields: Partial<Click>): Click {
  return { ...CLICK, ...fields };
}

export function batchOf(clicks: readonly Partial<Click>[]): ClickBatch {
  const builder = new BatchBuilder();
  for (const click of clicks) builder.add(clickOf(click));
  return builder.finish();
}
