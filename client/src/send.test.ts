import assert from 'node:assert/strict';
import { describe, it, type TestContext, type Mock } from 'node:test';
import { createServerClient } from './server.ts';
import type { ClientOptions } from './index.ts';
import {
  BASE,
  clientOf,
  CODE,
  errorOf,
  mockTime,
  passTime,
  problem,
  Script,
  STEP_MS,
  type Step,
} from '../test/scripted.ts';

const answering = (step: Step, more: object) => ({ ...(step as object), ...more }) as Step;
const GOOD: Step = { status: 200, body: { code: CODE, route: null } };
const lost = new Error('connection lost');
const many = (step: Step): Step[] => Array.from({ length: 100 }, () => step);

interface Run {
  readonly script: Script;
  readonly options?: Partial<ClientOptions>;
  readonly signal?: AbortSignal;
}

/** Resolves a link with mocked time; returns the error, if any, and the delays between requests. */
async function run(t: TestContext, { script, options, signal }: Run) {
  mockTime(t);
  const started = Date.now();
  const outcome = clientOf(script, options)
    .resolve(CODE, { signal })
    .then(
      () => undefined,
      (error: Error & { code: string; status: number }) => error,
    );
  const error = await passTime(t.mock.timers, outcome);
  const pauses = script.sent.slice(1).map(({ at }, index) => at - script.sent[index]!.at);
  return { error, pauses, ms: Date.now() - started };
}

