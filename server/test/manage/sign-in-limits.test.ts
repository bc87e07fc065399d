import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { before, describe, test } from 'node:test';
import { pino } from 'pino';
import { startService, type Answer, type Service } from '../harness.ts';
import { ask, FROM_HERE, invited, memberOf, PASSWORD, signIn } from './people.ts';

const WRONG = 'not the password at all';
const DAY_MS = 24 * 60 * 60 * 1000;

/** A service with a readable log and its own clock. */
async function limited(environment: Record<string, string> = {}) {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  });
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
  const log = pino({ level: 'info' }, stream);
  const service = await startService(environment, { now: () => clock.now, log });
  const from = (address: string, email: string, password = WRONG): Promise<Answer> =>
    signIn(service, email, password, { ...FROM_HERE, 'x-forwarded-for': address });
  return { service, clock, lines, from };
}

/** Everything that a caller can see in a response. */
function visibleParts({ status, text, headers }: Answer): string {
  return `${status} ${headers.get('retry-after')} ${text}`;
}

describe('failed sign-ins', () => {
  let service: Service;
  let from: Awaited<ReturnType<typeof limited>>['from'];
  let clock: { now: number };
  let networks = 0;
  before(async () => ({ service, clock, from } = await limited({ TRUSTED_PROXIES: 'loopback' })));

  const network = (): string => `203.0.113.${++networks}`;
  /** Creates a user who has signed in from a network before. */
  async function withKnownNetwork(email: string): Promise<string> {
    const knownNetwork = network();
    await memberOf(service, email, 'viewer');
    assert.equal((await from(knownNetwork, email, PASSWORD)).status, 200);
    return knownNetwork;
  }

  test('end a day after the last failure, also if others from the network have signed in since', async () => {
    const office = network();
    await memberOf(service, 'careful@shop.example', 'viewer');
    await memberOf(service, 'newcomer@shop.example', 'viewer');
    for (let i = 0; i < 25; i++) {
      await from(office, `typo${i}@shop.example`);
      clock.now += 60_000;
    }
    clock.now += DAY_MS - 3_600_000;
    assert.equal((await from(office, 'careful@shop.example', PASSWORD)).status, 200);
    clock.now += 3_600_000;
    assert.equal((await from(office, 'newcomer@shop.example', PASSWORD)).status, 200);
  });

  test('get the same response for an account with a known network, one without, and none', async () => {
    const [one, other] = ['familiar@shop.example', 'strange@shop.example'];
    // A shared network would delay the later attempts, so each user has one.
    const used = [await withKnownNetwork(one), network(), network()];
    await withKnownNetwork(other);
    const emails = [one, other, 'nobody@shop.example'];
    for (let i = 0; i < 40; i++) {
      const [first, ...rest] = await Promise.all(
        emails.map(async (email, index) => visibleParts(await from(used[index] ?? '', email))),
      );
      for (const answer of rest) assert.equal(answer, first, `attempt ${i}`);
      if (i % 3 === 0) clock.now += 7000;
    }
    clock.now += DAY_MS;
  });

  test('count for their network, even if it is known to some accounts', async () => {
    const knownNetwork = await withKnownNetwork('first@shop.example');
    const known: string[] = [];
    for (let i = 0; i < 8; i++) {
      const email = `neighbour${i}@shop.example`;
      await memberOf(service, email, 'viewer');
      assert.equal((await from(knownNetwork, email, PASSWORD)).status, 200);
      known.push(email);
    }
    for (let i = 0; i < 20; i++) {
      assert.equal((await from(knownNetwork, known[i % 8] ?? '')).status, 401, `${i}`);
    }
    const answers = [
      await from(knownNetwork, known[0] ?? ''),
      await from(knownNetwork, 'nobody@shop.example'),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [429, 429],
    );
    assert.equal(visibleParts(answers[0]!), visibleParts(answers[1]!));
    clock.now += DAY_MS;
  });

  test('count for an IPv6 site too, because one attacker can have all of it', async () => {
    const at = (i: number): string => `2001:db8:cafe:${i.toString(16)}::1`;
    for (let i = 0; i < 100; i++) {
      assert.equal((await from(at(i), `guess${i}@shop.example`)).status, 401, `${i}`);
    }
    assert.equal((await from(at(100), 'guess100@shop.example')).status, 429);
    assert.equal((await from('2001:db8:beef::1', 'guess100@shop.example')).status, 401);
    clock.now += DAY_MS;
  });

  test('count for an IPv6 site during a delay too, when a password is still checked', async () => {
    const email = 'whole-site@shop.example';
    const site = '2001:db8:50fa';
    await memberOf(service, email, 'viewer');
    assert.equal((await from(`${site}:ffff::1`, email, PASSWORD)).status, 200);
    const guess = (i: number) => from(`${site}:${i.toString(16)}::1`, `guess${i}@shop.example`);
    for (let i = 0; i < 200; i++) await guess(i);
    // A hundred usual attempts and a hundred others are over; none is left for the known network.
    assert.equal((await from(`${site}:ffff::1`, email, PASSWORD)).status, 429);
    clock.now += 60_000;
    assert.equal((await from(`${site}:ffff::1`, email, PASSWORD)).status, 200);
    clock.now += DAY_MS;
  });

  test('of strangers never lock out a user on a known network', async () => {
    const email = 'owner@shop.example';
    const knownNetwork = await withKnownNetwork(email);
    for (let i = 0; i < 60; i++) await from(`2001:db8:${i.toString(16)}::1`, email);
    for (let i = 0; i < 25; i++) await from(knownNetwork, `random${i}@shop.example`);
    assert.equal(
      (await from(knownNetwork, email)).status,
      429,
      'the limits of the account and the network are reached',
    );
    assert.equal((await from(knownNetwork, email, PASSWORD)).status, 200);
    assert.equal(
      (await from(network(), email, PASSWORD)).status,
      429,
      'the limit applies to every other network',
    );
    clock.now += DAY_MS;
  });

  test('allow at most one more guess per minute on a known network', async () => {
    const email = 'patient@shop.example';
    const knownNetwork = await withKnownNetwork(email);
    let wait = 0;
    for (let i = 0; wait < 900 && i < 30; i++) {
      wait = Number((await from(knownNetwork, email)).headers.get('retry-after'));
      clock.now += wait * 1000;
      await from(knownNetwork, email);
    }
    assert.equal(wait, 900);
    for (let minute = 0; minute < 3; minute++) {
      const [wrong, right] = [
        await from(knownNetwork, email),
        await from(knownNetwork, email, PASSWORD),
      ];
      assert.deepEqual([wrong.status, right.status], [429, 429], `minute ${minute}`);
      assert.equal(visibleParts(wrong), visibleParts(right));
      clock.now += 60_000;
    }
    assert.equal((await from(knownNetwork, email, PASSWORD)).status, 200);
    clock.now += DAY_MS;
  });

  test('behind an untrusted proxy treat no network as known', async () => {
    const email = 'proxied@shop.example';
    const TABLE: readonly (readonly [Record<string, string>, at: string, number])[] = [
      [{ 'x-forwarded-for': '198.51.100.9' }, 'loopback', 200],
      [{ 'x-forwarded-for': '192.0.2.1, 198.51.100.9' }, 'loopback', 429],
      [{ 'x-forwarded-for': '198.51.100.9' }, '', 429],
      [{ 'x-forwarded-for': '198.51.100.9' }, '10.0.0.0/8', 429],
      [{ 'x-real-ip': '198.51.100.9' }, '', 429],
      [{ forwarded: 'for=198.51.100.9' }, '', 429],
      // A client can send the address of the proxy before its own.
      [{ 'x-forwarded-for': '127.0.0.1, 198.51.100.9' }, '', 429],
      [{ 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '198.51.100.9' }, '', 429],
      [{ 'x-forwarded-for': '203.0.113.5, 198.51.100.9, 203.0.113.5' }, 'loopback', 429],
      [{ 'x-forwarded-for': '198.51.100.9, 10.0.0.1' }, 'loopback, 10.0.0.0/8', 200],
      [{ 'x-real-ip': '198.51.100.9' }, 'loopback', 429],
      [{}, '', 200],
      [{}, 'loopback', 200],
    ];
    const cases = TABLE.map(async ([headers, proxies, status]) => {
      // With time standing still, since the first delay is short.
      const at = await startService(
        { CLICKS: 'off', TRUSTED_PROXIES: proxies },
        { now: () => clock.now },
      );
      await memberOf(at, email, 'viewer');
      const send = (password: string) => signIn(at, email, password, { ...FROM_HERE, ...headers });
      assert.equal((await send(PASSWORD)).status, 200);
      for (let i = 0; i < 6; i++) await send(WRONG);
      const where = `${JSON.stringify(headers)} at "${proxies}"`;
      assert.equal((await send(PASSWORD)).status, status, where);
    });
    await Promise.all(cases);
  });
});

