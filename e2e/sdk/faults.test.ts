import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { isSmartlinkError } from '@smartlink/client';
import { createServerClient } from '@smartlink/client/server';
import { Random } from '#server/test/fuzz/random.ts';
import { proof, startService, temporaryFolder, type Service } from '#server/test/harness.ts';
import { FAULTS, startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';
import { Installation, type Ending } from './installation.ts';
import { openLedger, type Entry, type Ledger } from './ledger.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const TIMES = proof ? 20 : 1;
const AT_ONCE = 40;
const METADATA = { coupon: 'WELCOME', worth: 10.5, für: ['dich'] };

/** Works through all of it, `AT_ONCE` at a time. */
async function forEach<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = [...all.entries()];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) results[one[0]] = await work(one[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return results;
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** An answer says what stands in the ledger, and nothing else. */
function assertSays({ redemption, error }: Ending, code: string, entry: Entry | undefined): void {
  assert.ifError(error);
  assert.ok(entry, 'what was granted stands in the ledger');
  assert.deepEqual(redemption, {
    code,
    metadata: METADATA,
    redemptions: entry.redemptions,
    redeemLimit: entry.redeem_limit,
  });
}

describe('through a very unreliable network', () => {
  let service: Service;
  let proxy: FaultyProxy;
  let ledger: Ledger;
  before(async () => {
    const store = join(temporaryFolder(), 'smartlink.db');
    service = await startService({ DATABASE_URL: `sqlite:${store}` });
    proxy = await startFaultyProxy(service.url, new Random(SEED));
    ledger = openLedger(store);
  });

  const install = (): Installation => new Installation(proxy.url, service.owner.tokens.web);
  const create = async (redeem_limit?: number): Promise<string> =>
    (await service.create({ uri: 'products/5', metadata: METADATA, redeem_limit })).code;
  /** The entries of a link by their ids. Nothing that was held back may come later. */
  const entriesOf = async (code: string): Promise<Map<string, Entry>> => {
    await proxy.settled();
    return new Map(ledger.entries(code).map((entry) => [entry.id, entry]));
  };
  const report = (t: TestContext, installations: readonly Installation[]): void =>
    t.diagnostic(
      `${installations.length} installations, seed ${SEED}: ` +
        `${sum(installations.map(({ resumed }) => resumed))} were resumed`,
    );

  it('every redemption is counted once', async (t) => {
    const code = await create();
    const installations = upTo(300 * TIMES).map(install);
    const endings = await forEach(installations, (one) => one.redeemInTheEnd(code, service.url));
    const entries = await entriesOf(code);
    for (const [index, { ids }] of installations.entries()) {
      assert.equal(ids.length, 1);
      assertSays(endings[index]!, code, entries.get(ids[0]!));
    }
    assert.equal(entries.size, installations.length);
    assert.equal(ledger.count(code), installations.length);
    report(t, installations);
  });

  it('a limit is reached, and not exceeded', async (t) => {
    const limit = 60 * TIMES;
    const code = await create(limit);
    const installations = upTo(150 * TIMES).map(install);
    const endings = await forEach(installations, (one) => one.redeemInTheEnd(code, service.url));
    const entries = await entriesOf(code);
    for (const [index, { ids }] of installations.entries()) {
      const ending = endings[index]!;
      assert.equal(ids.length, 1);
      const entry = entries.get(ids[0]!);
      if (entry) assertSays(ending, code, entry);
      else assertLimitReached(ending.error, limit);
    }
    assert.deepEqual([entries.size, ledger.count(code)], [limit, limit]);
    report(t, installations);
  });

  it('each of several consecutive calls is one redemption', async (t) => {
    const code = await create();
    const installations = upTo(30 * TIMES).map(install);
    const endings = await forEach(installations, async (one) => {
      const first = await one.redeemInTheEnd(code, service.url);
      const second = await one.redeemInTheEnd(code, service.url);
      return [first, second];
    });
    const entries = await entriesOf(code);
    for (const [index, { ids }] of installations.entries()) {
      assert.equal(ids.length, 2);
      for (const [call, id] of ids.entries()) {
        assertSays(endings[index]![call]!, code, entries.get(id));
      }
    }
    assert.equal(ledger.count(code), 2 * installations.length);
    report(t, installations);
  });

  it('with `once`, simultaneous and later calls are one redemption', async (t) => {
    const code = await create();
    const installations = upTo(40 * TIMES).map(install);
    let gaveUp = 0;
    const endings = await forEach(installations, async (one) => {
      const call = () => one.redeem(code, { once: true }).catch(() => void gaveUp++);
      const together = await Promise.all([call(), call(), call()]);
      // Now the app is closed. Both ways of going on give the same.
      const app = one.start(service.url);
      await app.resume();
      return [...together, await app.redeem(code, { once: true })].filter((each) => each);
    });
    const entries = await entriesOf(code);
    for (const [index, { ids }] of installations.entries()) {
      assert.equal(ids.length, 1);
      for (const redemption of endings[index]!) {
        assertSays({ redemption: redemption! }, code, entries.get(ids[0]!));
      }
    }
    assert.equal(ledger.count(code), installations.length);
    t.diagnostic(`${3 * installations.length} calls at once, seed ${SEED}: ${gaveUp} gave up`);
  });

  it('an app that is closed at any moment continues after its next start', async (t) => {
    const code = await create();
    const random = new Random(SEED, 1);
    const installations = upTo(100 * TIMES).map(install);
    const endings = await forEach(installations, (one) =>
      one.redeemInTheEnd(code, service.url, { signal: AbortSignal.timeout(random.int(1, 300)) }),
    );
    const entries = await entriesOf(code);
    for (const [index, { ids }] of installations.entries()) {
      assert.equal(ids.length, 1);
      assertSays(endings[index]!, code, entries.get(ids[0]!));
    }
    assert.equal(ledger.count(code), installations.length);
    report(t, installations);
  });

  it('every create makes at most one link, and returns the same one again', async (t) => {
    const server = (baseUrl: string, limits = {}) =>
      createServerClient({ ...limits, baseUrl, token: service.owner.tokens.server });
    let gaveUp = 0;
    await forEach(upTo(200 * TIMES), async (number) => {
      const uri = `created/${number}`;
      const idempotencyKey = `key ${number}`;
      // Half of the calls leave the key to the client.
      const options = number % 2 === 0 ? { idempotencyKey } : {};
      const bad = server(proxy.url, { timeoutMs: 250, giveUpAfterMs: 1200 });
      const created = await bad.create({ uri }, options).catch(() => void gaveUp++);
      await proxy.settled();
      const codes = ledger.links(uri);
      if (created) assert.deepEqual(codes, [created.code]);
      assert.ok(codes.length <= 1, `${uri}: ${codes.join(', ')}`);
      if (number % 2 !== 0) return;
      const again = await server(service.url).create({ uri }, { idempotencyKey });
      assert.deepEqual(ledger.links(uri), [again.code]);
      assert.ok(again.created);
      if (created) assert.deepEqual(again, created);
    });
    t.diagnostic(`${200 * TIMES} calls, seed ${SEED}: ${gaveUp} gave up`);
  });

  it('every kind of failure occurred', (t) => {
    for (const issue of FAULTS) {
      t.diagnostic(`${issue}: ${proxy.happened[issue]} times`);
      assert.ok(proxy.happened[issue] >= 10, issue);
    }
  });
});

function assertLimitReached(error: unknown, limit: number): void {
  assert.ok(isSmartlinkError(error, 'redeem_limit_reached'), String(error));
  assert.deepEqual([error.redemptions, error.redeemLimit], [limit, limit]);
}