describe('retries', () => {
  it('are reported with the error and the delay', async (t) => {
    const heard: [code: string, attempt: number, waitMs: number][] = [];
    const options: Partial<ClientOptions> = {
      onRetry: ({ error, attempt, waitMs }) => heard.push([error.code, attempt, waitMs]),
    };
    const busy = answering(problem(503, 'overloaded'), { retryAfter: '2' });
    const { error, pauses } = await run(t, { script: new Script(lost, busy, GOOD), options });
    assert.equal(error, undefined);
    assert.deepEqual(
      heard.map(([code, attempt]) => [code, attempt]),
      [
        ['network_error', 1],
        ['overloaded', 2],
      ],
    );
    heard.forEach(([, , waitMs], index) => {
      const late = (pauses[index] ?? 0) - waitMs;
      assert.ok(late > -1 && late <= 2 * STEP_MS, `${late} ms later than it was said`);
    });
  });

  it('are not reported for the last attempt', async (t) => {
    let heard = 0;
    const options = { giveUpAfterMs: 2000, onRetry: () => void heard++ };
    const { error, pauses } = await run(t, { script: new Script(...many(lost)), options });
    assert.equal(error?.code, 'network_error');
    assert.equal(heard, pauses.length);
  });

  const AGAIN: readonly Step[] = [
    lost,
    { status: 200, body: '{"code":"H7kT' },
    { status: 200, body: '' },
    { status: 200, body: { other: 'shape' } },
    { status: 200, body: null },
    { status: 204, body: '' },
    { status: 304, body: '' },
    { status: 502, body: '<html>Bad Gateway</html>' },
    problem(408, 'request_timeout'),
    problem(429, 'too_many_misses'),
    problem(500, 'internal'),
    problem(503, 'a_code_of_tomorrow'),
  ];
  for (const step of AGAIN) {
    it(`happen after ${step instanceof Error ? step.message : JSON.stringify(step)}`, async (t) => {
      const { error, pauses } = await run(t, { script: new Script(step, step, GOOD) });
      assert.equal(error, undefined);
      assert.equal(pauses.length, 2);
    });
  }

  const FINAL: readonly [Step, string][] = [
    [problem(400, 'bad_request'), 'bad_request'],
    [problem(401, 'unauthorized'), 'unauthorized'],
    [problem(404, 'not_found'), 'not_found'],
    [problem(422, 'validation_failed'), 'validation_failed'],
    [{ status: 403, body: '<html>' }, 'invalid_response'],
    [{ status: 404, body: { message: 'no such page' } }, 'invalid_response'],
  ];
  for (const [step, code] of FINAL) {
    it(`do not happen after ${JSON.stringify(step)}`, async (t) => {
      const { error } = await run(t, { script: new Script(step) });
      assert.equal(error?.code, code);
    });
  }

  it('use increasing delays of up to 8 seconds, for a minute', async (t) => {
    const script = new Script(...many(lost));
    const { error, pauses, ms } = await run(t, { script });
    assert.deepEqual([error?.code, error?.status], ['network_error', 0]);
    assert.ok(ms > 45_000 && ms <= 60_000, `${ms} ms`);
    for (const [index, pause] of pauses.entries()) {
      const full = Math.min(250 * 2 ** index, 8000);
      assert.ok(pause >= full / 2 && pause <= full + 50, `pause ${index}: ${pause} ms`);
    }
    assert.ok(pauses.length >= 10, `${pauses.length} pauses`);
  });

  it('wait at least as long as Retry-After', async (t) => {
    const wait = answering(problem(503, 'overloaded'), { retryAfter: '7' });
    const { pauses } = await run(t, { script: new Script(wait, GOOD) });
    assert.ok(pauses[0]! >= 7000 && pauses[0]! < 8000, `${pauses[0]} ms`);
  });

  it('do not happen if Retry-After exceeds the time limit', async (t) => {
    const wait = answering(problem(429, 'too_many_misses'), { retryAfter: '61' });
    const { error, ms } = await run(t, { script: new Script(wait) });
    assert.equal((error as { retryAfterSeconds?: number }).retryAfterSeconds, 61);
    assert.equal(ms, 0);
  });

  it('ignore a Retry-After that is not a number of seconds', async (t) => {
    for (const retryAfter of ['Wed, 21 Oct 2026 07:28:00 GMT', '-5', '1e9', '']) {
      const wait = answering(problem(503, 'overloaded'), { retryAfter });
      const { pauses } = await run(t, { script: new Script(wait, GOOD) });
      assert.ok(pauses[0]! <= 300);
      t.mock.reset();
    }
  });

  it('stop at giveUpAfterMs, which also ends the current attempt', async (t) => {
    const options = { giveUpAfterMs: 3000 };
    const script = new Script(lost, lost, 'hang');
    const { error, ms } = await run(t, { script, options });
    assert.equal(error?.code, 'network_error');
    assert.ok(ms >= 3000 && ms <= 3100, `${ms} ms`);
  });

  it('stop at giveUpAfterMs also if the time of the device is set back', async (t) => {
    const setBack = ({ attempt }: { attempt: number }): void => {
      const now = Date.now.bind(Date);
      if (attempt === 1) t.mock.method(Date, 'now', () => now() - 120_000);
    };
    const options = { giveUpAfterMs: 3000, onRetry: setBack };
    const script = new Script(...many(lost));
    const { error } = await run(t, { script, options });
    assert.equal(error?.code, 'network_error');
    assert.ok(script.sent.length < 10, `${script.sent.length} requests`);
  });

  it('keep the error of the service if little time is left after the wait', async (t) => {
    const busy = answering(problem(503, 'overloaded'), { retryAfter: '1' });
    const sleep = (): void => {
      // Another mock of the mocked method would not be undone.
      const clock = performance as unknown as { readonly now: Mock<() => number> };
      clock.now.mock.mockImplementation(() => Date.now() + 60_000);
    };
    for (const options of [{ giveUpAfterMs: 1500 }, { giveUpAfterMs: 9000, onRetry: sleep }]) {
      const script = new Script(busy, 'hang');
      const { error } = await run(t, { script, options });
      assert.deepEqual([error?.code, script.sent.length], ['overloaded', 1]);
      t.mock.reset();
    }
  });

  it('end with an error that says what to check', async (t) => {
    const options = { giveUpAfterMs: 499.6 };
    for (const [step, what] of [
      [lost, ': Error: connection lost'],
      ['hang', ' in 500 ms'],
    ] as const) {
      const { error } = await run(t, { script: new Script(step, lost, lost), options });
      assert.equal(
        error?.message,
        `No response from ${BASE}${what}. Check the address and the network.`,
      );
      t.mock.reset();
    }
  });

  it('happen after an attempt that takes longer than timeoutMs', async (t) => {
    const { error, pauses } = await run(t, { script: new Script('hang', GOOD) });
    assert.equal(error, undefined);
    assert.ok(pauses[0]! >= 10_125 && pauses[0]! <= 10_300, `${pauses[0]} ms`);
  });

  it('work without AbortController', async (t) => {
    const own = globalThis.AbortController;
    Object.assign(globalThis, { AbortController: undefined });
    t.after(() => Object.assign(globalThis, { AbortController: own }));
    const script = new Script('hang', GOOD);
    const { error } = await run(t, { script, options: { timeoutMs: 500 } });
    assert.equal(error, undefined);
    assert.equal('signal' in script.sent[0]!, false);
  });

  it('abort the attempt that took too long', async (t) => {
    const script = new Script('hang', GOOD);
    await run(t, { script });
    assert.deepEqual(
      script.sent.map(({ signal }) => signal?.aborted),
      [true, false],
    );
  });

  it('limit delays to the maximum of timers', async (t) => {
    const options = { timeoutMs: Infinity, giveUpAfterMs: Infinity };
    const { error } = await run(t, { script: new Script(lost, GOOD), options });
    assert.equal(error, undefined);
  });
});

