import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { timeLimit } from './time-limit.ts';

const NEVER = new AbortController().signal;

/** When a signal aborts, after garbage was collected several times. */
async function abortedAfter(signal: AbortSignal, most: number): Promise<boolean> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let waited = 0; waited < most && !signal.aborted; waited += 50) {
    collect();
    await sleep(50);
  }
  return signal.aborted;
}

describe('a time limit', () => {
  it('ends, whatever the garbage collection removes', async () => {
    const { signal, isOver } = timeLimit(300, NEVER);
    assert.equal(signal.aborted, false);
    assert.equal(await abortedAfter(signal, 20_000), true);
    assert.equal(isOver(), true);
  });

  it('ends with the other signal, also if that ended before', () => {
    const stop = new AbortController();
    const before = timeLimit(60_000, stop.signal);
    stop.abort();
    const after = timeLimit(60_000, stop.signal);
    for (const { signal, isOver, end } of [before, after]) {
      assert.deepEqual([signal.aborted, isOver()], [true, false]);
      end();
    }
  });

  it('has no effect after its end', async () => {
    const { signal, end } = timeLimit(20, NEVER);
    end();
    await sleep(100);
    assert.equal(signal.aborted, false);
  });
});
