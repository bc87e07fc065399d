import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { before, beforeEach, describe, test } from 'node:test';
import { pino } from 'pino';
import { startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { ask, memberOf } from './people.ts';
import { Browser, startProvider, type TestProvider } from './provider.ts';

const ADA = { sub: 'ada-1', email: 'ada@shop.example', email_verified: true, name: 'Ada' };
/** Callbacks of a network that may fail within a minute. */
const PER_NETWORK = 20;

describe('callbacks of the provider that anyone can send', () => {
  let provider: TestProvider;
  let service: Service;
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
  const lines: { readonly msg: string; readonly level: number }[] = [];
  /** What the provider has not answered yet. */
  const held: ServerResponse[] = [];
  before(async () => {
    provider = await startProvider();
    provider.account = ADA;
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line));
        done();
      },
    });
    const settings = { ...provider.settings, TRUSTED_PROXIES: 'loopback' };
    const log = pino({ level: 'warn' }, stream);
    service = await startService(settings, { now: () => clock.now, log });
    provider.serve(service);
    await memberOf(service, ADA.email, 'owner');
    // The configuration of the provider is known from here on.
    assert.equal((await new Browser().signIn(service)).pathname, '/dashboard/');
  });
  beforeEach(() => {
    clock.now += 5 * 60_000;
    lines.length = 0;
  });

  /** Sends a callback with invented values. Returns why it failed. */
  async function invented(address: string): Promise<string | null> {
    const state = 'A'.repeat(43);
    const iss = encodeURIComponent(provider.issuer);
    const path = `sign-in/oidc/callback?code=x&state=${state}&iss=${iss}`;
    const cookie = `smartlink-oidc=${[state, state, state, ''].join('.')}`;
    const answer = await ask(service, 'GET', path, undefined, {
      cookie,
      'x-forwarded-for': address,
    });
    return new URL(answer.headers.get('location') ?? '').searchParams.get('failed');
  }
  const many = (address: string, count: number) =>
    Array.from({ length: count }, () => invented(address));
  const holdProvider = (): void => {
    provider.respondInstead = (_request, response) => void held.push(response);
  };
  const releaseProvider = (): void => {
    provider.respondInstead = undefined;
    for (const response of held.splice(0)) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"error":"invalid_grant"}');
    }
  };
  const countOf = (reasons: readonly (string | null)[], reason: string): number =>
    reasons.filter((one) => one === reason).length;

  test('of one network leave room for the others, and write one line a minute', async () => {
    holdProvider();
    const sent = Promise.all(many('203.0.113.1', 60));
    await eventually('the provider is asked', () => held.length === PER_NETWORK);
    provider.respondInstead = undefined;
    assert.equal((await new Browser().signIn(service)).pathname, '/dashboard/');
    releaseProvider();
    const reasons = await sent;
    assert.equal(countOf(reasons, 'busy'), 60 - PER_NETWORK);
    assert.equal(await invented('203.0.113.1'), 'busy');
    assert.deepEqual(
      new Set(lines.map(({ msg }) => msg)),
      new Set([
        'sign-ins at the provider are refused for some time',
        'the sign-in at the provider failed',
      ]),
    );
    // On a busy machine, a part of the requests to the provider can time out, which is a line of its own.
    assert.ok(lines.length <= 3, `${lines.length}`);
    const written = lines.length;
    clock.now += 60_000;
    assert.equal(await invented('203.0.113.1'), 'expired');
    assert.equal(lines.length, written + 1);
  });

  test('of several networks do not keep anyone from starting a sign-in', async () => {
    holdProvider();
    const sent = Promise.all(
      ['203.0.113.2', '203.0.114.2'].flatMap((address) => many(address, PER_NETWORK)),
    );
    await eventually('the provider is asked', () => held.length === 2 * PER_NETWORK);
    assert.equal(await invented('203.0.115.2'), 'busy');
    const start = await ask(service, 'GET', 'sign-in/oidc');
    assert.equal(new URL(start.headers.get('location') ?? '').origin, provider.issuer);
    releaseProvider();
    await sent;
  });

  test('that succeed do not count', async () => {
    for (let i = 0; i < PER_NETWORK + 5; i++) {
      assert.equal((await new Browser().signIn(service)).pathname, '/dashboard/', `${i}`);
    }
  });
});
