import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { proof } from './harness.ts';
import { eventually } from './processes.ts';
import {
  Fleet,
  oneTo,
  openLedger,
  type Ledger,
  type RedeemableLink,
  type Reply,
} from './redeemers.ts';

const PROCESSES = 4;
const REDEEMERS = 1000;
const LIMITS = [1, 3, 100];
const ROUNDS = proof ? 40 : 1;
/** The number of refused ids that are sent again at the end; all granted ids are. */
const RESENT_REFUSED_IDS = 50;

/** All tests share the processes, because starting them takes longer than most tests. */
let fleet: Fleet;
let ledgerReader: Ledger;
before(async () => {
  fleet = await Fleet.start(PROCESSES);
  ledgerReader = openLedger(fleet.url);
});

/** All responses for each id. */
type Answers = Map<string, Reply[]>;

interface Sending {
  readonly id: string;
  readonly process: number;
  /** The position in the order of sending. */
  readonly at: number;
}

/**
 * 1,000 ids. Half of them are sent once; the others three times to three processes, at the same
 * time or out of order.
 */
function sendings(): Sending[] {
  return Array.from({ length: REDEEMERS }, (_, redeemer) => {
    const id = randomUUID();
    const at = Math.random();
    const together = Math.random() < 0.5;
    return Array.from({ length: redeemer % 2 === 0 ? 1 : 3 }, (_again, copy) => ({
      id,
      process: (redeemer + copy) % PROCESSES,
      at: together ? at : Math.random(),
    }));
  })
    .flat()
    .toSorted((a, b) => a.at - b.at);
}

/**
 * Sends all requests. With `disturb`, sends some of them first, usually few, and the others when some of these
 * have a response; then calls `disturb` before anything responds to the others. A process can respond much
 * faster than this one reads, so a number of responses does not say that requests are in progress.
 */
async function race(redeemable: RedeemableLink, disturb?: () => void): Promise<Answers> {
  const answers: Answers = new Map();
  const send = ({ id, process }: Sending) => ask(redeemable, answers, id, process);
  const all = sendings();
  if (!disturb) {
    await Promise.all(all.map(send));
    return answers;
  }
  const early = all.splice(0, Math.ceil(Math.random() ** 2 * REDEEMERS));
  let left = Math.ceil(Math.random() * early.length);
  await Promise.all(
    early.map(async (sending) => {
      await send(sending);
      if (--left > 0 || all.length === 0) return;
      const others = all.splice(0).map(send);
      disturb();
      await Promise.all(others);
    }),
  );
  return answers;
}

async function ask(
  redeemable: RedeemableLink,
  answers: Answers,
  id: string,
  process: number,
): Promise<void> {
  const reply = await fleet.redeemWithRetries(process, redeemable, id);
  answers.set(id, [...(answers.get(id) ?? []), reply]);
}

/** Sends granted ids again, and some refused ones: the results must not change. */
async function sendAgain(redeemable: RedeemableLink, answers: Answers, process: number) {
  const isGranted = (id: string): boolean => answers.get(id)?.[0]?.status === 200;
  const [granted, others] = [true, false].map((wanted) =>
    [...answers.keys()].filter((id) => isGranted(id) === wanted),
  ) as [string[], string[]];
  const again = [...granted, ...others.slice(0, RESENT_REFUSED_IDS)];
  await Promise.all(again.map((id) => ask(redeemable, answers, id, process)));
}

async function checkRace(
  redeemable: RedeemableLink,
  limit: number,
  answers: Answers,
): Promise<void> {
  assert.equal(answers.size, REDEEMERS);
  const all = [...answers];
  const granted = all.filter(([, replies]) => replies.some(({ status }) => status === 200));
  const refused = all.filter(([, replies]) => replies.every(({ status }) => status !== 200));
  assert.equal(granted.length, limit, 'the number of granted ids is the limit');
  for (const [, replies] of refused) {
    for (const reply of replies) assertLimitReached(reply, limit);
  }
  const numbers = new Map(granted.map(([id, replies]) => [id, numberIn(redeemable, id, replies)]));
  assert.deepEqual([...numbers.values()].toSorted(ascending), oneTo(limit), 'each count once');

  const stored = new Map(
    (await ledgerReader.ledger(redeemable)).map((entry) => [entry.id, entry.redemptions]),
  );
  assert.deepEqual(stored, new Map([...numbers].toSorted(([, a], [, b]) => a - b)));
  assert.deepEqual(await ledgerReader.counted(redeemable), { onLink: limit, standing: limit });
}

