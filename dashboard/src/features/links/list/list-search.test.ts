import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LinkPage } from '../../../api/types.ts';
import {
  filterCount,
  isFiltered,
  isLongSearch,
  PAGE_SIZE,
  searchQuery,
  shownDays,
  sortedDays,
  validityChoice,
  withParameter,
  withValidityChoice,
} from './list-search.ts';

describe('the search of the list', () => {
  it('leaves out values that the service would reject', () => {
    assert.deepEqual(searchQuery({ q: '  ', state: 'gone', sort: 'newest', tag: '' }), {});
    assert.deepEqual(searchQuery({ q: ' sale ', state: 'disabled', sort: 'oldest' }), {
      q: 'sale',
      state: 'disabled',
      sort: 'oldest',
    });
  });

  it('can have a number of days within which links end, instead of a phase', () => {
    const search = withValidityChoice({ q: 'a', validity: 'expired' }, '30');
    assert.deepEqual(search, { q: 'a', expires_within_days: '30' });
    assert.deepEqual(searchQuery(search), search);
    assert.equal(validityChoice(search), '30');
    assert.equal(filterCount(search), 1);
    const valid = withValidityChoice(search, 'valid');
    assert.deepEqual(valid, { q: 'a', validity: 'valid' });
    assert.equal(validityChoice(valid), 'valid');
    assert.deepEqual(withValidityChoice(valid, null), { q: 'a' });
    for (const days of ['0', '-1', '3651', '1e2', '2.5', 'soon']) {
      assert.deepEqual(searchQuery({ expires_within_days: days }), {}, days);
    }
  });

  it('can be sorted by clicks, and shows those of the same days', () => {
    assert.deepEqual(searchQuery({ sort: 'clicks_7d' }), { sort: 'clicks_7d' });
    assert.deepEqual(searchQuery({ sort: 'clicks' }), {});
    assert.deepEqual(searchQuery({ sort: 'toString' }), {});
    assert.deepEqual(
      ['clicks_7d', 'clicks_30d', 'oldest'].map((sort) => sortedDays({ sort })),
      [7, 30, undefined],
    );
    assert.deepEqual([shownDays({}), shownDays({ sort: 'clicks_7d' })], [30, 7]);
  });

  it('is narrowed by text and filters, not by the order', () => {
    assert.equal(isFiltered({ sort: 'oldest' }), false);
    assert.equal(isFiltered({ q: 'a' }), true);
    assert.equal(isFiltered({ template: 'product' }), true);
    assert.equal(filterCount({ q: 'a', tag: 'spring', state: 'active' }), 2);
  });

  it('sets, replaces and removes a parameter', () => {
    const search = withParameter({ q: 'a' }, 'tag', 'spring');
    assert.deepEqual(search, { q: 'a', tag: 'spring' });
    assert.deepEqual(withParameter(search, 'tag', 'print'), { q: 'a', tag: 'print' });
    assert.deepEqual(withParameter(search, 'tag', null), { q: 'a' });
  });

  it('is long if a page is not full before the last', () => {
    const page = (length: number, next: string | null): LinkPage => ({
      smartlinks: Array.from({ length }) as unknown as LinkPage['smartlinks'],
      next_cursor: next,
    });
    assert.equal(isLongSearch([page(PAGE_SIZE, '9'), page(3, null)]), false);
    assert.equal(isLongSearch([page(PAGE_SIZE, '9'), page(3, '8')]), true);
  });
});
