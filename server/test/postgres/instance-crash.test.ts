import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { proof } from '../harness.ts';
import { eventually } from '../processes.ts';
import { Fleet, oneTo, openLedger, type Ledger, type RedeemableLink } from '../redeemers.ts';
import { openDatabaseReader } from '../store.ts';

// away.test.ts does the same for the database.

const INSTANCES = 3;
const KILLS = proof ? 20 : 1;
const CREATORS = 48;
const REDEEMERS = 48;
/** The second limit is reached before the end of the test. */
const LIMITS = [null, 500];

// Everything that was acknowledged so far:
/** Codes by URI. */
type Links = Map<string, string>;
/** Responses by redemption id. */
type Grants = Map<string, string>;

test(`after ${KILLS} times SIGKILL of one of ${INSTANCES} instances under load, everything acknowledged exists`, async (t) => {
  const fleet = await Fleet.start(INSTANCES);
  const ledgerReader = openLedger(fleet.url);
  const redeemables = await Promise.all(LIMITS.map((limit) => fleet.create(limit)));
  const links: Links = new Map();
  const grants = new Map(
    redeemables.map((redeemable): [RedeemableLink, Grants] => [redeemable, new Map()]),
  );

  let over = false;
  const goesOn = (): boolean => !over;
  const load = [
    ...oneTo(CREATORS).map((creator) => create(fleet, creator, links, goesOn)),
    ...[...grants].flatMap(([redeemable, granted]) =>
      oneTo(REDEEMERS / 2).map((redeemer) => redeem(fleet, redeemer, redeemable, granted, goesOn)),
    ),
  ];
  for (let kill = 0; kill < KILLS; kill++) {
    const before = links.size;
    await sleep(100 + Math.random() * 400);
    await eventually('the load creates links', () => links.size > before);
    await fleet.killAndStart(kill % INSTANCES);
    if (proof) process.stderr.write(`\rkill ${kill + 1} of ${KILLS}, ${links.size} links`);
  }
  const isReached = () =>
    [...grants].every(([{ limit }, granted]) => limit === null || granted.size >= limit);
  await eventually('the limit is reached', isReached);
  over = true;
  await Promise.all(load);

  await checkLinks(fleet, links);
  for (const [redeemable, granted] of grants)
    await checkGrants(fleet, ledgerReader, redeemable, granted);
  assert.equal(await ledgerReader.damage(), undefined);
  await ledgerReader.close();
  await fleet.stop();
  assert.ok(fleet.unanswered > 0, 'no kill interrupted a response');
  const granted = [...grants.values()].map(({ size }) => size);
  t.diagnostic(
    `${KILLS} kills, after which ${fleet.unanswered} requests were sent again; ` +
      `acknowledged, and there: ${links.size} links, ${granted.join(' + ')} redemptions`,
  );
});

/**
 * Creates links one after the other, each until it is acknowledged. Every second one is `unique`.
 */
async function create(
  fleet: Fleet,
  creator: number,
  links: Links,
  goesOn: () => boolean,
): Promise<void> {
  for (let n = creator; goesOn(); n++) {
    const uri = `products/${creator}-${n}`;
    const { status, text } = await (n % 2 === 0
      ? fleet.createWithRetries(n, { uri, unique: true })
      : fleet.createWithRetries(n, { uri }, randomUUID()));
    // The status is 200 if the response to an earlier attempt was lost.
    assert.ok(status === 201 || (status === 200 && n % 2 === 0), text);
    const { smartlink } = JSON.parse(text) as { smartlink: string };
    links.set(uri, smartlink.split('/').at(-1) ?? '');
  }
}

/** Redeems with new ids one after the other, each until it is granted or refused. */
async function redeem(
  fleet: Fleet,
  redeemer: number,
  redeemable: RedeemableLink,
  granted: Grants,
  goesOn: () => boolean,
): Promise<void> {
  for (let n = redeemer; goesOn(); n++) {
    const id = randomUUID();
    const { status, text } = await fleet.redeemWithRetries(n, redeemable, id);
    assert.ok(status === 200 || (status === 409 && redeemable.limit !== null), text);
    if (status === 200) granted.set(id, text);
    else await sleep(20);
  }
}

/** Asserts that exactly the acknowledged links exist: repeated creates made no second link. */
async function checkLinks(fleet: Fleet, links: Links): Promise<void> {
  const store = openDatabaseReader(fleet.url);
  const rows = await store.rows<{ uri: string; code: string }>(
    "select uri, code from links where uri like 'products/%-%'",
  );
  await store.close();
  assert.deepEqual(new Map(rows.map(({ uri, code }) => [uri, code])), links);
  assert.equal(rows.length, links.size, 'one link for each create');
}

/** Asserts that the ledger contains exactly the acknowledged grants. */
async function checkGrants(
  fleet: Fleet,
  ledgerReader: Ledger,
  redeemable: RedeemableLink,
  granted: Grants,
): Promise<void> {
  const ledger = await ledgerReader.ledger(redeemable);
  assert.deepEqual(
    ledger.map(({ redemptions }) => redemptions),
    oneTo(redeemable.limit ?? granted.size),
  );
  assert.deepEqual(
    new Map(ledger.map(({ id, redemptions }) => [id, redeemable.answer(redemptions)])),
    granted,
  );
  assert.deepEqual(await ledgerReader.counted(redeemable), {
    onLink: granted.size,
    standing: granted.size,
  });
  // A retry receives the same response as the first request.
  const [id = '', answer] = [...granted][0] ?? [];
  assert.equal((await fleet.redeemWithRetries(0, redeemable, id)).text, answer);
}