describe('the log of sign-ins', () => {
  test('contains failures without passwords and addresses', async () => {
    const { service, lines, from } = await limited({ TRUSTED_PROXIES: 'loopback' });
    const email = 'ada@shop.example';
    const ada = await memberOf(service, email, 'owner');
    await from('2001:db8:1:2:3:4:5:6', email);
    await from('198.51.100.1', 'somebody@corp.example');
    await from('198.51.100.1', 'SOMEBODY@corp.example');
    await from('198.51.100.1', 'a password in the wrong field');
    for (let i = 0; i < 30; i++) await from('198.51.100.2', 'somebody@corp.example');
    const invitation = await invited(service, email, 'owner').catch(() => '');
    assert.equal(invitation, '');
    const said = lines.filter(({ outcome }) => outcome !== undefined);
    const plain = ({ outcome, network, member, level }: Record<string, unknown>) => [
      level,
      outcome,
      network,
      member,
    ];
    assert.deepEqual(plain(said[0] ?? {}), [30, 'wrong_credentials', '2001:db8:1', ada.id]);
    assert.deepEqual(plain(said[1] ?? {}), [30, 'wrong_credentials', '198.51.100', undefined]);
    assert.match(String(said[1]?.address), /^[\w-]{8}$/);
    assert.equal(said[2]?.address, said[1]?.address, 'one address has one digest');
    assert.notEqual(said[3]?.address, said[1]?.address);
    const refused = said.filter(({ outcome }) => outcome === 'too_many_attempts');
    assert.deepEqual(refused.map(plain), [[40, 'too_many_attempts', '198.51.100', undefined]]);
    const text = JSON.stringify(lines);
    for (const secret of [email, 'somebody', 'wrong field', WRONG, PASSWORD]) {
      assert.ok(!text.toLowerCase().includes(secret), secret);
    }
  });
});

