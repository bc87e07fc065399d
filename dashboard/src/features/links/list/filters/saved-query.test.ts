import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { savedQuery, searchOf } from './saved-query.ts';

describe('a saved filter', () => {
  it('has the days as a number, and the address as text', () => {
    const search = { q: 'tea', state: 'active', expires_within_days: '7' } as const;
    const saved = { q: 'tea', state: 'active', expires_within_days: 7 } as const;
    assert.deepEqual(savedQuery(search), saved);
    assert.deepEqual(searchOf(saved), search);
    assert.deepEqual(savedQuery({ tag: 'spring' }), { tag: 'spring' });
    assert.deepEqual(searchOf({ tag: 'spring' }), { tag: 'spring' });
  });
});
