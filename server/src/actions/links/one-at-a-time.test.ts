import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oneAtATime } from './one-at-a-time.ts';

describe('transactions of bulk changes', () => {
  it('run one at a time, and apps take turns', async () => {
    const order: string[] = [];
    let running = 0;
    const work = (appId: string, name: string): Promise<string> =>
      oneAtATime(appId, async () => {
        assert.equal(++running, 1);
        await Promise.resolve();
        order.push(name);
        running--;
        return name;
      });
    const results = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) =>
      work(name.slice(0, 1), name),
    );
    assert.deepEqual(await Promise.all(results), ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
    assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('go on after one that fails', async () => {
    const failed = oneAtATime('a', () => Promise.reject(new Error('no')));
    const next = oneAtATime('a', () => Promise.resolve('yes'));
    await assert.rejects(failed, /no/);
    assert.equal(await next, 'yes');
  });
});
