import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { proof, temporaryFolder } from './harness.ts';
import {
  Fleet,
  oneTo,
  openFileBooks,
  Unanswered,
  type FileBooks,
  type Prize,
} from './redeemers.ts';

/** The number of grants that were committed without a response, over all kills. */
const LOST_ANSWERS = proof ? 200 : 8;
const KILLS = proof ? 100 : 4;
/** The maximum number of kills until `LOST_ANSWERS` is reached. */
const MAX_KILLS = KILLS * 5;
const KILLS_BEFORE_A_CHANGE = proof ? 20 : 3;
/** The redeemers of each link; each has one open request. */
const REDEEMERS = 100;
const LIMIT = 150;
const MOST_BEFORE_KILL = 500;
const WITHIN_MS = 20_000;

/** A link under load: the responses of its ids and, after the kill, its ledger. */
interface Flooded {
  readonly prize: Prize;
  readonly granted: Map<string, string>;
  readonly refused: Set<string>;
  /** The count of each id. */
  entered: ReadonlyMap<string, number>;
}

/** When to kill: `commit`, before its responses; `answer`, when a response was received. */
type Moment = 'commit' | 'answer';

interface Recovered {
  readonly fleet: Fleet;
  readonly links: readonly [Flooded, Flooded];
  readonly books: FileBooks;
}

/** Kills a process that redeems two links, starts another with the remaining files, and checks them. */
async function killInFlood(fleet: Fleet, moment: Moment): Promise<Recovered> {
  const links = [await fleet.create(null), await fleet.create(LIMIT)].map((prize): Flooded => ({
    prize,
    granted: new Map(),
    refused: new Set(),
    entered: new Map(),
  })) as [Flooded, Flooded];
  // It restarts without manual recovery.
  const recovered = await fleet.startOn(await killedStore(fleet, links, moment));
  const books = openFileBooks(recovered.store);
  for (const link of links) {
    const ledger = books.ledger(link.prize);
    link.entered = new Map(ledger.map(({ id, redemptions }) => [id, redemptions]));
    checkBooks(link, books);
  }
  return { fleet: recovered, links, books };
}

/** Redeems without a pause and kills the process at this moment; returns a copy of the database. */
async function killedStore(
  fleet: Fleet,
  links: readonly Flooded[],
  moment: Moment,
): Promise<string> {
  const books = openFileBooks(fleet.store);
  const before = books.lastEntry();
  const flood = Promise.all(
    Array.from({ length: REDEEMERS }, () =>
      links.map((link) => redeemUntilGone(fleet, link)),
    ).flat(),
  );
  const enough = Math.ceil(Math.random() * MOST_BEFORE_KILL);
  await reached(
    enough,
    {
      commit: () => books.lastEntry() - before,
      answer: () => links.flatMap(({ granted }) => [...granted.keys()]).length,
    }[moment],
  );
  await fleet.kill(0);
  await flood;
  const store = copyOf(fleet.store);
  books.close();
  return store;
}

/** Sends new ids one after the other until the process ends. */
async function redeemUntilGone(fleet: Fleet, { prize, granted, refused }: Flooded): Promise<void> {
  try {
    for (;;) {
      const id = randomUUID();
      const { status, text } = await fleet.redeem(0, prize, id);
      assert.ok(status === 200 || (status === 409 && prize.limit !== null), text);
      if (status === 200) granted.set(id, text);
      else refused.add(id);
    }
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
  }
}

/** Checks without a pause, so that the process cannot continue before the state is detected. */
async function reached(enough: number, count: () => number): Promise<void> {
  const end = Date.now() + WITHIN_MS;
  while (count() < enough) {
    assert.ok(Date.now() < end, `only ${count()} of ${enough} grants within ${WITHIN_MS} ms`);
    await new Promise((done) => setImmediate(done));
  }
}

