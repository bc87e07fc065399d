import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../api/problem.ts';
import { faultAt, faultsOf } from './faults.ts';

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

  it('come with a problem and with nothing else', () => {
    assert.deepEqual(faultsOf(new Problem('validation_failed', '', { faults: FAULTS })), FAULTS);
    assert.deepEqual(faultsOf(new Error('x')), []);
  });
});
