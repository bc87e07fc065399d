import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuTime } from '../../../test/worst-case/cpu-time.ts';
import { assertCpuTime } from '../../../test/worst-case/slowness.ts';
import { newPasswordIssue } from './new-password.ts';

const user = { email: 'ada@shop.example', name: 'Ada Lovelace' };
const apps = Array.from({ length: 30_000 }, (_, index) =>
  `shop-${index}-${'of-many-shops-'.repeat(5)}`.slice(0, 64),
);

/** Returns the result, and the most CPU time of a turn of the event loop in milliseconds. */
async function measured<Result>(work: () => Promise<Result>) {
  let longestMs = 0;
  let last = cpuTime();
  const endTurn = (): void => {
    const now = cpuTime();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  };
  let turn = setImmediate(next);
  function next(): void {
    endTurn();
    turn = setImmediate(next);
  }
  const result = await work();
  clearImmediate(turn);
  endTurn();
  return { result, longestMs };
}

test('the check of a new password does not block, also with thousands of apps', async () => {
  const long = 'kX9#qLw2!mZ7vR4p'.repeat(16);
  // The first check loads the list, and its code is not compiled yet.
  assert.equal(await newPasswordIssue(long, { ...user, apps: [] }), undefined);
  for (const [password, said] of [
    [long, undefined],
    ['\uFDFA'.repeat(256), /^must have at most 256 characters in Unicode/],
    [apps[29_999] ?? '', /^is too similar to/],
    ['Shop29999SHOPS', /^is too similar to/],
  ] as const) {
    const { result, longestMs } = await measured(() =>
      newPasswordIssue(password, { ...user, apps }),
    );
    if (said === undefined) assert.equal(result, undefined);
    else assert.match(result ?? '', said);
    assertCpuTime(longestMs, 50, password.slice(0, 20));
  }
});
