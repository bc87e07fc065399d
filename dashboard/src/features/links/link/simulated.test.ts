import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { simulated } from './simulated.ts';

describe('simulated conditions', () => {
  it('are sent if they are valid and a rule has their kind', () => {
    const typed = { language: 'de-AT', country: 'de', percentile: '7', query: ' ' };
    const { query, wrong } = simulated(typed, new Set(['language', 'country', 'query']));
    assert.deepEqual(query, { language: 'de-AT' });
    assert.deepEqual([...wrong], ['country']);
  });
});
