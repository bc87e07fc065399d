import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  COUPON,
  DEEP,
  impatient,
  interrupted,
  lost,
  saidBy,
  start,
  type Call,
} from '../test/interrupted.ts';
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
import type { Opening } from './index.ts';

const resolved = (link: string | null): Step => ({
  status: 200,
  body: { code: CODE, route: link === null ? null : { link, fallback: '' } },
});

const plain = ({ params, query, ...call }: Call = { name: 'none' }) => ({
  ...call,
  params: { ...params },
  query: { ...query },
});

describe('resuming a redemption of a handler', () => {
  it('calls the handler again with the same parameters and the same id', async () => {
    const storage = new SlowStorage();
    const before = await interrupted(storage);
    const script = new Script(redeemed());
    const { client, calls } = start(storage, script);
    const [one, ...others] = await client.resume();
    assert.deepEqual([one?.code, one?.redemption?.metadata, one?.error], [CODE, COUPON, undefined]);
    assert.deepEqual(others, []);
    assert.deepEqual(calls.map(plain), [
      {
        name: 'product',
        url: DEEP,
        path: 'product/5',
        params: { id: '5' },
        query: { from: 'mail' },
        smartlink: CODE,
        resumed: true,
        coupon: COUPON,
      },
    ]);
    assert.deepEqual(script.ids, before.ids);
    assert.deepEqual([...storage.items], []);
    assert.deepEqual(await client.resume(), [], 'and that once');
    assert.equal(calls.length, 1);
  });

  it('calls the handler of the route without requesting the route again', async () => {
    const storage = new SlowStorage();
    await interrupted(storage, `${BASE}/${CODE}?utm=1`, resolved('com.shop.app://blog/a/b?x=1'));
    const script = new Script(redeemed());
    const { client, calls } = start(storage, script);
    await client.resume();
    const { name, url, params, query } = plain(calls[0]);
    assert.deepEqual(
      [name, url, params, query],
      ['blog', `${BASE}/${CODE}?utm=1`, { post: 'a/b' }, { x: '1' }],
    );
    assert.equal(script.sent.length, 1);
  });

  it('calls the default handler without a route or another match', async () => {
    for (const [url, step, path] of [
      [`${BASE}/${CODE}`, resolved(null), CODE],
      [`${BASE}/${CODE}`, resolved('com.shop.app://else'), 'else'],
    ] as const) {
      const storage = new SlowStorage();
      await interrupted(storage, url, step);
      const { client, calls, otherwise } = start(storage, new Script(redeemed()));
      otherwise();
      await client.resume();
      assert.deepEqual([calls[0]?.name, calls[0]?.path], ['otherwise', path]);
    }
  });

  it('waits without a request until a handler is mapped', async () => {
    const storage = new SlowStorage();
    const { ids } = await interrupted(storage, `com.shop.app://late/5?smartlink=${CODE}`);
    const kept = [...storage.items];
    const script = new Script(redeemed());
    const { client } = start(storage, script);
    assert.deepEqual(await client.resume(), []);
    assert.deepEqual([script.sent.length, [...storage.items]], [0, kept]);
    const coupons: unknown[] = [];
    client.map('late/:id', async ({ metadata }) => coupons.push(await metadata()));
    await client.resume();
    assert.deepEqual([coupons, script.ids], [[COUPON], ids]);
    assert.deepEqual([...storage.items], []);
  });

  it('waits while the service is unavailable', async () => {
    const storage = new SlowStorage();
    await interrupted(storage);
    const kept = [...storage.items];
    const { client, calls } = start(storage, new Script(lost), undefined, impatient);
    const [one] = await client.resume();
    assert.equal(saidBy(one).code, 'network_error');
    assert.deepEqual([calls, [...storage.items]], [[], kept]);
  });

  it('reports a permanent refusal to the handler once', async () => {
    const storage = new SlowStorage();
    await interrupted(storage);
    const { client, calls } = start(storage, new Script(problem(410, 'gone')));
    const [one] = await client.resume();
    assert.equal(saidBy(one).code, 'gone');
    assert.deepEqual([calls.length, calls[0]?.error], [1, one?.error]);
    assert.deepEqual([...storage.items], []);
  });

  it('completes a redemption with once and keeps its id', async () => {
    const storage = new SlowStorage();
    const before = clientOf(new Script(lost), { storage, ...impatient });
    before.map('product/:id', ({ metadata }) => metadata({ once: true }));
    await errorOf(before.open(DEEP));
    const script = new Script(redeemed());
    const { client, calls } = start(storage, script);
    await client.resume();
    assert.equal(calls.length, 1);
    assert.deepEqual([...storage.items], [[`smartlink:${CODE}`, script.ids[0]]]);
    assert.deepEqual(await client.resume(), []);
  });

  it('keeps the id if the handler requests once after it has the result', async () => {
    const storage = new SlowStorage();
    const handler = async ({ redeem }: Opening) => {
      await redeem();
      await redeem({ once: true });
    };
    const before = clientOf(new Script(lost), { storage, ...impatient });
    await errorOf(before.map('product/:id', handler).open(DEEP));
    const script = new Script(redeemed(), redeemed());
    const client = clientOf(script, { storage }).map('product/:id', handler);
    await client.resume();
    assert.deepEqual([...storage.items], [[`smartlink:${CODE}`, script.ids[0]]]);
    await client.open(DEEP);
    assert.equal(new Set(script.ids).size, 1);
  });

  it('calls no handler for a redemption outside handlers', async () => {
    const storage = new SlowStorage();
    await errorOf(clientOf(new Script(lost), { storage, ...impatient }).redeem(CODE));
    const { client, calls } = start(storage, new Script(redeemed()));
    const [one] = await client.resume();
    assert.deepEqual([one?.redemption?.metadata, calls], [COUPON, []]);
  });

  it('calls handlers one after the other', async () => {
    const storage = new SlowStorage();
    for (const code of ['AAAA', 'BBBB'])
      await interrupted(storage, `com.shop.app://product/${code}?smartlink=${code}`);
    let running = 0;
    const together: number[] = [];
    const { client, calls } = start(
      storage,
      new Script(redeemed(1, 'AAAA'), redeemed(1, 'BBBB')),
      async () => {
        together.push(++running);
        await new Promise(setImmediate);
        running--;
      },
    );
    await client.resume();
    assert.deepEqual([calls.length, together], [2, [1, 1]]);
    assert.deepEqual([...storage.items], []);
  });
});

