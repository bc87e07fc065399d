import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { proof } from './harness.ts';
import { Fleet, openLedger, type Reply } from './redeemers.ts';
import { openDatabaseReader } from './store.ts';

const INSTANCES = 3;
const REDEEMERS = 1000;
const ROUNDS = proof ? 20 : 2;
/** So many are granted before the end is set. */
const EARLY = 300;
/** The others arrive for twice as long, before and after the end. */
const LEAST_UNTIL_END_MS = 600;

interface Sent extends Reply {
  readonly id: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly sentAt: number;
}

test(`${REDEEMERS} redeemers of ${INSTANCES} instances, while the link expires: none is granted afterwards`, async (t) => {
  const fleet = await Fleet.start(INSTANCES);
  const ledger = openLedger(fleet.url);
  const store = openDatabaseReader(fleet.url);
  let [granted, refused] = [0, 0];
  let untilEndMs = LEAST_UNTIL_END_MS;
  for (let round = 0; round < ROUNDS;) {
    const link = await fleet.create(null);
    const ids = Array.from({ length: REDEEMERS }, () => randomUUID());
    const redeem = async (id: string, index: number): Promise<Sent> => {
      const sentAt = Date.now();
      return { id, sentAt, ...(await fleet.redeemWithRetries(index, link, id)) };
    };
    const early = await Promise.all(ids.slice(0, EARLY).map(redeem));
    for (const { status, text } of early) assert.equal(status, 200, text);
    const validUntil = Date.now() + untilEndMs;
    const body = JSON.stringify({ valid_until: new Date(validUntil).toISOString() });
    const changing = fleet
      .manageWithRetries(0, 'PATCH', `/manage/v1/smartlinks/${link.code}`, body)
      .then((reply) => ({ ...reply, at: Date.now() }));
    const others = ids.slice(EARLY);
    const late = await Promise.all(
      others.map(async (id, index) => {
        await sleep((index / others.length) * 2 * untilEndMs);
        return redeem(id, index);
      }),
    );
    const changed = await changing;
    assert.equal(changed.status, 200, changed.text);
    // A busy machine can need longer to store an end than until this end. Then nothing prevents later grants.
    if (changed.at >= validUntil) {
      untilEndMs *= 2;
      assert.ok(untilEndMs < 60_000, 'the end is stored too late');
      continue;
    }
    round++;
    const replies = [...early, ...late];
    for (const { sentAt, status, text } of replies) {
      assert.ok(status === 200 || status === 410, text);
      if (status === 410) assert.match(text, /"code":"expired"/);
      // The database and this process have the same clock.
      if (sentAt >= validUntil) assert.equal(status, 410, 'granted after the end');
    }
    const entries = await ledger.ledger(link);
    const good = replies.filter(({ status }) => status === 200);
    assert.deepEqual(new Set(entries.map(({ id }) => id)), new Set(good.map(({ id }) => id)));
    const { onLink, standing } = await ledger.counted(link);
    assert.deepEqual([onLink, standing], [good.length, good.length]);
    assert.ok(good.length < REDEEMERS, 'some were refused');
    const [afterwards] = await store.rows<{ count: number | string }>(
      'select count(*) as count from redemptions where code = ? and created_at >= ?',
      [link.code, validUntil],
    );
    assert.equal(Number(afterwards?.count), 0);
    // A grant stays one: its id gets the first response again after the end.
    const [first] = good;
    assert.ok(first);
    const again = await fleet.redeemWithRetries(1, link, first.id);
    assert.deepEqual([again.status, again.text], [200, first.text]);
    granted += good.length;
    refused += REDEEMERS - good.length;
  }
  await store.close();
  await ledger.close();
  await fleet.stop();
  t.diagnostic(`${ROUNDS} links: ${granted} granted before the end, ${refused} refused`);
});
