import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { LOG_OPTIONS } from '../../src/log.ts';
import type { Click } from '../../src/storage/clicks/batch.ts';
import type { Clicks } from '../../src/storage/clicks/clicks.ts';
import { clicksUrlOf } from '../../src/storage/clicks/open-clicks.ts';
import { openWriter } from '../../src/storage/sqlite/driver.ts';
import { startService, type Service } from '../harness.ts';
import { eventually, loadFactor } from '../processes.ts';
import { ENGINE, newMigratedStore } from '../store.ts';
import { allEqual, openClickReader, sumsOf } from './click-store.ts';
import { sendVisits, VisitCount } from './send-visits.ts';
import { settled } from './settled.ts';

const CAPACITY = 65_536;

/** Prevents all writes of clicks, as a stuck transaction of another program does; returns how to end that. */
async function lockClicks(url: string): Promise<() => Promise<void>> {
  if (ENGINE === 'sqlite') {
    const connection = openWriter(clicksUrlOf(url).slice('sqlite:'.length));
    connection.exec('begin immediate');
    return async () => {
      connection.exec('rollback');
      connection.close();
    };
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin; lock table click_writers, link_totals in access exclusive mode');
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

/** Changes the click store as an administrator does. */
async function runOnClicks(url: string, sql: string): Promise<void> {
  if (ENGINE === 'sqlite') {
    const connection = openWriter(clicksUrlOf(url).slice('sqlite:'.length));
    connection.exec(sql);
    connection.close();
    return;
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

function clicksOf({ app }: Service): Clicks {
  const { clicks } = app.ctx;
  assert.ok(clicks);
  return clicks;
}

function clickOf(code: string, appId: string): Click {
  return {
    at: Date.now(),
    code,
    appId,
    outcome: 'redirect',
    kind: 'human',
    device: 'desktop',
    agent: { userAgent: 'x', kind: 'human', browser: '', inApp: '' },
    language: '',
    referrer: '',
    campaign: { campaign: '', source: '', medium: '' },
    network: '',
    isHashed: false,
  };
}

function assertBalanced(clicks: Clicks, recorded: number): void {
  const { stored, waiting, lost, ...stats } = clicks.stats();
  const sum = stored + waiting + Object.values(lost).reduce((all, one) => all + one, 0);
  assert.deepEqual([stats.recorded, sum], [recorded, recorded]);
}

describe('while the click store is locked', () => {
  it('visits are answered at once, the buffer is bounded, and it recovers without losing what waits', async (t) => {
    const DATABASE_URL = await newMigratedStore();
    const service = await startService({ DATABASE_URL });
    // What is read while the service hears of an earlier change is not cached, and such visits can be refused.
    await service.app.catchUp();
    const clicks = clicksOf(service);
    const { code } = await service.create({ uri: 'https://shop.example/x' });
    const visit = async (visits: number): Promise<void> => {
      let left = visits;
      const count = new VisitCount();
      const next = () => (left-- > 0 ? { path: `/${code}`, from: '' } : undefined);
      await Promise.all([1, 2, 3, 4].map(() => sendVisits(service.url, next, count)));
      assert.equal(count.answered, visits);
    };
    await visit(10);
    await settled(clicks);
    assert.equal(clicks.stats().stored, 10);

    const unlock = await lockClicks(DATABASE_URL);
    // In one turn of the event loop, because so many visits take long: these are counted before and beyond the limit.
    for (let i = 0; i < CAPACITY - 1000; i++) clicks.record(clickOf(code, service.owner.app.id));
    const beyond = 5000;
    const start = performance.now();
    await visit(1000 + beyond);
    const took = performance.now() - start;
    assertBalanced(clicks, 10 + CAPACITY + beyond);
    const { stored, waiting, lost } = clicks.stats();
    assert.deepEqual([stored, waiting, lost.buffer_full], [10, CAPACITY, beyond]);
    const settings = await service.request('GET', '/manage/v1/clicks/settings');
    assert.deepEqual(settings.json.since_start, { lost: ['buffer_full'], behind: true });
    // Links are created and visited as before.
    const made = performance.now();
    const other = await service.create({ uri: 'https://shop.example/y' });
    assert.equal((await fetch(other.address, { redirect: 'manual' })).status, 302);
    t.diagnostic(
      `${Math.round((1000 + beyond) / (took / 1000))} visits/s; create and visit in ${Math.round(performance.now() - made)} ms`,
    );

    await unlock();
    await eventually('all are stored', () => clicks.stats().waiting === 0, 30_000);
    await visit(10);
    await settled(clicks);
    await service.stop();
    // One more was lost: the visit of the other link.
    const counted = 10 + CAPACITY + 10;
    assertBalanced(clicks, counted + beyond + 1);
    assert.deepEqual(clicks.stats().lost, {
      buffer_full: beyond + 1,
      store_failed: 0,
      store_timeout: 0,
      stopped: 0,
    });
    const reader = openClickReader({ DATABASE_URL });
    assert.deepEqual(await sumsOf(reader), allEqual(counted));
    await reader.close();
  });

  /** A service with a click that cannot be stored until `unlock` is called. */
  async function withWaitingClick() {
    const DATABASE_URL = await newMigratedStore();
    const service = await startService({ DATABASE_URL });
    const clicks = clicksOf(service);
    const { address } = await service.create({ uri: 'https://shop.example/x' });
    await settled(clicks);
    const unlock = await lockClicks(DATABASE_URL);
    assert.equal((await fetch(address, { redirect: 'manual' })).status, 302);
    return { DATABASE_URL, service, clicks, unlock };
  }

  it('the process still stops, and counts what is lost', async () => {
    const { service, clicks, unlock } = await withWaitingClick();
    const start = performance.now();
    await service.stop();
    const took = performance.now() - start;
    await unlock();
    assert.ok(took < 30_000 * loadFactor(), `the stop took ${took} ms`);
    assertBalanced(clicks, 1);
    assert.equal(clicks.stats().lost.store_timeout, 1);
  });

  it('a click that is stored while the process stops is not counted as lost', async () => {
    const { DATABASE_URL, service, clicks, unlock } = await withWaitingClick();
    // Longer than the process waits for its clicks, and shorter than it waits for the thread.
    const [, stored] = await Promise.all([
      service.stop(),
      sleep(6000).then(async () => {
        const before = clicks.stats();
        await unlock();
        return before.stored;
      }),
    ]);
    assert.equal(stored, 0);
    assertBalanced(clicks, 1);
    assert.equal(clicks.stats().waiting, 0);
    const reader = openClickReader({ DATABASE_URL });
    assert.deepEqual(await sumsOf(reader), allEqual(clicks.stats().stored));
    await reader.close();
  });
});

/** A trigger that rejects all clicks. */
const REJECT = {
  sqlite: `create trigger reject before insert on app_totals begin select raise(abort, 'no'); end`,
  postgres: `create function reject() returns trigger language plpgsql as 'begin raise exception ''no''; end';
    create trigger reject before insert on app_totals for each row execute function reject()`,
};

describe('a click store that rejects clicks', () => {
  for (const [duration, stored] of [
    ['for a moment', 1],
    ['again and again', 0],
  ] as const) {
    it(`${duration}: ${stored} of 1 is stored`, async () => {
      const DATABASE_URL = await newMigratedStore();
      let logged = '';
      const log = pino(LOG_OPTIONS, { write: (line) => (logged += line) });
      const service = await startService({ DATABASE_URL }, { log });
      const clicks = clicksOf(service);
      const { address } = await service.create({ uri: 'https://shop.example/x' });
      await settled(clicks);
      await runOnClicks(DATABASE_URL, REJECT[ENGINE]);
      assert.equal((await fetch(address, { redirect: 'manual' })).status, 302);
      if (stored === 1) {
        await eventually('an attempt', () => logged.includes('clicks cannot be stored'));
        await runOnClicks(
          DATABASE_URL,
          'drop trigger reject' + (ENGINE === 'postgres' ? ' on app_totals' : ''),
        );
      }
      await eventually('the end', () => clicks.stats().waiting === 0);
      const { lost, ...stats } = clicks.stats();
      assert.deepEqual([stats.stored, lost.store_failed], [stored, 1 - stored]);
      await service.stop();
    });
  }
});

describe('a click store that cannot be opened', () => {
  it('prevents neither the start nor visits nor the stop', async () => {
    const DATABASE_URL = await newMigratedStore();
    const elsewhere = await newMigratedStore();
    const { hostname, port } = ENGINE === 'postgres' ? new URL(elsewhere) : new URL('http://x:1');
    const CLICKS_URL =
      ENGINE === 'sqlite'
        ? 'sqlite:/dev/null/clicks.db'
        : `postgres://nobody@${hostname}:${port}/missing_database`;
    const service = await startService({ DATABASE_URL, CLICKS_URL });
    const clicks = clicksOf(service);
    const { address } = await service.create({ uri: 'https://shop.example/x' });
    assert.equal((await fetch(address, { redirect: 'manual' })).status, 302);
    await clicks.settle();
    assert.deepEqual([clicks.stats().stored, clicks.stats().waiting], [0, 1]);
    await assert.rejects(clicks.reader.linkDays({ app: 'app', days: [0, 1], links: { top: 1 } }), {
      name: 'StoreUnavailable',
    });
    await service.stop();
  });
});

describe('an export of clicks', () => {
  it('is refused as a whole if its first clicks cannot be read', async () => {
    const DATABASE_URL = await newMigratedStore();
    const service = await startService({ DATABASE_URL });
    const { address, code } = await service.create({ uri: 'https://shop.example/x' });
    assert.equal((await fetch(address, { redirect: 'manual' })).status, 302);
    await settled(clicksOf(service));
    await runOnClicks(DATABASE_URL, 'alter table link_totals rename to away');
    for (const format of ['csv', 'ndjson']) {
      const path = `/manage/v1/clicks/export?code=${code}&format=${format}`;
      const { status, headers, json } = await service.request('GET', path);
      assert.equal(status, 503);
      assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8');
      assert.equal(headers.get('content-disposition'), null);
      assert.equal(json.status, 503);
    }
    await runOnClicks(DATABASE_URL, 'alter table away rename to link_totals');
    const { text } = await service.request('GET', `/manage/v1/clicks/export?code=${code}`);
    assert.equal(text.trimEnd().split('\n').length, 2);
    await service.stop();
  });
});

if (ENGINE === 'sqlite') {
  describe('a click file that is removed', () => {
    it('is created again, and everything is counted in it', async () => {
      const DATABASE_URL = await newMigratedStore();
      const service = await startService({ DATABASE_URL });
      const clicks = clicksOf(service);
      const { address } = await service.create({ uri: 'https://shop.example/x' });
      const open = async () => {
        assert.equal((await fetch(address, { redirect: 'manual' })).status, 302);
      };
      await open();
      await settled(clicks);
      for (const file of clicks.files) rmSync(file, { force: true });
      await open();
      await eventually('both are stored', async () => {
        await clicks.settle();
        return clicks.stats().stored === 2;
      });
      await open();
      await settled(clicks);
      await service.stop();
      assert.equal(
        readFileSync(clicks.files[0] ?? '')
          .subarray(0, 6)
          .toString(),
        'SQLite',
      );
      const reader = openClickReader({ DATABASE_URL });
      assert.deepEqual(await sumsOf(reader), allEqual(2));
      await reader.close();
    });
  });
}
