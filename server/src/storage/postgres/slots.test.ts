import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreUnavailable } from '../database.ts';
import { Slots } from './slots.ts';

/** Work that ends when `finish` is called. */
function pending(): { readonly work: () => Promise<string>; readonly finish: () => void } {
  let finish = (): void => undefined;
  const promise = new Promise<string>((resolve) => (finish = () => resolve('done')));
  return { work: () => promise, finish };
}

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('the slots for single statements', () => {
  it('run as much at a time as there are, and the rest in order', async () => {
    const slots = new Slots(2, 1000);
    const started: number[] = [];
    const works = Array.from({ length: 4 }, pending);
    const results = works.map(({ work }, at) =>
      slots.run(() => {
        started.push(at);
        return work();
      }),
    );
    await turn();
    assert.deepEqual([started, slots.waiting], [[0, 1], 2]);
    works[1]?.finish();
    await turn();
    assert.deepEqual([started, slots.waiting], [[0, 1, 2], 1]);
    for (const { finish } of works) finish();
    assert.deepEqual(await Promise.all(results), ['done', 'done', 'done', 'done']);
    assert.equal(slots.waiting, 0);
  });

  it('become free after an error', async () => {
    const slots = new Slots(1, 1000);
    const fails = slots.run(() => Promise.reject(new Error('no')));
    const next = slots.run(() => Promise.resolve('next'));
    await assert.rejects(fails, /no/);
    assert.equal(await next, 'next');
    assert.equal(await slots.run(() => Promise.resolve('free')), 'free');
  });

  it('are not given to work that waited too long', async () => {
    const slots = new Slots(1, 20);
    const { work, finish } = pending();
    const first = slots.run(work);
    const late = slots.run(() => assert.fail('it ran'));
    await assert.rejects(late, (error) => {
      assert.ok(error instanceof StoreUnavailable);
      assert.deepEqual([error.reason, error.unknown], ['PG_BUSY', false]);
      return true;
    });
    finish();
    await first;
    assert.equal(await slots.run(() => Promise.resolve('free')), 'free');
  });

  it('refuse work at once when too much waits', async () => {
    const slots = new Slots(1, 60_000);
    const { work, finish } = pending();
    const all = Array.from({ length: 2001 }, () => slots.run(work));
    await assert.rejects(slots.run(work), (error) => {
      assert.ok(error instanceof StoreUnavailable);
      assert.deepEqual([error.reason, error.unknown], ['QUEUE_FULL', false]);
      return true;
    });
    finish();
    await Promise.all(all);
    assert.equal(await slots.run(() => Promise.resolve('free')), 'free');
  });
});
