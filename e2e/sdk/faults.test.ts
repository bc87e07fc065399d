import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { isSmartlinkError } from '@smartlink/client';
import { createServerClient } from '@smartlink/client/server';
import { Random } from '#server/test/fuzz/random.ts';
import { proof, startService, temporaryFolder, type Service } from '#server/test/harness.ts';
import { FAILURES, startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';
import { Installation, type RedemptionOutcome } from './installation.ts';
import { openLedger, type Entry, type Ledger } from './ledger.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const SCALE = proof ? 20 : 1;
const CONCURRENCY = 40;
const METADATA = { coupon: 'WELCOME', worth: 10.5, für: ['dich'] };

/** Runs `work` for all items, `CONCURRENCY` at a time. */
async function forEach<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = [...all.entries()];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) results[one[0]] = await work(one[1]);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, next));
  return results;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Asserts that a redemption succeeded with exactly the values in the database. */
function assertMatchesDatabase(
  { redemption, error }: RedemptionOutcome,
  code: string,
  entry: Entry | undefined,
): void {
  assert.ifError(error);
  assert.ok(entry, 'the redemption is in the database');
  assert.deepEqual(redemption, {
    code,
    metadata: METADATA,
    redemptions: entry.redemptions,
    redeemLimit: entry.redeem_limit,
    redemptionId: entry.id,
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
  /** The redemptions of a link by their ids, after the proxy has sent every delayed request. */
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
    const installations = range(300 * SCALE).map(install);
    const endings = await forEach(installations, (one) => one.redeemEventually(code, service.url));
    const entries = await entriesOf(code);
    for (const [index, { ids }] of installations.entries()) {
      assert.equal(ids.length, 1);
      assertMatchesDatabase(endings[index]!, code, entries.get(ids[0]!));
    }
    assert.equal(entries.size, installations.length);
    assert.equal(ledger.count(code), installations.length);
    report(t, installations);
  });

  it('a limit is reached, and not exceeded', async (t) => {
    const limit = 60 * SCALE;
    const code = await create(limit);
    const installations = range(150 * SCALE).map(install);
    const endings = await forEach(installations, (one) => one.redeemEventually(code, service.url));
    const entries = await entriesOf(code);
    for (const [index, { ids }] of installations.entries()) {
      const ending = endings[index]!;
      assert.equal(ids.length, 1);
      const entry = entries.get(ids[0]!);
      if (entry) assertMatchesDatabase(ending, code, entry);
      else assertLimitReached(ending.error, limit);
    }
    assert.deepEqual([entries.size, ledger.count(code)], [limit, limit]);
    report(t, installations);
  });

  it('each of several consecutive calls is one redemption', async (t) => {
    const code = await create();
    const installations = range(30 * SCALE).map(install);
    const endings = await forEach(installations, async (one) => {
      const first = await one.redeemEventually(code, service.url);
      const second = await one.redeemEventually(code, service.url);
      return [first, second];
    });
    const entries = await entriesOf(code);
    for (const [index, { ids }] of installations.entries()) {
      assert.equal(ids.length, 2);
      for (const [call, id] of ids.entries()) {
        assertMatchesDatabase(endings[index]![call]!, code, entries.get(id));
      }
    }
    assert.equal(ledger.count(code), 2 * installations.length);
    report(t, installations);
  });

  it('with `once`, simultaneous and later calls are one redemption', async (t) => {
    const code = await create();
    const installations = range(40 * SCALE).map(install);
    let gaveUp = 0;
    const endings = await forEach(installations, async (one) => {
      const call = () => one.redeem(code, { once: true }).catch(() => void gaveUp++);
      const together = await Promise.all([call(), call(), call()]);
      // The app restarts. `resume` and another `redeem` must both return the same redemption.
      const app = one.start(service.url);
      await app.resume();
      return [...together, await app.redeem(code, { once: true })].filter((each) => each);
    });
    const entries = await entriesOf(code);
    for (const [index, { ids }] of installations.entries()) {
      assert.equal(ids.length, 1);
      for (const redemption of endings[index]!) {
        assertMatchesDatabase({ redemption: redemption! }, code, entries.get(ids[0]!));
      }
    }
    assert.equal(ledger.count(code), installations.length);
    t.diagnostic(`${3 * installations.length} calls at once, seed ${SEED}: ${gaveUp} gave up`);
  });

  it('an app that is closed at any moment continues after its next start', async (t) => {
    const code = await create();
    const random = new Random(SEED, 1);
    const installations = range(100 * SCALE).map(install);
    const endings = await forEach(installations, (one) =>
      one.redeemEventually(code, service.url, { signal: AbortSignal.timeout(random.int(1, 300)) }),
    );
    const entries = await entriesOf(code);
    for (const [index, { ids }] of installations.entries()) {
      assert.equal(ids.length, 1);
      assertMatchesDatabase(endings[index]!, code, entries.get(ids[0]!));
    }
    assert.equal(ledger.count(code), installations.length);
    report(t, installations);
  });

  it('every create makes at most one link, and returns the same one again', async (t) => {
    const server = (baseUrl: string, limits = {}) =>
      createServerClient({ ...limits, baseUrl, token: service.owner.tokens.server });
    let gaveUp = 0;
    await forEach(range(200 * SCALE), async (number) => {
      const uri = `created/${number}`;
      const idempotencyKey = `key ${number}`;
      // In half of the calls, the client generates the key.
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
    t.diagnostic(`${200 * SCALE} calls, seed ${SEED}: ${gaveUp} gave up`);
  });

  it('every kind of failure occurred', (t) => {
    for (const failure of FAILURES) {
      t.diagnostic(`${failure}: ${proxy.counts[failure]} times`);
      assert.ok(proxy.counts[failure] >= 10, failure);
    }
  });
});

function assertLimitReached(error: unknown, limit: number): void {
  assert.ok(isSmartlinkError(error, 'redeem_limit_reached'), String(error));
  assert.deepEqual([error.redemptions, error.redeemLimit], [limit, limit]);
}
