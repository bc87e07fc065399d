import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assert as check, double, integer, option, property, string } from 'fast-check';
import {
  healthAfter,
  MAX_FAILING_MS,
  nextStep,
  RETRY_PAUSES,
  type AttemptResult,
} from './attempt.ts';

const AT = Date.UTC(2026, 10, 24, 12);
const result = (status: number | null, retryAfter?: string): AttemptResult => ({
  at: AT,
  durationMs: 1000,
  status,
  error: status === null ? 'the connection failed' : null,
  response: null,
  retryAfter,
});

describe('nextStep', () => {
  for (const status of [200, 201, 202, 204, 299]) {
    it(`ends after ${status}`, () =>
      assert.deepEqual(nextStep(result(status), 1, 0), { state: 'delivered' }));
  }

  for (const status of [null, 100, 199, 300, 301, 307, 400, 404, 410, 500]) {
    it(`repeats after ${status}`, () =>
      assert.deepEqual(nextStep(result(status), 1, 0), {
        state: 'pending',
        nextAt: AT + 1000 + 5000,
        pausedUntil: undefined,
      }));
  }

  it('fails after the last pause, more than three days later', () => {
    assert.equal(RETRY_PAUSES.length, 9);
    assert.ok(RETRY_PAUSES.reduce((sum, pause) => sum + pause) >= 3 * 86_400_000);
    assert.equal(nextStep(result(500), 9, 0).state, 'pending');
    assert.deepEqual(nextStep(result(500), 10, 0), { state: 'failed', pausedUntil: undefined });
  });

  for (const [status, header, seconds] of [
    [429, '60', 60],
    [503, ' 120 ', 120],
    [502, 'Tue, 24 Nov 2026 12:10:01 GMT', 600],
    [504, '999999999', 86_400],
    [503, '2', undefined],
  ] as const) {
    it(`respects "Retry-After: ${header}" of ${status}`, () => {
      const next = nextStep(result(status, header), 1, 0);
      assert.ok(next.state === 'pending');
      assert.equal(next.nextAt, AT + 1000 + (seconds ?? 5) * 1000);
      assert.equal(next.pausedUntil, AT + 1000 + (seconds ?? 2) * 1000);
    });
  }

  it('respects Retry-After of the last attempt, for other deliveries', () => {
    const pausedUntil = AT + 1000 + 60_000;
    assert.deepEqual(nextStep(result(429, '60'), 10, 0), { state: 'failed', pausedUntil });
  });

  for (const [status, header] of [
    [500, '60'],
    [429, undefined],
    [429, 'soon'],
    [429, '-5'],
    [429, '0'],
    [503, 'Tue, 24 Nov 2020 12:00:00 GMT'],
  ] as const) {
    it(`pauses nothing for "Retry-After: ${header}" of ${status}`, () => {
      const next = nextStep(result(status, header), 1, 0);
      assert.ok(next.state === 'pending' && next.pausedUntil === undefined);
    });
  }

  it('is never earlier than the schedule, and at most a tenth later without Retry-After', () => {
    check(
      property(
        integer({ min: 1, max: 9 }),
        double({ min: 0, max: 1, noNaN: true }),
        option(string(), { nil: undefined }),
        (tries, random, retryAfter) => {
          const next = nextStep(result(500, retryAfter), tries, random);
          const pause = RETRY_PAUSES[tries - 1] ?? 0;
          assert.ok(next.state === 'pending');
          assert.ok(next.nextAt >= AT + 1000 + pause);
          assert.ok(next.nextAt <= AT + 1001 + 1.1 * pause);
        },
      ),
    );
  });
});

describe('healthAfter', () => {
  it('remembers the first failure until a success', () => {
    assert.deepEqual(healthAfter(null, result(500)), { failingSince: AT, disable: null });
    assert.deepEqual(healthAfter(AT - 5, result(null)), { failingSince: AT - 5, disable: null });
    assert.deepEqual(healthAfter(AT - 5, result(204)), { failingSince: null, disable: null });
  });

  it('disables after five days of failures, and at once after 410', () => {
    assert.equal(healthAfter(AT - MAX_FAILING_MS + 1, result(500)).disable, null);
    assert.equal(healthAfter(AT - MAX_FAILING_MS, result(500)).disable, 'failing');
    assert.equal(healthAfter(null, result(410)).disable, 'gone');
    assert.equal(healthAfter(AT - MAX_FAILING_MS, result(200)).disable, null);
  });
});
