import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  ACCOUNT,
  ACCOUNT_AND_NETWORK,
  FAILURES_KEPT_MS,
  NETWORK,
  SITE,
  SPARE_ACCOUNT_AND_NETWORK,
  SPARE_NETWORK,
  waitSeconds,
  withFailure,
  withoutFailure,
  type Failures,
} from './sign-in-delay.ts';

const RULES = [
  ACCOUNT,
  ACCOUNT_AND_NETWORK,
  NETWORK,
  SITE,
  SPARE_ACCOUNT_AND_NETWORK,
  SPARE_NETWORK,
];

test('the first failures are free, then each failure doubles the delay up to the limit', () => {
  for (const { free, longestSeconds } of RULES) {
    const waits = Array.from({ length: free + 12 }, (_, count) =>
      waitSeconds({ count, lastAt: 0 }, { free, longestSeconds }, 0),
    );
    assert.deepEqual(waits.slice(0, free + 5), [...Array(free).fill(0), 1, 2, 4, 8, 16]);
    assert.equal(waits.at(-1), longestSeconds);
  }
  assert.equal(waitSeconds(undefined, NETWORK, 0), 0);
});

test('the delay decreases with time and ends after a day without failures', () => {
  const failures = { count: 1000, lastAt: 0 };
  assert.equal(waitSeconds(failures, NETWORK, 0), 900);
  assert.equal(waitSeconds(failures, NETWORK, 899_001), 1);
  assert.equal(waitSeconds(failures, NETWORK, 900_000), 0);
  assert.deepEqual(withFailure(failures, FAILURES_KEPT_MS - 1).count, 1001);
  assert.deepEqual(withFailure(failures, FAILURES_KEPT_MS), { count: 1, lastAt: FAILURES_KEPT_MS });
});

test('the delay keeps its limit after the clock was set back', () => {
  const lastAt = 6 * 60 * 60 * 1000;
  assert.equal(waitSeconds({ count: 6, lastAt }, ACCOUNT_AND_NETWORK, 0), 2);
  assert.equal(waitSeconds({ count: 1000, lastAt }, ACCOUNT_AND_NETWORK, 0), 900);
});

test('an attempt after the delay is allowed, and the delay never exceeds the limit', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RULES),
      fc.array(fc.nat({ max: 2_000_000 }), { maxLength: 60 }),
      (rule, gaps) => {
        let failures: Failures | undefined;
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          const wait = waitSeconds(failures, rule, now);
          assert.ok(wait >= 0 && wait <= rule.longestSeconds && Number.isInteger(wait));
          now += wait * 1000;
          assert.equal(waitSeconds(failures, rule, now), 0);
          failures = withFailure(failures, now);
        }
      },
    ),
  );
});

test('a successful attempt removes one failure', () => {
  assert.equal(withoutFailure(withFailure(undefined, 5), 5, undefined), undefined);
  const before = { count: 2, lastAt: 5 };
  assert.deepEqual(withoutFailure(withFailure(before, 9), 9, before), before);
  // Another attempt has started since.
  assert.deepEqual(withoutFailure({ count: 4, lastAt: 11 }, 9, before), { count: 3, lastAt: 11 });
});
