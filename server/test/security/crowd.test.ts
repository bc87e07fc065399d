import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openClient, type Client, type Got } from '../fuzz/client.ts';
import { afterAll, startService, type Service } from '../harness.ts';
import { FROM_HERE, memberOf, PASSWORD, signIn } from '../manage/people.ts';

/** The number of passwords that are checked at the same time, plus those that wait. */
const CAPACITY = 2 + 64;
const SIGN_INS = 200;
const ADA = 'ada@shop.example';

describe('many simultaneous sign-ins', () => {
  let service: Service;
  let client: Client;
  let visitor: Client;
  /** If it is set, the time of the service stands still. */
  let still: number | undefined;
  before(async () => {
    service = await startService(
      { TRUSTED_PROXIES: 'loopback' },
      { now: () => still ?? Date.now() },
    );
    await memberOf(service, ADA, 'owner');
    client = openClient(service.url, SIGN_INS, 60_000);
    visitor = openClient(service.url, 1);
    afterAll(() => [client, visitor].forEach((one) => one.close()));
  });

  /** Signs in from a different address each time, so that earlier failures cause no delay. */
  const from = (place: number, email: string, password: string): Promise<Got> =>
    client.send({
      method: 'POST',
      path: '/manage/v1/sign-in',
      headers: {
        ...FROM_HERE,
        'content-type': 'application/json',
        'x-forwarded-for': `198.51.100.${place}`,
      },
      body: JSON.stringify({ email, password }),
    });
  const timed = async (work: () => Promise<Got>): Promise<[Got, number]> => {
    const began = performance.now();
    return [await work(), performance.now() - began];
  };
  const median = (times: readonly number[]): number =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

  test('succeed or are asked to retry, and do not slow down visits', async (t) => {
    const { code } = await service.create({ uri: 'https://shop.example/x' });
    const signIns = Array.from({ length: SIGN_INS }, (_, place) => {
      const known = place % 10 === 0;
      const send = (): Promise<Got> =>
        known ? from(place, ADA, PASSWORD) : from(place, `p${place}@shop.example`, 'a wrong one');
      return { known, place, answer: timed(send) };
    });
    const state = { over: false };
    const all = Promise.all(signIns.map(async (one) => ({ ...one, answer: await one.answer })));
    void all.then(() => (state.over = true));
    const visits: number[] = [];
    while (!state.over) {
      const visit = () => visitor.send({ method: 'GET', path: `/${code}`, headers: {} });
      const [{ status }, ms] = await timed(visit);
      assert.equal(status, 302);
      visits.push(ms);
    }

    const results = await all;
    const decided = results.filter(({ answer: [{ status }] }) => status !== 503);
    const rejected = results.filter(({ answer: [{ status }] }) => status === 503);
    for (const { known, answer } of decided) assert.equal(answer[0].status, known ? 200 : 401);
    for (const { answer } of rejected) {
      const [{ text, headers }] = answer;
      assert.match(text, /"code":"overloaded"/);
      assert.match(headers['retry-after'] ?? '', /^[1-9]\d*$/);
      assert.equal(headers['set-cookie'], undefined);
    }
    assert.ok(decided.length >= CAPACITY, `${decided.length} were decided`);
    assert.ok(rejected.length > 0, 'no sign-in was rejected');
    const waited = median(decided.map(({ answer }) => answer[1]));
    t.diagnostic(
      `${decided.length} decided, in ${Math.round(waited)} ms; ${rejected.length} rejected; ` +
        `${visits.length} visits, in ${median(visits).toFixed(1)} ms`,
    );
    assert.ok(median(visits) * 5 < waited, `a visit takes ${median(visits)} ms`);

    // A rejected attempt does not count as a failed one, so all attempts of this user remain.
    const place = rejected[0]?.place ?? 0;
    // The first delay is over a second after an attempt began, which can be before a slow machine has checked its password.
    still = Date.now();
    for (let i = 0; i < 5; i++) {
      assert.equal(
        (await from(place, `p${place}@shop.example`, 'a wrong one')).status,
        401,
        `${i}`,
      );
    }
    assert.equal((await from(place, `p${place}@shop.example`, 'a wrong one')).status, 429);
    assert.equal((await signIn(service, ADA)).status, 200);
  });
});
