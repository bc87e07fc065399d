import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Client, ClientOptions, FetchRequest, SmartlinkStorage } from '../src/index.ts';
import { createClient } from '../src/index.ts';

/** One response of the script; an `Error` is a network failure, `hang` never responds. */
export type Step =
  | Error
  | 'hang'
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly retryAfter?: string;
    };

export interface Sent extends FetchRequest {
  readonly url: string;
  readonly json: Record<string, unknown>;
  readonly at: number;
}

/** A network that responds from a script, one step for each request, and records the requests. */
export class Script {
  readonly sent: Sent[] = [];
  readonly steps: Step[];

  constructor(...steps: Step[]) {
    this.steps = steps;
  }

  readonly fetch = async (url: string, request: FetchRequest) => {
    const json = JSON.parse(request.body ?? '{}') as Record<string, unknown>;
    this.sent.push({ ...request, url, json, at: Date.now() });
    const step = this.steps.shift();
    assert.ok(step, `an unexpected request: ${url}`);
    if (step instanceof Error) throw step;
    if (step === 'hang') return new Promise<never>(() => {});
    const { status, body, retryAfter = null } = step;
    return {
      status,
      headers: { get: (name: string) => (name === 'Retry-After' ? retryAfter : null) },
      text: async () => (typeof body === 'string' ? body : JSON.stringify(body ?? null)),
    };
  };

  get ids(): unknown[] {
    return this.sent.map(({ json }) => json.redemption_id);
  }
}

export const BASE = 'https://go.shop.example';
export const CODE = 'H7kTq2Rb';

export function clientOf(
  script: Script,
  options: Partial<ClientOptions> = {},
  create = createClient,
): Client {
  const own = {
    baseUrl: BASE,
    token: 'sl_web_x',
    links: [BASE],
    fetch: script.fetch,
    // Most tests list the other requests.
    reportOpens: false,
  };
  return create({ ...own, ...options });
}

export const redeemed = (redemptions = 1, code = CODE): Step => ({
  status: 200,
  body: { code, metadata: { coupon: 'WELCOME' }, redemptions, redeem_limit: null },
});

export const problem = (status: number, code: string, more: object = {}): Step => ({
  status,
  body: { type: 'x', title: 'Title', status, detail: `Detail of ${code}.`, code, ...more },
});

/** A storage like `AsyncStorage`: each call is asynchronous. Can be made to fail. */
export class SlowStorage implements SmartlinkStorage {
  readonly items = new Map<string, string>();
  readonly failing = new Set<'getItem' | 'setItem' | 'removeItem'>();

  async getItem(key: string): Promise<string | null> {
    await this.#turn('getItem');
    return this.items.get(key) ?? null;
  }

  async setItem(key: string, value: string): Promise<void> {
    await this.#turn('setItem');
    this.items.set(key, value);
  }

  async removeItem(key: string): Promise<void> {
    await this.#turn('removeItem');
    this.items.delete(key);
  }

  async #turn(name: 'getItem' | 'setItem' | 'removeItem'): Promise<void> {
    await new Promise(setImmediate);
    if (this.failing.has(name)) throw new Error('disk full');
  }
}

/** Returns the error that `work` rejects with. */
export async function errorOf(work: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof Error, 'it did not reject');
  return outcome as Error & Record<string, unknown>;
}

/**
 * Mocks timers and both clocks, of which a test can then set `Date` alone. Call `t.mock.reset()` before a second call:
 * the end of the test would restore the mock of the first one.
 */
export function mockTime(t: TestContext): void {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  t.mock.method(performance, 'now', Date.now.bind(Date));
}

interface Clock {
  tick(ms: number): void;
}

/** How far mocked time advances at once, in milliseconds. */
export const STEP_MS = 25;

/** Advances mocked time until `work` has settled. */
export async function passTime<T>(clock: Clock, work: Promise<T>): Promise<T> {
  const progress = { settled: false };
  const done = () => void (progress.settled = true);
  work.then(done, done);
  while (!progress.settled) {
    await new Promise(setImmediate);
    if (!progress.settled) clock.tick(STEP_MS);
  }
  return work;
}
