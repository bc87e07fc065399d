import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { proof, temporaryFolder } from './harness.ts';
import { loadFactor } from './processes.ts';
import {
  Fleet,
  isRefusal,
  oneTo,
  openFileLedger,
  Unanswered,
  type FileLedger,
  type RedeemableLink,
} from './redeemers.ts';

/** How many grants must be committed without a response, over all kills. */
const LOST_RESPONSES = proof ? 200 : 4;
const KILLS = proof ? 100 : 2;
/** The maximum number of kills until `LOST_RESPONSES` is reached. */
const MAX_KILLS = KILLS * 5;
const KILLS_BEFORE_A_CHANGE = proof ? 20 : 1;
/** The number of redeemers per link. Each has one open request. */
const REDEEMERS = 100;
const LIMIT = 150;
const MAX_GRANTS_BEFORE_KILL = 500;
const WITHIN_MS = 20_000;

/**
 * A link that is redeemed under load: the responses by id and, after the kill, the stored counts.
 */
interface LinkUnderLoad {
  readonly redeemable: RedeemableLink;
  readonly granted: Map<string, string>;
  readonly refused: Set<string>;
  /** Ids whose requests the service did not begin, because too many waited. */
  readonly overloaded: Set<string>;
  /** The stored count of each id. */
  stored: ReadonlyMap<string, number>;
}

/** When to kill: after a commit whose response may be missing, or after a response. */
type KillPoint = 'commit' | 'answer';

interface Recovered {
  readonly fleet: Fleet;
  readonly links: readonly [LinkUnderLoad, LinkUnderLoad];
  readonly ledgerReader: FileLedger;
}

/**
 * Kills a process while it redeems two links, starts another one with the remaining files, and
 * checks them.
 */
async function killUnderLoad(fleet: Fleet, killPoint: KillPoint): Promise<Recovered> {
  const links = [await fleet.create(null), await fleet.create(LIMIT)].map(
    (redeemable): LinkUnderLoad => ({
      redeemable,
      granted: new Map(),
      refused: new Set(),
      overloaded: new Set(),
      stored: new Map(),
    }),
  ) as [LinkUnderLoad, LinkUnderLoad];
  // It restarts without manual recovery.
  const recovered = await fleet.startOn(await killedStore(fleet, links, killPoint));
  const ledgerReader = openFileLedger(recovered.store);
  for (const link of links) {
    const ledger = ledgerReader.ledger(link.redeemable);
    link.stored = new Map(ledger.map(({ id, redemptions }) => [id, redemptions]));
    checkLedger(link, ledgerReader);
  }
  return { fleet: recovered, links, ledgerReader };
}

/** Redeems continuously and kills the process at this point; returns a copy of the database. */
async function killedStore(
  fleet: Fleet,
  links: readonly LinkUnderLoad[],
  killPoint: KillPoint,
): Promise<string> {
  const ledgerReader = openFileLedger(fleet.store);
  const before = ledgerReader.lastEntry();
  const load = Promise.all(
    Array.from({ length: REDEEMERS }, () =>
      links.map((link) => redeemUntilKilled(fleet, link)),
    ).flat(),
  );
  const enough = Math.ceil(Math.random() * MAX_GRANTS_BEFORE_KILL);
  await reached(
    enough,
    {
      commit: () => ledgerReader.lastEntry() - before,
      answer: () => links.flatMap(({ granted }) => [...granted.keys()]).length,
    }[killPoint],
  );
  await fleet.kill(0);
  await load;
  const store = copyOf(fleet.store);
  ledgerReader.close();
  return store;
}

/** Sends new ids one after the other until the process ends. */
async function redeemUntilKilled(
  fleet: Fleet,
  { redeemable, granted, refused, overloaded }: LinkUnderLoad,
): Promise<void> {
  try {
    for (;;) {
      const id = randomUUID();
      const reply = await fleet.redeem(0, redeemable, id);
      const { status, text } = reply;
      const isOverloaded = isRefusal(reply);
      const isLimited = status === 409 && redeemable.limit !== null;
      assert.ok(status === 200 || isOverloaded || isLimited, text);
      if (status === 200) granted.set(id, text);
      else (isOverloaded ? overloaded : refused).add(id);
    }
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
  }
}

/** Checks continuously, because the process goes on while this waits. */
async function reached(enough: number, count: () => number): Promise<void> {
  const limit = WITHIN_MS * loadFactor();
  const end = Date.now() + limit;
  while (count() < enough) {
    assert.ok(Date.now() < end, `only ${count()} of ${enough} grants within ${limit} ms`);
    await new Promise((done) => setImmediate(done));
  }
}