/** Asserts that nothing acknowledged is missing, and that the counts are consistent. */
function checkBooks({ prize, granted, refused, entered }: Flooded, books: FileBooks): void {
  const { size } = entered;
  assert.deepEqual([...entered.values()], oneTo(size));
  assert.deepEqual(books.counted(prize), { onLink: size, standing: size });
  assert.ok(size <= (prize.limit ?? Infinity));
  for (const [id, text] of granted) {
    const number = entered.get(id);
    assert.ok(number !== undefined, `${id} was answered, and is not in the ledger: ${text}`);
    assert.equal(text, prize.answer(number));
  }
  for (const id of refused) assert.equal(entered.get(id), undefined);
  assert.ok(refused.size === 0 || size === prize.limit, 'refused before the limit was reached');
  assert.equal(books.integrity(), 'ok');
}

/**
 * The file and its log as the kill left them. Closing a connection to the database of a dead process would
 * clean up, which the next start must do itself: what it finds in the log counts, even without a response.
 */
function copyOf(store: string): string {
  const copy = join(temporaryFolder(), 'smartlink.db');
  for (const suffix of ['', '-wal']) copyFileSync(store + suffix, copy + suffix);
  return copy;
}

/** The ids that were granted without a response. */
function lostIn({ granted, entered }: Flooded): string[] {
  return [...entered.keys()].filter((id) => !granted.has(id));
}

/** Sends every id in the ledger again: the response and the count must be the same. */
async function sendAgain(fleet: Fleet, links: readonly Flooded[]): Promise<void> {
  for (const { prize, entered } of links) {
    await Promise.all(
      [...entered].map(async ([id, redemptions]) => {
        const reply = await fleet.redeem(0, prize, id);
        assert.deepEqual(reply, { status: 200, text: prize.answer(redemptions) });
      }),
    );
  }
}

test('after SIGKILL between commit and response, a retry with the same id gets the grant', async (t) => {
  let fleet = await Fleet.start(1);
  let [kills, answered, lost] = [0, 0, 0];
  while (kills < KILLS || lost < LOST_ANSWERS) {
    assert.ok(kills < MAX_KILLS, `${kills} kills hit only ${lost} of ${LOST_ANSWERS} answers`);
    const { links, books, ...after } = await killInFlood(
      fleet,
      kills % 2 === 0 ? 'commit' : 'answer',
    );
    fleet = after.fleet;
    kills++;
    answered += links.flatMap(({ granted }) => [...granted]).length;
    lost += links.flatMap(lostIn).length;
    await sendAgain(fleet, links);
    for (const link of links) checkBooks(link, books);
    books.close();
    if (proof) process.stderr.write(`\rkill ${kills}, ${lost} answers lost`);
  }
  await fleet.stop();
  t.diagnostic(`${kills} kills: ${answered} grants answered, ${lost} committed and not answered`);
});

test('if metadata changes between SIGKILL and the retry, the retry gets the metadata of its grant', async (t) => {
  let fleet = await Fleet.start(1);
  let lost = 0;
  for (let kill = 0; kill < KILLS_BEFORE_A_CHANGE || lost === 0; kill++) {
    assert.ok(kill < MAX_KILLS, `${kill} kills hit no answer`);
    const { links, books, ...after } = await killInFlood(fleet, 'commit');
    fleet = after.fleet;
    lost += links.flatMap(lostIn).length;
    for (const { prize } of links) await changeMetadata(fleet, prize);
    await sendAgain(fleet, links);
    for (const link of links) checkBooks(link, books);
    books.close();
    const [{ prize, entered }] = links;
    const { text } = await fleet.redeem(0, prize, randomUUID());
    assert.equal(text, prize.answer(entered.size + 1).replace(/"metadata":\{.*?\}/, CHANGED));
  }
  await fleet.stop();
  t.diagnostic(`${lost} lost answers were asked for after the change`);
});

const CHANGED = '"metadata":{"coupon":"LATER"}';

async function changeMetadata(fleet: Fleet, { code }: Prize): Promise<void> {
  const path = `/manage/v1/smartlinks/${code}`;
  const { status, text } = await fleet.manage(0, 'PATCH', path, `{${CHANGED}}`);
  assert.equal(status, 200, text);
}
