import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_APPS, VisitCounts } from './visit-counts.ts';

describe('VisitCounts', () => {
  it('counts each combination by itself', () => {
    const counts = new VisitCounts();
    counts.count('a', 'redirect', 'iphone', 'human');
    counts.count('a', 'redirect', 'iphone', 'human');
    counts.count('a', 'gone', 'desktop', 'bot');
    counts.count('b', 'redirect', 'iphone', 'human');
    const found = new Set(Array.from(counts.visits(), (one) => Object.values(one).join(' ')));
    assert.deepEqual(
      found,
      new Set(['a redirect iphone human 2', 'a gone desktop bot 1', 'b redirect iphone human 1']),
    );
  });

  it('has a bounded number of apps, and loses no visit of the others', () => {
    const counts = new VisitCounts();
    for (let i = 0; i < MAX_APPS + 100; i++) counts.count(`app ${i}`, 'gone', 'desktop', 'human');
    const all = [...counts.visits()];
    assert.equal(all.length, MAX_APPS + 1);
    assert.equal(all.find(({ app }) => app === 'other')?.count, 100);
    assert.equal(
      all.reduce((sum, { count }) => sum + count, 0),
      MAX_APPS + 100,
    );
  });
});