/** Asserts that no acknowledged redemption is missing, and that the counts are consistent. */
function checkLedger(
  { redeemable, granted, refused, overloaded, stored }: LinkUnderLoad,
  ledgerReader: FileLedger,
): void {
  const { size } = stored;
  assert.deepEqual([...stored.values()], oneTo(size));
  assert.deepEqual(ledgerReader.counted(redeemable), { onLink: size, standing: size });
  assert.ok(size <= (redeemable.limit ?? Infinity));
  for (const [id, text] of granted) {
    const number = stored.get(id);
    assert.ok(number !== undefined, `${id} was acknowledged but is not in the ledger: ${text}`);
    assert.equal(text, redeemable.answer(number));
  }
  for (const id of [...refused, ...overloaded]) assert.equal(stored.get(id), undefined);
  assert.ok(
    refused.size === 0 || size === redeemable.limit,
    'refused before the limit was reached',
  );
  assert.equal(ledgerReader.integrity(), 'ok');
}

/**
 * Copies the file and its log as the kill left them. A reader that closes the database of a dead
 * process would clean up the log, which the next start must do itself. The log counts, even for
 * grants without a response.
 */
function copyOf(store: string): string {
  const copy = join(temporaryFolder(), 'smartlink.db');
  for (const suffix of ['', '-wal']) copyFileSync(store + suffix, copy + suffix);
  return copy;
}

/** The ids that were granted without a response. */
function unacknowledgedIn({ granted, stored }: LinkUnderLoad): string[] {
  return [...stored.keys()].filter((id) => !granted.has(id));
}

/** Sends every id in the ledger again: the response and the count must be the same. */
async function sendAgain(fleet: Fleet, links: readonly LinkUnderLoad[]): Promise<void> {
  for (const { redeemable, stored } of links) {
    await Promise.all(
      [...stored].map(async ([id, redemptions]) => {
        const reply = await fleet.redeemWithRetries(0, redeemable, id);
        assert.deepEqual(reply, { status: 200, text: redeemable.answer(redemptions) });
      }),
    );
  }
}

test('after SIGKILL between commit and response, a retry with the same id gets the grant', async (t) => {
  let fleet = await Fleet.start(1);
  let [kills, answered, lost] = [0, 0, 0];
  while (kills < KILLS || lost < LOST_RESPONSES) {
    assert.ok(
      kills < MAX_KILLS,
      `${kills} kills interrupted only ${lost} of ${LOST_RESPONSES} answers`,
    );
    const { links, ledgerReader, ...after } = await killUnderLoad(
      fleet,
      kills % 2 === 0 ? 'commit' : 'answer',
    );
    fleet = after.fleet;
    kills++;
    answered += links.flatMap(({ granted }) => [...granted]).length;
    lost += links.flatMap(unacknowledgedIn).length;
    await sendAgain(fleet, links);
    for (const link of links) checkLedger(link, ledgerReader);
    ledgerReader.close();
    if (proof) process.stderr.write(`\rkill ${kills}, ${lost} answers lost`);
  }
  await fleet.stop();
  t.diagnostic(`${kills} kills: ${answered} grants answered, ${lost} committed and not answered`);
});

test('if metadata changes between SIGKILL and the retry, the retry gets the metadata of its grant', async (t) => {
  let fleet = await Fleet.start(1);
  let lost = 0;
  for (let kill = 0; kill < KILLS_BEFORE_A_CHANGE || lost === 0; kill++) {
    assert.ok(kill < MAX_KILLS, `${kill} kills interrupted no response`);
    const { links, ledgerReader, ...after } = await killUnderLoad(fleet, 'commit');
    fleet = after.fleet;
    lost += links.flatMap(unacknowledgedIn).length;
    for (const { redeemable } of links) await changeMetadata(fleet, redeemable);
    await sendAgain(fleet, links);
    for (const link of links) checkLedger(link, ledgerReader);
    ledgerReader.close();
    const [{ redeemable, stored }] = links;
    const { text } = await fleet.redeem(0, redeemable, randomUUID());
    assert.equal(text, redeemable.answer(stored.size + 1).replace(/"metadata":\{.*?\}/, CHANGED));
  }
  await fleet.stop();
  t.diagnostic(`${lost} lost responses were requested again after the change`);
});

const CHANGED = '"metadata":{"coupon":"LATER"}';

async function changeMetadata(fleet: Fleet, { code }: RedeemableLink): Promise<void> {
  const path = `/manage/v1/smartlinks/${code}`;
  const { status, text } = await fleet.manage(0, 'PATCH', path, `{${CHANGED}}`);
  assert.equal(status, 200, text);
}
