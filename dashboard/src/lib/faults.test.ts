import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../api/problem.ts';
import { capitalised, faultAt, faultsOf, withoutShown } from './faults.ts';

const FAULTS = [
  { pointer: '/hosts/0', detail: 'must be a name, not an IP address' },
  { pointer: '/platforms/web/apps/0/team_id', detail: 'is too short' },
];

describe('faults of the service', () => {
  it('stand beside the field that they are about', () => {
    assert.equal(faultAt(FAULTS, '/hosts/0'), 'Must be a name, not an IP address.');
    assert.equal(faultAt(FAULTS, '/platforms/web/apps'), 'Is too short.');
    assert.equal(faultAt(FAULTS, '/platforms/web/base'), undefined);
  });

  it('are not mixed up by numbers', () => {
    assert.equal(faultAt([{ pointer: '/hosts/10', detail: 'x' }], '/hosts/1'), undefined);
  });

  it('leave the rest of the error where all have a field', () => {
    const problem = new Problem('validation_failed', 'no', { faults: FAULTS });
    assert.equal(withoutShown(problem, ['/hosts', '/platforms/web']), undefined);
    assert.equal(withoutShown(problem, ['/hosts']), problem);
    const other = new Problem('internal', 'no');
    assert.equal(withoutShown(other, ['/hosts']), other);
    assert.equal(withoutShown(null, []), undefined);
  });

  it('begin with a capital, addresses do not', () => {
    assert.equal(capitalised('must be'), 'Must be');
    assert.equal(capitalised('https://a.example is'), 'https://a.example is');
  });

  it('come with a problem and with nothing else', () => {
    assert.deepEqual(faultsOf(new Problem('validation_failed', '', { faults: FAULTS })), FAULTS);
    assert.deepEqual(faultsOf(new Error('x')), []);
  });
});
