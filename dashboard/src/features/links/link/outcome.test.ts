import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Explanation } from '../../../api/types.ts';
import { outcomeOf } from './outcome.ts';

function explained(kind: Explanation['kind'], addresses: Record<string, string>): Explanation {
  return {
    code: 'abcd',
    visitor: 'iphone',
    kind,
    status: 200,
    addresses,
    why: [],
    rules: '',
    rule: null,
  };
}

describe('the outcome of a visit', () => {
  it('has a main address and others', () => {
    const addresses = { button: 'shop://5', fallback: 'https://a.example' };
    assert.deepEqual(outcomeOf(explained('open-app', addresses)), {
      target: 'shop://5',
      others: [['fallback', 'https://a.example']],
      good: true,
    });
  });

  it('can have no address', () => {
    assert.deepEqual(outcomeOf(explained('gone', {})), {
      target: undefined,
      others: [],
      good: false,
    });
    assert.equal(
      outcomeOf(explained('preview', { image: 'https://a.example/i' })).target,
      undefined,
    );
  });
});
