import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonText } from '../text/json.ts';
import { MAX_SAVED_FILTERS, parseSavedFiltersChange } from './saved-filter.ts';

function issuesOf(change: object): readonly string[] {
  const parsed = parseSavedFiltersChange({ value: change } as JsonText);
  return 'issues' in parsed ? parsed.issues.map(({ pointer }) => pointer) : [];
}

describe('a change of saved filters', () => {
  const query = { q: 'shoes', tag: 'spring', state: 'active', validity: 'valid', sort: 'oldest' };
  it('saves and removes filters', () => {
    assert.deepEqual(issuesOf({ save: [{ name: 'Größen 👟', query }], remove: ['Old'] }), []);
    assert.deepEqual(issuesOf({}), []);
  });

  const WRONG: readonly (readonly [object, string])[] = [
    [{ save: [{ name: '', query }] }, '/save/0/name'],
    [{ save: [{ name: 'a'.repeat(61), query }] }, '/save/0/name'],
    [{ save: [{ name: ' a', query }] }, '/save/0/name'],
    [{ save: [{ name: 'a\u202e', query }] }, '/save/0/name'],
    [{ save: [{ name: 'a', query: {} }] }, '/save/0/query'],
    [{ save: [{ name: 'a', query: { q: 'a'.repeat(2049) } }] }, '/save/0/query/q'],
    [{ save: [{ name: 'a', query: { q: '\u0000' } }] }, '/save/0/query/q'],
    [{ save: [{ name: 'a', query: { state: 'odd' } }] }, '/save/0/query/state'],
    [{ save: [{ name: 'a', query: { cursor: '1' } }] }, '/save/0/query/cursor'],
    [
      { save: Array.from({ length: MAX_SAVED_FILTERS + 1 }, () => ({ name: 'a', query })) },
      '/save',
    ],
    [{ filters: [] }, '/filters'],
  ];
  for (const [change, pointer] of WRONG) {
    it(`is refused at ${pointer}: ${JSON.stringify(change).slice(0, 60)}`, () => {
      assert.deepEqual(issuesOf(change), [pointer]);
    });
  }
});
