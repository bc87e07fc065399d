import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../api/problem.ts';
import { beyondFields, fieldFaults } from './field-faults.ts';

const FIELDS = { '/name': 'name', '/password/new': 'next' };
const refused = (...pointers: string[]): Problem =>
  new Problem('validation_failed', 'no', {
    status: 422,
    faults: pointers.map((pointer) => ({ pointer, detail: 'must be longer' })),
  });

describe('faults of the service', () => {
  it('stand beside their fields as sentences', () => {
    assert.deepEqual(fieldFaults(refused('/password/new', '/else'), FIELDS), {
      next: 'Must be longer.',
    });
    assert.deepEqual(fieldFaults(new Error('x'), FIELDS), {});
  });

  it('are told apart from those that belong to no field', () => {
    assert.equal(beyondFields(refused('/name'), FIELDS), null);
    for (const error of [
      refused('/name', '/else'),
      new Problem('internal', 'no'),
      new Error('x'),
    ]) {
      assert.equal(beyondFields(error, FIELDS), error);
    }
    assert.equal(beyondFields(null, FIELDS), null);
  });
});
