import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientOptions } from './index.ts';
import {
  BASE,
  clientOf,
  CODE,
  errorOf,
  problem,
  redeemed,
  Script,
  SlowStorage,
  type Step,
} from '../test/scripted.ts';
import { createInTwoTabs, storageOfTwoTabs, withLocks } from '../test/tabs.ts';

const DAY_MS = 86_400_000;
const KEY = 'smartlink:app/opens';
const DEEP = `com.shop.app://product/5?smartlink=${CODE}`;
const lost = new Error('connection lost');
const reported: Step = { status: 202, body: { code: CODE } };
const resolved: Step = {
  status: 200,
  body: { code: CODE, route: { link: 'com.shop.app://product/5', fallback: '' } },
};

/** A start of the app, which reports. `opened` are the URLs that its handler received. */
function start(script: Script, options: Partial<ClientOptions> = {}) {
  const opened: string[] = [];
  const client = clientOf(script, { reportOpens: true, ...options }).otherwise(({ url }) =>
    opened.push(url),
  );
  return { client, opened };
}

const reports = ({ sent }: Script) =>
  sent.filter(({ url }) => url === `${BASE}/client/v1/opens`).map(({ json }) => json);

/** Waits until nothing happens any more. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
}

const waitingIn = (storage: SlowStorage): unknown[] =>
  JSON.parse(storage.items.get(KEY) ?? '[]') as unknown[];

describe('the report of an opened app', () => {
  it('is sent once for each opening with a smart link', async () => {
    const script = new Script(reported, resolved, reported, reported);
    const { client, opened } = start(script);
    await client.open(DEEP);
    await quiet();
    await client.open(`${BASE}/${CODE}`);
    await quiet();
    await client.open(DEEP);
    await quiet();
    await client.open('com.shop.app://product/5');
    await client.open('https://shop.example/product/5');
    await quiet();
    assert.equal(opened.length, 5);
    assert.equal(reports(script).length, 3);
    const ids = reports(script).map(({ open_id }) => open_id);
    assert.equal(new Set(ids).size, 3);
    for (const { smartlink, age_seconds } of reports(script)) {
      assert.deepEqual([smartlink, age_seconds], [CODE, 0]);
    }
  });

  it('has the UTM parameters of the URL, as the redemption of its handler has', async () => {
    const script = new Script(reported, redeemed());
    const client = clientOf(script, { reportOpens: true }).otherwise(({ metadata }) => metadata());
    await client.open(`${DEEP}&utm_campaign=spring%20sale&x=1&utm_source=mail&utm_term=no#a`);
    await quiet();
    const smartlink = `${CODE}?utm_campaign=spring%20sale&utm_source=mail&utm_term=no`;
    assert.deepEqual(
      script.sent.map(({ json }) => json.smartlink),
      [smartlink, smartlink],
    );
  });

  it('has a limited length', async () => {
    const script = new Script(reported);
    await start(script).client.open(`${DEEP}&utm_campaign=${'x'.repeat(5000)}`);
    await quiet();
    assert.ok(String(reports(script)[0]?.smartlink).length < 1000);
  });

  it('neither delays nor fails the handler', async () => {
    for (const step of [
      'hang',
      lost,
      problem(500, 'internal'),
      problem(404, 'not_found'),
    ] as const) {
      const { client, opened } = start(new Script(step), { timeoutMs: 200 });
      assert.equal(await client.open(DEEP), true);
      assert.deepEqual(opened, [DEEP]);
      await quiet();
    }
    const storage = new SlowStorage();
    for (const name of ['getItem', 'setItem', 'removeItem'] as const) storage.failing.add(name);
    const script = new Script(reported);
    const { client, opened } = start(script, { storage });
    assert.equal(await client.open(DEEP), true);
    await quiet();
    assert.deepEqual([opened.length, reports(script).length], [1, 1]);
    const uuid = () => {
      throw new Error('no randomness');
    };
    assert.equal(await start(new Script(), { uuid }).client.open(DEEP), true);
  });

  it('is not sent for a link that does not open', async () => {
    const script = new Script(problem(404, 'not_found'));
    await errorOf(start(script).client.open(`${BASE}/${CODE}`));
    await quiet();
    assert.equal(reports(script).length, 0);
  });

  it('can be turned off', async () => {
    const storage = new SlowStorage();
    const script = new Script();
    const { client } = start(script, { reportOpens: false, storage });
    await client.open(DEEP);
    await client.resume();
    await quiet();
    assert.deepEqual([script.sent, [...storage.items]], [[], []]);
  });
});

describe('a report that cannot be sent', () => {
  it('is sent by the next opening or by resume, with the same id, and only once', async () => {
    const script = new Script(lost, reported, reported);
    const { client } = start(script);
    await client.open(DEEP);
    await quiet();
    await client.open(DEEP);
    await quiet();
    const [first, again, second] = reports(script);
    assert.equal(again?.open_id, first?.open_id);
    assert.notEqual(second?.open_id, first?.open_id);
    await client.resume();
    await quiet();
    assert.equal(script.sent.length, 3);
  });

  it('survives a restart in the storage', async () => {
    const storage = new SlowStorage();
    const before = new Script(lost, problem(503, 'overloaded'));
    const first = start(before, { storage });
    await first.client.open(DEEP);
    await quiet();
    await first.client.open(DEEP);
    await quiet();
    assert.equal(waitingIn(storage).length, 2);
    const script = new Script(reported, reported);
    await start(script, { storage }).client.resume();
    await quiet();
    assert.equal(reports(script)[0]?.open_id, reports(before)[0]?.open_id);
    assert.equal(new Set(reports(script).map(({ open_id }) => open_id)).size, 2);
    assert.deepEqual(waitingIn(storage), []);
    await start(new Script(), { storage }).client.resume();
    await quiet();
  });

  it('survives a restart during the request', async () => {
    const storage = new SlowStorage();
    await start(new Script('hang'), { storage, timeoutMs: 200 }).client.open(DEEP);
    await quiet();
    const script = new Script(reported);
    await start(script, { storage }).client.resume();
    await quiet();
    assert.equal(reports(script).length, 1);
  });

  it('is discarded if the service refuses it permanently', async () => {
    const storage = new SlowStorage();
    for (const [status, code] of [
      [404, 'not_found'],
      [422, 'validation_failed'],
    ] as const) {
      const script = new Script(problem(status, code));
      await start(script, { storage }).client.open(DEEP);
      await quiet();
      assert.deepEqual(waitingIn(storage), []);
    }
  });

  it('waits if another server than the service responds', async () => {
    const steps: Step[] = [
      { status: 404, body: '<html>default backend</html>' },
      { status: 403, body: { message: 'blocked' } },
      { status: 200, body: null },
      { status: 200, body: '<html>sign in</html>' },
    ];
    for (const step of steps) {
      const storage = new SlowStorage();
      const script = new Script(step, reported);
      const { client } = start(script, { storage });
      await client.open(DEEP);
      await quiet();
      assert.equal(waitingIn(storage).length, 1, JSON.stringify(step));
      await client.resume();
      await quiet();
      assert.deepEqual(waitingIn(storage), []);
      const [first, second] = reports(script);
      assert.equal(second?.open_id, first?.open_id);
    }
  });

  it('says how long ago the app was opened', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_000_000_000_000 });
    const storage = new SlowStorage();
    const { client } = start(new Script(lost), { storage });
    await client.open(DEEP);
    await quiet();
    t.mock.timers.tick(90_000);
    const script = new Script(reported);
    await start(script, { storage }).client.resume();
    await quiet();
    assert.equal(reports(script)[0]?.age_seconds, 90);
  });

  it('waits for a week at most, and 50 of them', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_000_000_000_000 });
    const storage = new SlowStorage();
    for (let count = 0; count < 55; count++) {
      await start(new Script(lost), { storage }).client.open(`${DEEP}${count}`);
      await quiet();
    }
    assert.equal(waitingIn(storage).length, 50);
    assert.match(JSON.stringify(waitingIn(storage)[0]), new RegExp(`${CODE}5"`));
    // The service refuses what is older.
    t.mock.timers.tick(8 * DAY_MS);
    const script = new Script(
      ...Array.from({ length: 50 }, () => problem(422, 'validation_failed')),
    );
    await start(script, { storage }).client.resume();
    await quiet();
    await quiet();
    await quiet();
    assert.equal(reports(script)[0]?.age_seconds, 8 * 86_400);
    assert.deepEqual([reports(script).length, waitingIn(storage)], [50, []]);
  });

  it('stays in the storage when another tab stores or sends one', async () => {
    const storage = new SlowStorage();
    const [one, two] = [new Script(lost, lost), new Script(lost)];
    const first = start(one, { storage });
    await first.client.open(DEEP);
    await quiet();
    await start(two, { storage }).client.open(DEEP);
    await quiet();
    await first.client.open(DEEP);
    await quiet();
    assert.equal(waitingIn(storage).length, 3);
    // The first tab does not know the report of the second one, which is closed.
    one.steps.push(reported, reported);
    await first.client.resume();
    await quiet();
    assert.equal(waitingIn(storage).length, 1);
    const later = new Script(reported);
    await start(later, { storage }).client.resume();
    await quiet();
    assert.deepEqual(waitingIn(storage), []);
    const ids = [...reports(one), ...reports(later)].map(({ open_id }) => open_id);
    assert.equal(new Set(ids).size, 3);
  });

  it('stays in the storage when another tab stores one at the same time', async (t) => {
    withLocks(t);
    const storages = storageOfTwoTabs(100);
    const creates = await createInTwoTabs();
    const tabs = storages.map((storage, tab) =>
      clientOf(new Script(lost), { reportOpens: true, storage }, creates[tab]).otherwise(() => {}),
    );
    await Promise.all(tabs.map((client) => client.open(DEEP)));
    const waiting = async (): Promise<unknown[]> =>
      Promise.all(
        storages.map(async (storage) => {
          const text = await storage.getItem(KEY);
          return text === null ? 0 : (JSON.parse(text) as unknown[]).length;
        }),
      );
    const end = Date.now() + 30_000;
    while (String(await waiting()) !== '2,2' && Date.now() < end) await sleep(50);
    assert.deepEqual(await waiting(), [2, 2]);
  });

  it('is ignored if the stored value is invalid', async () => {
    for (const text of ['', '5', 'null', '{broken', '{}', '[5]', '[null]']) {
      const storage = new SlowStorage();
      storage.items.set(KEY, text);
      const script: Script = new Script(reported);
      await start(script, { storage }).client.open(DEEP);
      await quiet();
      assert.equal(reports(script).length, 1, text);
      assert.deepEqual(waitingIn(storage), [], text);
    }
  });
});
