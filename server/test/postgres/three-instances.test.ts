import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { proof } from '../harness.ts';
import { Fleet, type Reply } from '../redeemers.ts';
import { openDatabaseReader } from '../store.ts';

// redeem-concurrency.test.ts, which also runs here, tests redemptions with instances that are killed.

const INSTANCES = 3;
const URIS = proof ? 50 : 10;
const AT_ONCE = 1000;
/** Every n-th URI, an instance is killed and restarted while its creates run. */
const URIS_PER_KILL = 5;

const title = `1,000 unique creates at once of each of ${URIS} URIs`;
test(`${title}, from ${INSTANCES} instances of which one is killed: ${URIS} codes`, async (t) => {
  const fleet = await Fleet.start(INSTANCES);
  const codes = new Map<string, string>();
  let created = 0;
  let kills = 0;
  let tookMs = 0;
  const began = performance.now();
  for (let n = 1; n <= URIS; n++) {
    const uri = `summer/${n}`;
    let restarted: Promise<void> | undefined;
    const before = fleet.unanswered;
    const sent = performance.now();
    const creating = createAtOnce(fleet, uri);
    if (n % URIS_PER_KILL === 0) {
      // Kills at once, or later during the creates: most responses arrive at the end.
      if (kills % 2 > 0) await sleep((Math.random() * tookMs) / 2);
      restarted = fleet.killAndStart(kills++ % INSTANCES);
    }
    const replies = await creating;
    tookMs = performance.now() - sent;
    await restarted;
    codes.set(uri, codeOf(replies));
    const made = replies.filter(({ status }) => status === 201).length;
    // A kill can interrupt the response of the create that succeeded.
    assert.ok(made === 1 || (made === 0 && fleet.unanswered > before), `${made} times 201`);
    created += made;
    if (proof) process.stderr.write(`\rURI ${n} of ${URIS}`);
  }
  const seconds = (performance.now() - began) / 1000;

  const store = openDatabaseReader(fleet.url);
  const rows = await store.rows<{ uri: string; code: string }>('select uri, code from links');
  await store.close();
  assert.equal(rows.length, URIS);
  assert.deepEqual(new Map(rows.map(({ uri, code }) => [uri, code])), codes);
  assert.equal(new Set(codes.values()).size, URIS);
  await fleet.stop();
  assert.ok(fleet.unanswered > 0, 'no kill interrupted a response');
  t.diagnostic(
    `${URIS * AT_ONCE} creates in ${seconds.toFixed(1)} s: ${codes.size} codes, ${created} times 201; ` +
      `${kills} kills, after which ${fleet.unanswered} requests were sent again`,
  );
});

/** Distributes the creates over all instances. */
function createAtOnce(fleet: Fleet, uri: string): Promise<Reply[]> {
  return Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) => fleet.createWithRetries(i, { uri, unique: true })),
  );
}

/** Returns the code. Asserts that all responses contain the same one. */
function codeOf(replies: readonly Reply[]): string {
  const codes = new Set(
    replies.map(({ status, text }) => {
      assert.ok(status === 201 || status === 200, text);
      const { smartlink } = JSON.parse(text) as { smartlink: string };
      return smartlink.split('/').at(-1) ?? '';
    }),
  );
  assert.equal(codes.size, 1);
  return [...codes][0] ?? '';
}
