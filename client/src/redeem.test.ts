import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  clientOf,
  CODE,
  errorOf,
  problem,
  redeemed,
  Script,
  SlowStorage,
} from '../test/scripted.ts';
import { withLocks } from '../test/tabs.ts';

const KEY = `smartlink:${CODE}`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const lost = new Error('connection lost');
// Only one attempt.
const impatient = { giveUpAfterMs: 100 };

describe('redeem', () => {
  it('stores an id, sends it with the code, and returns the result', async () => {
    const storage = new SlowStorage();
    const script = new Script(redeemed());
    const fetch: typeof script.fetch = (url, request) => {
      assert.equal(storage.items.get(KEY), JSON.parse(request.body!).redemption_id);
      assert.equal(storage.items.get('smartlink:open'), JSON.stringify([CODE]));
      return script.fetch(url, request);
    };
    const client = clientOf(script, { storage, fetch });
    const redemption = await client.redeem(`https://go.shop.example/${CODE}/?x#y`);
    const [{ url, method, headers, json } = assert.fail()] = script.sent;
    assert.deepEqual(redemption, {
      code: CODE,
      metadata: { coupon: 'WELCOME' },
      redemptions: 1,
      redeemLimit: null,
      redemptionId: json.redemption_id,
    });
    assert.deepEqual([method, url], ['POST', 'https://go.shop.example/client/v1/redemptions']);
    assert.deepEqual(
      { ...headers },
      {
        Authorization: 'Token sl_web_x',
        'Content-Type': 'application/json',
      },
    );
    assert.equal(json.smartlink, CODE);
    assert.match(String(json.redemption_id), UUID);
    assert.deepEqual([...storage.items], []);
  });

  it('hasRedemption reports open and kept redemptions without a request', async () => {
    const storage = new SlowStorage();
    const script = new Script(lost, redeemed(), redeemed());
    const client = clientOf(script, { storage, ...impatient });
    const address = `https://go.shop.example/${CODE}`;
    assert.equal(await client.hasRedemption(CODE), false);
    await client.redeem(CODE).catch(() => undefined);
    assert.equal(await client.hasRedemption(address), true);
    await client.redeem(CODE);
    assert.equal(await client.hasRedemption(address), false);
    await client.redeem(CODE, { once: true });
    assert.equal(await client.hasRedemption(CODE), true);
    assert.equal(script.sent.length, 3);
  });

  it('accesses a storage function only when it is needed', async () => {
    const storage = new SlowStorage();
    let asked = 0;
    const client = clientOf(new Script(redeemed()), {
      storage: () => {
        asked++;
        return storage;
      },
    });
    assert.equal(asked, 0);
    await client.redeem(CODE, { once: true });
    assert.equal(storage.items.size, 1);
    const forbidden = clientOf(new Script(), {
      storage: () => {
        throw new Error('SecurityError');
      },
    });
    assert.equal((await errorOf(forbidden.redeem(CODE))).code, 'storage_failed');
  });

  it('works without locks if the browser blocks them', async (t) => {
    withLocks(t, { blocked: true });
    const storage = new SlowStorage();
    const script = new Script(lost, redeemed());
    const client = clientOf(script, { storage });
    assert.equal((await errorOf(client.redeem(CODE, impatient))).code, 'network_error');
    assert.equal((await client.redeem(CODE)).redemptions, 1);
    assert.equal(new Set(script.ids).size, 1);
    assert.deepEqual([...storage.items], []);
  });

  it('redeems again after the first result', async () => {
    const script = new Script(redeemed(1), redeemed(2));
    const client = clientOf(script);
    await client.redeem(CODE);
    await client.redeem(CODE);
    assert.equal(new Set(script.ids).size, 2);
  });

  const NO: readonly [number, string][] = [
    [404, 'not_found'],
    [409, 'redeem_limit_reached'],
    [410, 'gone'],
    [422, 'validation_failed'],
    [422, 'redemption_id_reused'],
  ];
  for (const [status, code] of NO) {
    it(`removes the id after ${code}`, async () => {
      const storage = new SlowStorage();
      const client = clientOf(new Script(problem(status, code)), { storage });
      assert.equal((await errorOf(client.redeem(CODE, { once: true }))).code, code);
      assert.deepEqual([...storage.items], []);
    });
  }

  const PERHAPS = [
    lost,
    problem(401, 'unauthorized'),
    problem(403, 'wrong_token_kind'),
    problem(429, 'too_many_misses'),
    problem(503, 'overloaded'),
    { status: 404, body: '<html>' },
    { status: 200, body: '{"code":"H7k' },
    { status: 200, body: {} },
  ];
  for (const step of PERHAPS) {
    const name = step instanceof Error ? step.message : JSON.stringify(step);
    it(`keeps the id after ${name}, also after a restart`, async () => {
      const storage = new SlowStorage();
      const script = new Script(step, redeemed());
      await errorOf(clientOf(script, { storage, ...impatient }).redeem(CODE));
      assert.equal(storage.items.get(KEY), script.ids[0]);
      await clientOf(script, { storage }).redeem(CODE);
      assert.equal(script.ids[1], script.ids[0]);
      assert.deepEqual([...storage.items], []);
    });
  }

  it('joins two simultaneous calls for one link', async () => {
    const script = new Script(redeemed());
    const client = clientOf(script);
    const [one, two] = await Promise.all([client.redeem(CODE), client.redeem(`/${CODE}`)]);
    assert.deepEqual(one, two);
  });

  it('redeems different links separately', async () => {
    const storage = new SlowStorage();
    const client = clientOf(new Script('hang', lost, lost), { storage, ...impatient });
    const codes = ['AAAA', 'BBBB', 'CCCC'];
    await Promise.all(codes.map((code) => errorOf(client.redeem(code))));
    assert.deepEqual(JSON.parse(storage.items.get('smartlink:open')!), codes);
  });

  it('supports a link whose code equals the key of the list', async () => {
    const storage = new SlowStorage();
    const client = clientOf(new Script(lost, problem(404, 'not_found')), { storage, ...impatient });
    await errorOf(client.redeem(CODE));
    await errorOf(client.redeem('open'));
    assert.deepEqual([...storage.items.keys()].toSorted(), [KEY, 'smartlink:open']);
  });

  it('keeps what a URL names that ends like the key of something else', async () => {
    const storage = new SlowStorage();
    storage.items.set('smartlink:app/opens', '[]');
    const script = new Script(problem(404, 'not_found'));
    const client = clientOf(script, { storage, ...impatient });
    const url = 'https://go.shop.example/app%2Fopens';
    assert.equal(await client.hasRedemption(url), false);
    const error = await errorOf(client.redeem(url));
    assert.equal(error.code, 'not_found');
    assert.notEqual(script.ids[0], '[]');
    assert.deepEqual([...storage.items], [['smartlink:app/opens', '[]']]);
  });
});

