import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { clicksUrlOf } from '../../src/storage/clicks/open-clicks.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { VERSION } from '../../src/version.ts';
import { clicksSettled } from '../clicks/settled.ts';
import { smartlink, spawnService, startService } from '../harness.ts';
import { eventually, failedStart } from '../processes.ts';
import { newMigratedStore } from '../store.ts';
import { openClickStore } from '../store-clicks.ts';

// A version does not touch a store that a newer one has migrated.

async function addMigration(url: string, table: string): Promise<void> {
  const settings = { poolSize: 1, statementTimeoutMs: 30_000, preparedStatements: true };
  const db = await openDatabase(url, { alphabet: 'x', length: 1 }, settings);
  const sql = `insert into ${table} (name, applied_at, version) values ('9999_later.sql', 0, '7.8.9')`;
  await db.migration((tx) => tx.run(sql));
  await db.close();
}

const SAID = new RegExp(
  String.raw`newer version, Smartlink 7\.8\.9 \(it has 9999_later\.sql\); this is Smartlink ` +
    `${VERSION.replaceAll('.', String.raw`\.`)}: start that version, or restore the backup .*UPGRADE\\.md`,
);

describe('a database that a newer version has migrated', () => {
  let environment: { DATABASE_URL: string };
  before(async () => {
    environment = { DATABASE_URL: await newMigratedStore() };
    await addMigration(environment.DATABASE_URL, 'migrations');
  });

  it('is refused by serve', async () => {
    const { code, stderr } = await failedStart(environment);
    assert.equal(code, 3);
    assert.match(stderr, SAID);
  });

  it('is refused by every command', async () => {
    for (const args of [['migrate'], ['doctor'], ['app', 'list'], ['backup', 'never']]) {
      const { code, stderr, stdout } = await smartlink([...args, '--json'], environment);
      assert.equal(code, 3);
      assert.match(stderr, SAID);
      const { error } = JSON.parse(stdout) as { error: { code: string } };
      assert.equal(error.code, 'store_too_new');
    }
  });
});

describe('clicks that a newer version has migrated', () => {
  it('are left alone, and visits are served', async () => {
    const DATABASE_URL = await newMigratedStore();
    const first = await startService({ DATABASE_URL, CLICKS: 'on' });
    const { code } = await first.create({ uri: 'https://shop.example/5' });
    await clicksSettled(first);
    await first.stop();
    const clicksUrl = clicksUrlOf(DATABASE_URL);
    await addMigration(clicksUrl, 'click_migrations');
    await assert.rejects((await openClickStore(clicksUrl)).open(Date.now()), SAID);
    const service = await spawnService({ DATABASE_URL });
    const visit = await fetch(`${service.url}/${code}`, { redirect: 'manual' });
    assert.equal(visit.status, 302);
    await eventually('the log says why', async () => SAID.test(service.errors()));
    await service.stop();
  });
});
