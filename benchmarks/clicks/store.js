import { mkdirSync, statSync } from 'node:fs';
import { DAY_MS } from '../../server/dist/src/domain/click/slots.js';
import { BATCH_SIZE, BatchBuilder } from '../../server/dist/src/storage/clicks/batch.js';
import { ClickWriter } from '../../server/dist/src/storage/clicks/click-writer.js';
import { clicksUrlOf } from '../../server/dist/src/storage/clicks/open-clicks.js';
import { PostgresClicks } from '../../server/dist/src/storage/clicks/postgres-clicks.js';
import { Retention } from '../../server/dist/src/storage/clicks/retention.js';
import { SqliteClicks } from '../../server/dist/src/storage/clicks/sqlite-clicks.js';
import { CLICKS_SET, migrate } from '../../server/dist/src/storage/migrate.js';
import { accept, inviteOwner } from '../manage/person.js';
import { creates } from '../load/traffic.js';
import { stop } from '../processes.js';
import { count, progressOf, say } from '../progress.js';
import { applySetup, startService } from '../servers/service.js';
import { post } from '../store/post.js';
import { setup } from '../store/setup.js';
import { clicksOfYear, countries } from './year.js';

/** Links that exist: they have the most clicks. */
const LINKS = 200;
const RETENTION_EVERY_DAYS = 14;
const SETTINGS = { rawDays: 90, months: 25, respectGpc: true, flushSeconds: 1 };
const MAX_STATEMENT_MS = 600_000;

/**
 * Makes a database whose links have a year of clicks, stored as the service does.
 * @param {import('../engines/engine.js').Engine} engine
 * @param {string} folder
 * @param {number} clicks
 */
export async function makeClicked(engine, folder, clicks) {
  say(`${engine.name}: storing ${count(clicks)} clicks`);
  mkdirSync(folder, { recursive: true });
  const host = await engine.start(folder, { durable: false });
  const settings = { DATABASE_URL: host.url, CLICKS: 'off' };
  const first = await startService(folder, settings);
  await stop(first.child);
  await applySetup(folder, setup, settings);
  const invitation = await inviteOwner(folder, 'my-app', settings);
  const service = await startService(folder, settings);
  await accept(service.port, invitation);
  const numbers = Array.from({ length: LINKS }, (_, index) => index);
  const codes = await post(service.port, creates({ token: first.token }), numbers);
  await stop(service.child);

  const connection = await host.open();
  const [{ app_id: appId }] = await connection.ask('select app_id from links limit 1');
  const end = Date.now();
  const began = performance.now();
  await storeYear(host.url, { appId, codes, clicks, end });
  const microseconds = ((performance.now() - began) * 1000) / clicks;
  const bytes = await sizeOf(engine, host.url, connection);
  await connection.close();
  await host.stop();
  return { folder, clicks, codes, bytes, microseconds };
}

async function storeYear(url, year) {
  const sql = openSql(clicksUrlOf(url));
  await migrate(sql, 0, CLICKS_SET);
  const writer = new ClickWriter(sql, 'bench', true, countries);
  const retention = new Retention(sql, SETTINGS);
  const next = clicksOfYear(year);
  const batch = new BatchBuilder();
  const progress = progressOf('clicks stored', year.clicks);
  let retained = -Infinity;
  let now = 0;
  let seq = 0;
  for (let done = 0; done < year.clicks; done++) {
    const click = next();
    batch.add(click);
    now = click.at;
    if (batch.size < BATCH_SIZE && done + 1 < year.clicks) continue;
    await writer.store(batch.finish(), ++seq, now);
    writer.prune(now);
    progress(done);
    if (now < retained + RETENTION_EVERY_DAYS * DAY_MS) continue;
    await retention.run(now);
    retained = now;
  }
  await retention.run(now);
  await sql.close();
}

function openSql(url) {
  return url.startsWith('sqlite:')
    ? new SqliteClicks(url.slice('sqlite:'.length))
    : new PostgresClicks({
        url,
        poolSize: 2,
        statementTimeoutMs: MAX_STATEMENT_MS,
        preparedStatements: true,
      });
}

async function sizeOf(engine, url, connection) {
  if (engine.name === 'SQLite') return statSync(clicksUrlOf(url).slice('sqlite:'.length)).size;
  const [{ bytes }] = await connection.ask(
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class where relkind = 'r'
      and (relname ~ '^(click|link_(totals|slots|days)|app_(totals|slots|days)|day_links|seen)')`,
  );
  return Number(bytes);
}