describe('the result of a redemption without a handler', () => {
  /** An app with an open redemption of AAAA without a handler, and one of BBBB whose handler was interrupted. */
  async function twoOpen(): Promise<SlowStorage> {
    const storage = new SlowStorage();
    await errorOf(clientOf(new Script(lost), { storage, ...impatient }).redeem('AAAA'));
    await interrupted(storage, 'com.shop.app://product/5?smartlink=BBBB');
    return storage;
  }
  const answers = () => new Script(redeemed(1, 'AAAA'), redeemed(1, 'BBBB'));
  const ends = () => new Promise<never>(() => {});

  it('is returned by the next start if the app ends while a handler runs', async () => {
    const storage = await twoOpen();
    const id = storage.items.get('smartlink:AAAA');
    const { client: before, calls } = start(storage, answers(), ends);
    void before.resume();
    while (calls.length === 0) await inTurn();
    await inTurn(10);
    // The process ended here.
    const { client } = start(storage, answers());
    const [one] = await client.resume();
    assert.deepEqual([one?.code, one?.redemption?.redemptionId], ['AAAA', id]);
    assert.deepEqual([...storage.items], []);
  });

  it('is returned by the next start also after the last call of its handler', async () => {
    const storage = await twoOpen();
    const opened = { url: 'com.shop.app://product/5?smartlink=AAAA', resumed: 3 };
    storage.items.set('smartlink:opened/AAAA', JSON.stringify(opened));
    storage.items.set('smartlink:open', JSON.stringify(['AAAA>', 'BBBB>']));
    const { client: before, calls } = start(storage, answers(), ends);
    void before.resume();
    while (calls.length === 0) await inTurn();
    await inTurn(10);
    const { client } = start(storage, answers());
    assert.deepEqual(
      (await client.resume()).map(({ code }) => code),
      ['AAAA', 'BBBB'],
    );
    assert.deepEqual([...storage.items], []);
  });

  it('is returned by a later call if a handler of an earlier one never returns', async () => {
    const storage = await twoOpen();
    const script = new Script(...answers().steps, redeemed(1, 'AAAA'), redeemed(1, 'CCCC'));
    const { client, calls } = start(storage, script, ({ smartlink }) =>
      smartlink === 'BBBB' ? ends() : undefined,
    );
    void client.resume();
    while (calls.length === 0) await inTurn();
    await interrupted(storage, 'com.shop.app://product/5?smartlink=CCCC');
    const results = await client.resume();
    assert.deepEqual(
      results.map(({ code }) => code),
      ['AAAA', 'CCCC'],
    );
    assert.deepEqual(
      calls.map(({ smartlink }) => smartlink),
      ['BBBB', 'CCCC'],
    );
  });
});

async function inTurn(turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}