const ascending = (a: number, b: number): number => a - b;

function assertLimitReached({ status, text }: Reply, limit: number): void {
  assert.equal(status, 409, text);
  const problem = JSON.parse(text) as Record<string, unknown>;
  const { code, redemptions, redeem_limit } = problem;
  assert.deepEqual([code, redemptions, redeem_limit], ['redeem_limit_reached', limit, limit]);
  assert.doesNotMatch(text, /metadata|TOP-SECRET/);
}

/** Returns the count that was granted to an id. Asserts that all of its responses are equal. */
function numberIn(redeemable: RedeemableLink, id: string, replies: readonly Reply[]): number {
  const different = new Set(replies.map(({ status, text }) => `${status} ${text}`));
  assert.equal(different.size, 1, `${id} was granted, and got ${[...different].join('\nand ')}`);
  const { redemptions } = JSON.parse(replies[0]?.text ?? '') as { redemptions: number };
  assert.equal(replies[0]?.text, redeemable.answer(redemptions));
  return redemptions;
}

const title = `${ROUNDS} rounds of 1,000 redeemers at once from 4 processes, limits ${LIMITS.join(', ')}`;
test(`${title}: exactly the limit is granted, with one response for each id, despite retries and SIGKILL`, async (t) => {
  let requests = 0;
  let kills = 0;
  const began = performance.now();
  for (let round = 1; round <= ROUNDS; round++) {
    for (const limit of LIMITS) {
      const redeemable = await fleet.create(limit);
      const victim = Math.floor(Math.random() * PROCESSES);
      let restarted: Promise<void> | undefined;
      const kill = (): void => {
        restarted = fleet.killAndStart(victim);
      };
      const answers = await race(redeemable, kill);
      if (restarted) kills++;
      await restarted;
      await sendAgain(redeemable, answers, victim);
      await checkRace(redeemable, limit, answers);
      requests += [...answers.values()].flat().length;
    }
    if (proof) process.stderr.write(`\rround ${round} of ${ROUNDS}, ${requests} answers`);
  }
  const seconds = (performance.now() - began) / 1000;
  assert.equal(await ledgerReader.damage(), undefined);
  assert.ok(fleet.unanswered > 0, 'no kill interrupted a response');
  t.diagnostic(
    `${ROUNDS} rounds, ${requests} answers in ${seconds.toFixed(1)} s; ${kills} kills, ` +
      `after which ${fleet.unanswered} requests were sent again`,
  );
});

const LINKS = proof ? 20_000 : 400;
const LINKS_AT_ONCE = 100;

// The same id may have used the redemption in another process, so a process must not refuse it
// because of an intermediate state.
test(`${LINKS} links with a limit of one, each id from 4 processes at once: the id that was granted never gets 409`, async (t) => {
  for (let links = 0; links < LINKS; links += LINKS_AT_ONCE) {
    const redeemables = await Promise.all(
      Array.from({ length: LINKS_AT_ONCE }, () => fleet.create(1)),
    );
    await Promise.all(redeemables.map(sendEverywhere));
  }
  t.diagnostic(`${LINKS} ids, each sent ${2 * PROCESSES} times`);
});

/** Sends one id to every process twice. */
async function sendEverywhere(redeemable: RedeemableLink): Promise<void> {
  const id = randomUUID();
  const replies = await Promise.all(
    Array.from({ length: 2 * PROCESSES }, (_, process) =>
      fleet.redeemWithRetries(process, redeemable, id),
    ),
  );
  assert.equal(numberIn(redeemable, id, replies), 1);
}

const PARALLEL_REDEEMERS = 200;
const LIMIT = 10;
const GIVE_BACKS = proof ? 100 : 4;
const GIVEN_BACK_AT_ONCE = 5;

