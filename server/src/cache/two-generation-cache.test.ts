import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { TwoGenerationCache } from './two-generation-cache.ts';

it('keeps recently used entries within its limit', () => {
  const cache = new TwoGenerationCache<number>(100, () => 1);
  for (let i = 0; i < 1000; i++) {
    cache.set(`key ${i}`, i);
    assert.equal(cache.get(`key ${Math.max(0, i - 20)}`), Math.max(0, i - 20));
    assert.ok(cache.size <= 102, `${cache.size} entries`);
  }
  assert.equal(cache.get('key 0'), undefined);
});

it('keeps frequently used entries', () => {
  const cache = new TwoGenerationCache<string>(100, () => 1);
  cache.set('hot', 'kept');
  for (let i = 0; i < 10_000; i++) {
    cache.set(`cold ${i}`, '');
    if (i % 20 === 0) assert.equal(cache.get('hot'), 'kept');
  }
});

it('keeps an entry while others are added and deleted', () => {
  const cache = new TwoGenerationCache<string>(100, (key) => key.length);
  cache.set('kept', 'here');
  for (let i = 0; i < 1000; i++) {
    cache.set(`other ${i}`, '');
    cache.delete(`other ${i}`);
  }
  assert.equal(cache.get('kept'), 'here');
  assert.equal(cache.bytes, 'kept'.length);
});

it('measures bytes, not entries', () => {
  const cache = new TwoGenerationCache<string>(1000, (key, value) => key.length + value.length);
  for (let i = 0; i < 100; i++) cache.set(String(i), 'x'.repeat(400));
  assert.ok(cache.size <= 3);
});

it('returns only the last value that was set and not deleted', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const step = fc.oneof(
    fc.record({ do: fc.constant('set' as const), key, value: fc.nat() }),
    fc.record({ do: fc.constantFrom('get' as const, 'delete' as const), key }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const cache = new TwoGenerationCache<number>(6, () => 1);
      const model = new Map<string, number>();
      for (const now of steps) {
        if (now.do === 'set') {
          cache.set(now.key, now.value);
          model.set(now.key, now.value);
        } else if (now.do === 'delete') {
          cache.delete(now.key);
          model.delete(now.key);
        } else {
          const got = cache.get(now.key);
          assert.ok(got === undefined || got === model.get(now.key));
        }
      }
    }),
  );
});