describe('what a crash has left without an id', () => {
  const leftovers: readonly (readonly [entry: string, items: Record<string, string>])[] = [
    [`${CODE}!`, {}],
    [`${CODE}>`, {}],
    [`${CODE}>`, { [`smartlink:opened/${CODE}`]: '{"url":"products/5","resumed":1}' }],
  ];
  for (const [entry, items] of leftovers) {
    it(`does not apply to the next redemption: ${entry} ${JSON.stringify(items)}`, async () => {
      const storage = new SlowStorage();
      for (const [key, value] of Object.entries(items)) storage.items.set(key, value);
      storage.items.set('smartlink:open', JSON.stringify([entry]));
      const before = clientOf(new Script(lost), { storage, ...impatient });
      await errorOf(before.redeem(CODE));
      assert.deepEqual([...storage.items.keys()].toSorted(), [KEY, 'smartlink:open']);
      assert.equal(storage.items.get('smartlink:open'), JSON.stringify([CODE]));
      const [one] = await clientOf(new Script(redeemed()), { storage }).resume();
      assert.equal(one?.redemption?.redemptions, 1);
      assert.deepEqual([...storage.items], []);
    });
  }
});

describe('resume', () => {
  it('completes open redemptions and returns their results', async () => {
    const storage = new SlowStorage();
    const before = clientOf(new Script(lost, lost), { storage, ...impatient });
    await errorOf(before.redeem('AAAA'));
    await errorOf(before.redeem('BBBB'));
    const ids = ['AAAA', 'BBBB'].map((code) => storage.items.get(`smartlink:${code}`));

    const script = new Script(redeemed(1, 'AAAA'), problem(410, 'gone'));
    const [one, two, ...others] = await clientOf(script, { storage }).resume();
    assert.deepEqual([one?.code, one?.redemption?.redemptions], ['AAAA', 1]);
    assert.deepEqual(
      [two?.code, (two?.error as (Error & { code: string }) | undefined)?.code],
      ['BBBB', 'gone'],
    );
    assert.deepEqual(others, []);
    assert.deepEqual(script.ids, ids);
    assert.deepEqual([...storage.items], []);
  });

  it('sends no request without open redemptions', async () => {
    assert.deepEqual(await clientOf(new Script()).resume(), []);
  });

  it('drops entries without an id and invalid lists without redeeming again', async () => {
    for (const list of ['["AAAA"]', '{broken', 'null', '5']) {
      const storage = new SlowStorage();
      storage.items.set('smartlink:open', list);
      assert.deepEqual(await clientOf(new Script(), { storage }).resume(), []);
    }
  });
});

