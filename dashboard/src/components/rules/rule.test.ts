import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { kindsIn, moved, RULE_FIELDS, withMember, type Conditions } from './rule.ts';

describe('rules while they are edited', () => {
  it('move', () => {
    assert.deepEqual(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b']);
    assert.deepEqual(moved(['a', 'b', 'c'], 0, 1), ['b', 'a', 'c']);
  });
  it('lose a condition that is removed', () => {
    const when: Conditions = { language: ['de'], percent: { below: 5 } };
    assert.deepEqual(withMember(when, 'language', undefined), { percent: { below: 5 } });
  });
  it('name the kinds of their conditions', () => {
    const rules = [
      { when: { country: ['DE'] }, routes: {} },
      { when: {}, routes: {} },
    ];
    assert.deepEqual([...kindsIn(rules)], ['country']);
  });
  it('have each field before those that contain it', () => {
    for (const [index, field] of RULE_FIELDS.entries()) {
      assert.ok(
        !RULE_FIELDS.slice(0, index).some((earlier) => field.startsWith(`${earlier}/`)),
        field,
      );
    }
  });
});
