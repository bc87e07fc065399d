import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COUPON, DEEP, impatient, interrupted, lost, saidBy, start } from '../test/interrupted.ts';
import { clientOf, CODE, errorOf, redeemed, Script, SlowStorage } from '../test/scripted.ts';
import { withLocks } from '../test/tabs.ts';
import type { Client } from './index.ts';

describe('a handler', () => {
  it('completes the redemption when it succeeds; the next opening redeems again', async () => {
    const storage = new SlowStorage();
    const script = new Script(redeemed(1), redeemed(2));
    const { client, calls } = start(storage, script, () =>
      // While it runs, its redemption can be resumed.
      assert.equal(storage.items.size, 3),
    );
    await client.open(DEEP);
    assert.deepEqual([...storage.items], []);
    await client.open(DEEP);
    assert.deepEqual([...storage.items], []);
    assert.equal(new Set(script.ids).size, 2);
    assert.deepEqual([calls[0]?.resumed, calls.length], [false, 2]);
  });

  it('runs again with the same result if it throws', async () => {
    const storage = new SlowStorage();
    const script = new Script(redeemed(), redeemed());
    const failing = start(storage, script, () => assert.fail('mine'));
    assert.equal((await errorOf(failing.client.open(DEEP))).message, 'mine');
    const { client, calls } = start(storage, script);
    await client.resume();
    assert.deepEqual([calls[0]?.coupon, calls[0]?.resumed], [COUPON, true]);
    assert.equal(new Set(script.ids).size, 1, 'which costs nothing');
    assert.deepEqual([...storage.items], []);
  });

  it('runs again if the end of the app interrupts it', async () => {
    const storage = new SlowStorage();
    const script = new Script(redeemed(), redeemed());
    const first = start(storage, script, () => new Promise(() => {}));
    void first.client.open(DEEP);
    while (first.calls.length === 0) await new Promise(setImmediate);
    // The process ended here: nothing of the first client continues.
    const { client, calls } = start(storage, script);
    await client.resume();
    assert.deepEqual([calls.length, new Set(script.ids).size], [1, 1]);
    assert.deepEqual([...storage.items], []);
  });

  it('is called at most three more times if it never succeeds; then the result is returned', async () => {
    const storage = new SlowStorage();
    await interrupted(storage);
    const script = new Script(...Array.from({ length: 5 }, () => redeemed()));
    let called = 0;
    for (let starts = 0; starts < 3; starts++) {
      const { client, calls } = start(storage, script, () => assert.fail('mine'));
      const [one] = await client.resume();
      assert.equal(saidBy(one).message, 'mine');
      called += calls.length;
    }
    const { client, calls } = start(storage, script, () => assert.fail('mine'));
    const [one] = await client.resume();
    assert.deepEqual([called, calls, one?.redemption?.metadata], [3, [], COUPON]);
    assert.deepEqual([...storage.items], []);
    assert.equal(new Set(script.ids).size, 1);
  });

  it('is called although another one never returns', async () => {
    const storage = new SlowStorage();
    for (const code of ['AAAA', 'BBBB'])
      await interrupted(storage, `com.shop.app://product/${code}?smartlink=${code}`);
    const called: string[] = [];
    for (let starts = 1; starts <= 4; starts++) {
      const script = new Script(redeemed(1, 'AAAA'), redeemed(1, 'BBBB'));
      const { client, calls } = start(storage, script, ({ smartlink }) =>
        smartlink === 'AAAA' ? new Promise(() => {}) : undefined,
      );
      const resumed = client.resume();
      // At the fourth start, that handler is no longer called. Before, the process of the app ends while it runs.
      if (starts === 4) await resumed;
      else
        while (!calls.some(({ smartlink }) => smartlink === 'AAAA'))
          await new Promise(setImmediate);
      called.push(...calls.map(({ smartlink }) => String(smartlink)));
    }
    assert.deepEqual(called.toSorted(), ['AAAA', 'AAAA', 'AAAA', 'BBBB']);
    assert.deepEqual([...storage.items], []);
  });

  it('is not called by resume while it runs', async () => {
    const storage = new SlowStorage();
    const script = new Script(redeemed());
    let finish: () => void = assert.fail;
    const { client, calls } = start(
      storage,
      script,
      () => new Promise<void>((go) => (finish = go)),
    );
    const opened = client.open(DEEP);
    while (calls.length === 0) await new Promise(setImmediate);
    assert.deepEqual(await client.resume(), []);
    finish();
    await opened;
    assert.deepEqual([calls.length, script.sent.length, [...storage.items]], [1, 1, []]);
  });

  it('is called once by two simultaneous calls of resume', async () => {
    const storage = new SlowStorage();
    await interrupted(storage);
    const { client, calls } = start(storage, new Script(redeemed()));
    await Promise.all([client.resume(), client.resume()]);
    assert.equal(calls.length, 1);
    assert.deepEqual([...storage.items], []);
  });

  it('leaves nothing in the storage if it does not wait for the result', async () => {
    const storage = new SlowStorage();
    const script = new Script(redeemed());
    const client = clientOf(script, { storage });
    let answered: Promise<unknown> = Promise.reject(new Error('it was not called'));
    answered.catch(() => undefined);
    client.map('product/:id', ({ metadata }) => {
      answered = metadata();
    });
    await client.open(DEEP);
    assert.deepEqual(await answered, COUPON);
    while (storage.items.size > 0) await new Promise(setImmediate);
  });

  it('is called again if it catches an error of the service', async () => {
    const storage = new SlowStorage();
    const before = clientOf(new Script(lost), { storage, ...impatient });
    before.map('product/:id', ({ metadata }) => metadata().catch(() => 'come back later'));
    assert.equal(await before.open(DEEP), true);
    const { client, calls } = start(storage, new Script(redeemed()));
    await client.resume();
    assert.deepEqual(calls[0]?.coupon, COUPON);
  });

  it('gets the same result as a call outside it, which does not complete the redemption', async () => {
    const storage = new SlowStorage();
    const script = new Script(redeemed(), redeemed());
    const { client } = start(storage, script, async () => {
      assert.deepEqual((await client.redeem(CODE)).metadata, COUPON);
      assert.equal(storage.items.size, 3);
    });
    await client.open(DEEP);
    assert.equal(new Set(script.ids).size, 1);
    assert.deepEqual([...storage.items], []);
  });

  it('is not called if the call cannot be recorded', async () => {
    const storage = new SlowStorage();
    await interrupted(storage);
    storage.failing.add('setItem');
    // The stored data exists; an unchanged list is not written again.
    const { client, calls } = start(storage, new Script(redeemed()));
    const [one] = await client.resume();
    assert.equal(saidBy(one).code, 'storage_failed');
    assert.deepEqual(calls, []);
  });
});

describe('handlers in several tabs', () => {
  it('are not called while they run in another tab', async (t) => {
    withLocks(t);
    const storage = new SlowStorage();
    let finish: () => void = assert.fail;
    const one = start(
      storage,
      new Script(redeemed()),
      () => new Promise<void>((go) => (finish = go)),
    );
    const opened = one.client.open(DEEP);
    while (one.calls.length === 0) await new Promise((go) => setTimeout(go, 5));
    const other = start(storage, new Script());
    assert.deepEqual([await other.client.resume(), other.calls], [[], []]);
    finish();
    await opened;
    assert.deepEqual([...storage.items], []);
  });

  it('are called once if several tabs start together', async (t) => {
    withLocks(t);
    const storage = new SlowStorage();
    await interrupted(storage);
    const script = new Script(redeemed());
    const tabs = [0, 1, 2].map(() => start(storage, script));
    await Promise.all(tabs.map(({ client }: { client: Client }) => client.resume()));
    assert.equal(tabs.flatMap(({ calls }) => calls).length, 1);
    assert.deepEqual([...storage.items], []);
  });
});