describe('a failing storage', () => {
  for (const name of ['getItem', 'setItem'] as const) {
    it(`prevents the request if ${name} fails`, async () => {
      const storage = new SlowStorage();
      storage.failing.add(name);
      const error = await errorOf(clientOf(new Script(), { storage }).redeem(CODE));
      assert.deepEqual([error.code, error.status], ['storage_failed', 0]);
      assert.equal((error.cause as Error).message, 'disk full');
    });
  }

  it('does not lose the result if the id cannot be removed', async () => {
    const storage = new SlowStorage();
    storage.failing.add('removeItem');
    const script = new Script(redeemed(), redeemed());
    const client = clientOf(script, { storage });
    assert.equal((await client.redeem(CODE)).redemptions, 1);
    assert.equal((await client.redeem(CODE)).redemptions, 1);
    assert.equal(script.ids[1], script.ids[0]);
  });
});

describe('the signal of a call', () => {
  it('prevents storage and requests if it is already aborted', async () => {
    const storage = new SlowStorage();
    const signal = AbortSignal.abort(new Error('mine'));
    const client = clientOf(new Script(), { storage });
    assert.equal((await errorOf(client.redeem(CODE, { signal }))).message, 'mine');
    assert.deepEqual([...storage.items], []);
  });

  it('ends the call and keeps the id; another call for the same link continues', async () => {
    const script = new Script('hang', redeemed());
    const client = clientOf(script);
    const controller = new AbortController();
    const first = errorOf(client.redeem(CODE, { signal: controller.signal }));
    const second = client.redeem(CODE);
    while (script.sent.length === 0) await new Promise(setImmediate);
    controller.abort(new Error('mine'));
    assert.equal((await first).message, 'mine');
    assert.equal((await second).redemptions, 1);
    assert.equal(script.ids[1], script.ids[0]);
  });

  it('ends only the wait of a call that joined another one', async () => {
    const script = new Script(redeemed());
    const client = clientOf(script, { storage: new SlowStorage() });
    const controller = new AbortController();
    const first = client.redeem(CODE);
    const second = errorOf(client.redeem(CODE, { signal: controller.signal }));
    controller.abort(new Error('mine'));
    assert.equal((await second).message, 'mine');
    assert.equal((await first).redemptions, 1);
  });
});

describe('redemption ids', () => {
  const without = (t: { after(then: () => void): void }, value: object | undefined) => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto')!;
    Object.defineProperty(globalThis, 'crypto', { value, configurable: true });
    t.after(() => Object.defineProperty(globalThis, 'crypto', own));
  };

  it('use getRandomValues without randomUUID', async (t) => {
    const own = crypto;
    without(t, { getRandomValues: (bytes: Uint8Array) => own.getRandomValues(bytes) });
    const script = new Script(...Array.from({ length: 50 }, () => redeemed()));
    for (let count = 0; count < 50; count++) await clientOf(script).redeem(CODE);
    for (const id of script.ids) assert.match(String(id), UUID);
    assert.equal(new Set(script.ids).size, 50);
  });

  it('never use a weaker source', async (t) => {
    without(t, undefined);
    const storage = new SlowStorage();
    const client = clientOf(new Script(), { storage });
    for (const work of [() => client.redeem(CODE), () => client.create({ uri: 'products/5' })]) {
      const error = await errorOf(work());
      assert.equal(error.code, 'no_randomness');
      assert.match(error.message, /expo-crypto.*react-native-get-random-values/);
    }
    assert.deepEqual([...storage.items], []);
  });

  it('use the option uuid', async () => {
    const script = new Script(redeemed());
    await clientOf(script, { uuid: () => 'my-own' }).redeem(CODE);
    assert.deepEqual(script.ids, ['my-own']);
  });
});