/** Sends new ids until `isRunning` returns false; returns the responses by id. */
async function redeemContinuously(
  redeemable: RedeemableLink,
  isRunning: () => boolean,
): Promise<Answers> {
  const answers: Answers = new Map();
  for (let process = Math.floor(Math.random() * PROCESSES); isRunning(); process++) {
    await ask(redeemable, answers, randomUUID(), process);
  }
  return answers;
}

/** Checks the count as often as possible until `isRunning` returns false; returns the number of checks. */
async function watchCount(redeemable: RedeemableLink, isRunning: () => boolean): Promise<number> {
  for (let checks = 1; ; checks++) {
    const { onLink, standing } = await ledgerReader.counted(redeemable);
    assert.equal(onLink, standing, 'the count of the link equals that of the ledger');
    assert.ok(standing <= LIMIT, `${standing} grants, more than ${LIMIT}`);
    if (!isRunning()) return checks;
    await new Promise((done) => setTimeout(done, 1));
  }
}

/** Gives the oldest grants back, each twice at once through two processes, which counts once. */
async function giveSomeBack(redeemable: RedeemableLink): Promise<void> {
  await eventually(
    'all are granted',
    async () => (await ledgerReader.counted(redeemable)).standing === LIMIT,
    20_000,
  );
  const standing = (await ledgerReader.ledger(redeemable)).filter(
    (entry) => entry.given_back_at === null,
  );
  const replies = await Promise.all(
    standing.slice(0, GIVEN_BACK_AT_ONCE).flatMap(({ id }, process) => {
      const path = `/manage/v1/smartlinks/${redeemable.code}/redemptions/${id}/give-back`;
      return [0, 1].map((twice) => fleet.manageWithRetries(process + twice, 'POST', path));
    }),
  );
  for (const { status, text } of replies) assert.equal(status, 200, text);
}

test(`${PARALLEL_REDEEMERS} redeemers while redemptions are given back: the limit is never exceeded`, async (t) => {
  const redeemable = await fleet.create(LIMIT);
  let over = false;
  const isRunning = (): boolean => !over;
  const redeeming = Promise.all(
    Array.from({ length: PARALLEL_REDEEMERS }, () => redeemContinuously(redeemable, isRunning)),
  );
  const watching = watchCount(redeemable, isRunning);
  const giving = (async () => {
    for (let time = 0; time < GIVE_BACKS; time++) await giveSomeBack(redeemable);
  })().finally(() => (over = true));
  const [redeemed, checks] = await Promise.all([redeeming, watching, giving]);
  const answers = new Map(redeemed.flatMap((some) => [...some]));

  const ledger = await ledgerReader.ledger(redeemable);
  const givenBack = ledger.filter((entry) => entry.given_back_at !== null);
  const { onLink, standing } = await ledgerReader.counted(redeemable);
  assert.equal(givenBack.length, GIVE_BACKS * GIVEN_BACK_AT_ONCE);
  assert.deepEqual([onLink, standing], [ledger.length - givenBack.length, onLink]);
  assert.ok(onLink <= LIMIT);
  const most = Math.max(...ledger.map((entry) => entry.redemptions));
  assert.equal(most, LIMIT, 'no grant made the count more than the limit');
  // Ids that were given back keep their response.
  await Promise.all(ledger.map(({ id }, process) => ask(redeemable, answers, id, process)));
  checkResponses(
    redeemable,
    answers,
    new Map(ledger.map((entry) => [entry.id, entry.redemptions])),
  );
  assert.deepEqual(await ledgerReader.counted(redeemable), { onLink, standing });
  t.diagnostic(
    `${answers.size} ids, ${ledger.length} granted, ${givenBack.length} given back; ` +
      `counted ${checks} times in the meantime`,
  );
});

function checkResponses(
  redeemable: RedeemableLink,
  answers: Answers,
  stored: ReadonlyMap<string, number>,
): void {
  for (const [id, replies] of answers) {
    const number = stored.get(id);
    if (number === undefined) for (const reply of replies) assertLimitReached(reply, LIMIT);
    else assert.equal(numberIn(redeemable, id, replies), number);
  }
}

test('all processes stop with 0', async () => {
  await ledgerReader.close();
  await fleet.stop();
});