describe('a signal', () => {
  it('prevents the request if it is already aborted', async () => {
    const signal = AbortSignal.abort(new Error('mine'));
    assert.equal((await errorOf(clientOf(new Script()).get(CODE, { signal }))).message, 'mine');
  });

  it('ends a call and aborts its request', async () => {
    const script = new Script('hang');
    const controller = new AbortController();
    const error = errorOf(clientOf(script).get(CODE, { signal: controller.signal }));
    controller.abort(new Error('mine'));
    assert.equal((await error).message, 'mine');
    assert.equal(script.sent[0]?.signal?.aborted, true);
  });

  it('ends a delay', async () => {
    const script = new Script(answering(problem(503, 'overloaded'), { retryAfter: '30' }));
    const controller = new AbortController();
    const error = errorOf(clientOf(script).get(CODE, { signal: controller.signal }));
    while (script.sent.length === 0) await new Promise(setImmediate);
    await new Promise(setImmediate);
    controller.abort(new Error('mine'));
    assert.equal((await error).message, 'mine');
  });

  it('works without a reason', async () => {
    const signal = { aborted: true, addEventListener() {}, removeEventListener() {} };
    assert.equal((await errorOf(clientOf(new Script()).get(CODE, { signal }))).name, 'AbortError');
  });
});

describe('a request', () => {
  const created: Step = { status: 201, body: { smartlink: `https://go.shop.example/${CODE}` } };

  it('has one idempotency key for all attempts', async (t) => {
    mockTime(t);
    const script = new Script(lost, created, answering(created, { status: 200 }));
    const client = clientOf(script);
    const request = { uri: 'products/5', metadata: { coupon: 'WELCOME' }, redeemLimit: 2 };
    assert.deepEqual(await passTime(t.mock.timers, client.create(request)), {
      smartlink: `https://go.shop.example/${CODE}`,
      code: CODE,
      created: true,
    });
    const again = await client.create({ uri: 'products/5' }, { idempotencyKey: 'mine' });
    assert.equal(again.created, false);
    const [first, second, third] = script.sent.map(({ headers }) => headers['Idempotency-Key']);
    assert.deepEqual([first === second, first?.length, third], [true, 36, 'mine']);
    assert.deepEqual(
      script.sent.map(({ json }) => json),
      [
        { uri: 'products/5', metadata: { coupon: 'WELCOME' }, redeem_limit: 2 },
        { uri: 'products/5', metadata: { coupon: 'WELCOME' }, redeem_limit: 2 },
        { uri: 'products/5' },
      ],
    );
  });

  it('is not sent with an idempotency key that cannot be in a header', async () => {
    const { fetch } = new Script();
    const server = createServerClient({ baseUrl: BASE, token: 'sl_server_x', fetch });
    for (const idempotencyKey of ['订单-5', 'ü', 'a\nb', 'a\u0000']) {
      for (const client of [clientOf(new Script()), server]) {
        const call = { idempotencyKey, giveUpAfterMs: 100 };
        const error = await errorOf(client.create({ uri: 'products/5' }, call));
        assert.equal(
          String(error),
          'TypeError: idempotencyKey contains a character that is not visible ASCII.',
        );
      }
    }
    const script = new Script(created);
    await clientOf(script).create({ uri: 'products/5' }, { idempotencyKey: 'order 5~' });
    assert.equal(script.sent[0]?.headers['Idempotency-Key'], 'order 5~');
  });

  it('contains unknown fields, so that the service can report them', async () => {
    const script = new Script(created);
    const misspelt = { uri: 'products/5', redeemlimit: 2, redeem_limit: 3 };
    await clientOf(script).create(misspelt);
    assert.deepEqual(script.sent[0]?.json, misspelt);
  });

  it('uses the path of the base URL and an escaped code', async () => {
    const script = new Script(problem(404, 'not_found'));
    const client = clientOf(script, { baseUrl: 'https://shop.example/links/' });
    await errorOf(client.get('a%2F../b c"'));
    assert.equal(script.sent[0]?.url, 'https://shop.example/links/v2/smartlinks/b%20c%22');
    assert.deepEqual([script.sent[0]?.method, script.sent[0]?.body], ['GET', undefined]);
  });

  it('uses the current global fetch', async (t) => {
    const script = new Script(GOOD);
    const client = clientOf(script, { fetch: undefined });
    t.mock.method(globalThis, 'fetch', script.fetch);
    assert.deepEqual(await client.resolve(CODE), { code: CODE, route: null });
  });

  it('rejects without fetch', async (t) => {
    const own = globalThis.fetch;
    Object.assign(globalThis, { fetch: undefined });
    t.after(() => Object.assign(globalThis, { fetch: own }));
    const error = await errorOf(clientOf(new Script(), { fetch: undefined }).get(CODE));
    assert.equal(error.name, 'TypeError');
    assert.equal(error.message, 'This platform has no fetch: pass the option fetch.');
  });
});