test('attempts to create apps with existing names are limited', async () => {
  const { service, clock } = await limited();
  const ada = await memberOf(service, 'ada@shop.example', 'owner');
  const eve = await memberOf(service, 'eve@shop.example', 'owner');
  const create = (person: typeof ada, name: string) =>
    person.send('POST', 'apps', { body: { name }, app: 'shop' });
  for (let i = 0; i < 3; i++) assert.equal((await create(ada, `mine-${i}`)).status, 201);
  for (let i = 0; i < 5; i++) assert.equal((await create(eve, 'shop')).status, 422);
  for (const name of ['shop', 'free-name']) {
    const { status, json, headers } = await create(eve, name);
    assert.deepEqual([status, json.code], [429, 'too_many_attempts']);
    assert.equal(headers.get('retry-after'), '1');
  }
  clock.now += 1000;
  assert.equal((await create(eve, 'shop')).status, 422);
  assert.equal((await create(eve, 'shop')).headers.get('retry-after'), '2');
  clock.now += 2000;
  assert.equal((await create(eve, 'free-name')).status, 201);
});

test('existing names of apps also count for an IPv6 site', async () => {
  const { service } = await limited({ TRUSTED_PROXIES: 'loopback' });
  const attempt = async (i: number, name: string, site = 'cafe'): Promise<Answer> => {
    const person = await memberOf(service, `eve${i}.${site}@shop.example`, 'owner');
    const headers = { 'x-forwarded-for': `2001:db8:${site}:${i.toString(16)}::1` };
    return person.send('POST', 'apps', { body: { name }, headers, app: 'shop' });
  };
  for (let i = 0; i < 25; i++) assert.equal((await attempt(i, 'shop')).status, 422, `${i}`);
  const { status, json } = await attempt(25, 'free-name');
  assert.deepEqual([status, json.code], [429, 'too_many_attempts']);
  assert.equal((await attempt(0, 'free-name', 'beef')).status, 201);
});

test('the page of an invitation does not disclose accounts', async () => {
  const service = await startService({ CLICKS: 'off' });
  const known = 'known@shop.example';
  await memberOf(service, known, 'viewer');
  const eve = await memberOf(service, 'eve@shop.example', 'owner');
  await eve.send('POST', 'apps', { body: { name: 'eves' }, app: 'shop' });
  const link = async (email: string): Promise<string> => {
    const body = { email, role: 'viewer' };
    const { json } = await eve.send('POST', 'invitations', { body, app: 'eves' });
    return json.address.split('#')[1];
  };
  const links = [await link(known), await link('unknown@shop.example')];
  const both = async (path: string, body: object): Promise<Answer[]> =>
    Promise.all(links.map((invitation) => ask(service, 'POST', path, { invitation, ...body })));
  const plain = ({ status, text }: Answer): string =>
    `${status} ${text.replaceAll('unknown@', 'known@')}`;
  const [look, otherLook] = await both('invitations/look', {});
  assert.equal(look?.status, 200);
  assert.equal(plain(look), plain(otherLook!));
  for (const body of [
    { password: 'short' },
    { password: 'qwertyuiopas' },
    { password: 'unknown@shop.example' },
    { password: 'eves1234567890' },
    { password: 'a long and good one', existing_account: true },
  ]) {
    const [one, other] = await both('invitations/accept', body);
    assert.ok((one?.status ?? 0) >= 400, one?.text);
    if (body.password.includes('@')) continue;
    assert.equal(plain(one!), plain(other!), body.password);
  }
});
