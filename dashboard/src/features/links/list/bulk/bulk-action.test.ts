import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filterOf } from './bulk-action.ts';

describe('filterOf', () => {
  it('has every filter of the list, but not its order', () => {
    const search = {
      q: ' shoes ',
      tag: 'spring',
      state: 'disabled',
      template: 'product',
      validity: 'expired',
      sort: 'oldest',
    };
    const { sort: _, ...filter } = { ...search, q: 'shoes' };
    assert.deepEqual(filterOf(search), filter);
  });

  it('leaves out what the list ignores', () => {
    assert.deepEqual(filterOf({ q: '  ', state: 'asleep', validity: 'never' }), {});
  });
});
