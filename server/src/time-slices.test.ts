import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Steps } from './domain/text/steps.ts';
import { pausingLongWork, yieldToEventLoop, runInSlices } from './time-slices.ts';

const STEP_MS = 2;

function* busy(steps: number, done: () => void = () => undefined): Steps<string> {
  for (let step = 0; step < steps; step++) {
    for (const end = performance.now() + STEP_MS; performance.now() < end;);
    done();
    yield;
  }
  return 'result';
}

/** Counts the turns of the event loop until `work` is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let going = true;
  const count = (): void => {
    turns++;
    if (going) setImmediate(count);
  };
  setImmediate(count);
  await work.finally(() => (going = false));
  return turns;
}

describe('long work', () => {
  it('returns the result of its steps, with turns of the event loop in between', async () => {
    const work = runInSlices(busy(30));
    assert.ok((await turnsDuring(work)) >= 8);
    assert.equal(await work, 'result');
  });

  it('shares one slice per turn with all other long work', async () => {
    let perTurn = 0;
    let most = 0;
    const step = (): void => void (most = Math.max(most, ++perTurn));
    const work = Promise.all(Array.from({ length: 10 }, () => runInSlices(busy(10, step))));
    let going = true;
    const turn = (): void => {
      perTurn = 0;
      if (going) setImmediate(turn);
    };
    setImmediate(turn);
    await work.finally(() => (going = false));
    // 5 ms are at most three steps. A turn with ten slices would have ten times as many.
    assert.ok(most <= 8, `${most} steps in a turn`);
  });

  it('gets few slices while a transaction is open, and continues afterwards', async () => {
    let steps = 0;
    const work = Promise.all(
      Array.from({ length: 4 }, () => runInSlices(busy(100, () => steps++))),
    );
    const turns = 100;
    const during = await pausingLongWork(async () => {
      const before = steps;
      for (let turn = 0; turn < turns; turn++) await new Promise((done) => setImmediate(done));
      return steps - before;
    });
    assert.ok(during < turns / 2, `${during} steps in ${turns} turns`);
    const continued = steps + 10;
    const wait = async (): Promise<void> => {
      if (steps >= continued) return;
      await new Promise((done) => setImmediate(done));
      await wait();
    };
    await wait();
    await work;
  });

  it('gets few slices during a transaction that begins later', async () => {
    const state = { steps: 0 };
    const work = runInSlices(busy(300, () => state.steps++));
    const turn = (): Promise<unknown> => new Promise((done) => setImmediate(done));
    while (state.steps < 20) await turn();
    const turns = 50;
    const during = await pausingLongWork(async () => {
      const before = state.steps;
      for (let count = 0; count < turns; count++) await turn();
      return state.steps - before;
    });
    assert.ok(during < turns / 2, `${during} steps in ${turns} turns`);
    await work;
  });

  it('continues beside transactions that follow each other', async () => {
    const state = { isDone: false };
    const work = runInSlices(busy(400)).finally(() => (state.isDone = true));
    const turn = (): Promise<unknown> => new Promise((done) => setImmediate(done));
    const stream = async (): Promise<void> => {
      while (!state.isDone) await pausingLongWork(turn);
    };
    const began = performance.now();
    await Promise.all([work, stream(), stream()]);
    // 0.8 s of work, the first second with few slices. It took 20 s if each transaction made it wait again.
    const took = performance.now() - began;
    assert.ok(took < 10_000, `${took} ms`);
  });

  it('continues beside long transactions with short pauses', async () => {
    const state = { isDone: false };
    const work = runInSlices(busy(400)).finally(() => (state.isDone = true));
    const sleep = (ms: number): Promise<unknown> => new Promise((done) => setTimeout(done, ms));
    const began = performance.now();
    while (!state.isDone) {
      await pausingLongWork(() => sleep(95));
      await sleep(1);
    }
    await work;
    // It took 7 s when it got one slice in each pause only.
    const took = performance.now() - began;
    assert.ok(took < 6000, `${took} ms`);
  });

  it('ends inside of a transaction, too', async () => {
    assert.equal(await pausingLongWork(() => runInSlices(busy(30))), 'result');
  });

  it('ends when its signal is aborted', async () => {
    const control = new AbortController();
    let steps = 0;
    const work = runInSlices(
      busy(1000, () => steps++),
      control.signal,
    );
    setImmediate(() => control.abort());
    await assert.rejects(work, { name: 'AbortError' });
    assert.ok(steps < 1000);
    await assert.rejects(yieldToEventLoop(control.signal), { name: 'AbortError' });
  });

  it('ends with the error of a step', async () => {
    const failing = (function* (): Steps<void> {
      yield;
      throw new Error('an error');
    })();
    await assert.rejects(runInSlices(failing), /an error/);
  });
});
