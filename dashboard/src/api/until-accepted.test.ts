import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from './problem.ts';
import { untilAccepted } from './until-accepted.ts';

const busy = (code: string, retryAfterSeconds: number): Problem =>
  new Problem(code, 'x', { retryAfterSeconds });

describe('a request for which the service has no room', () => {
  it('is sent again after the time that the service asks to wait', async () => {
    const problems = [busy('too_many_uploads', 0.1), busy('overloaded', 0.1)];
    const waits: boolean[] = [];
    // A timer counts from the begin of a turn of the event loop. This turn has just begun.
    await sleep(1);
    const start = performance.now();
    const send = async (): Promise<string> => {
      const problem = problems.pop();
      if (problem) throw problem;
      return 'done';
    };
    const note = (isBusy: boolean): unknown => waits.push(isBusy);
    assert.equal(await untilAccepted(send, new AbortController().signal, note), 'done');
    assert.ok(performance.now() - start > 190);
    assert.deepEqual(waits, [true, true, false]);
  });

  it('is not sent again when it was stopped, which ends the wait', async () => {
    const control = new AbortController();
    const { signal } = control;
    let sent = 0;
    const send = async (): Promise<never> => {
      sent++;
      throw busy('too_many_uploads', 600);
    };
    const stop = (): unknown => setTimeout(() => control.abort(), 10);
    await assert.rejects(untilAccepted(send, signal, stop), (error) => error === signal.reason);
    assert.equal(sent, 1);
  });

  it('fails with all other problems', async () => {
    const waits: boolean[] = [];
    const send = (): Promise<never> => Promise.reject(busy('store_unavailable', 1));
    const note = (isBusy: boolean): unknown => waits.push(isBusy);
    await assert.rejects(untilAccepted(send, new AbortController().signal, note), /x/);
    assert.deepEqual(waits, [false]);
  });
});
