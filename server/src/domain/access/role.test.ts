import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsAbove, higherRole, ROLES, isAtLeast } from './role.ts';

test('each role includes the permissions of the roles before it', () => {
  const table = ROLES.map((role) => ROLES.map((needed) => isAtLeast(role, needed)));
  assert.deepEqual(table, [
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ]);
  assert.deepEqual(
    ROLES.map((role) => ROLES.map((other) => higherRole(role, other))),
    [
      ['viewer', 'editor', 'owner'],
      ['editor', 'editor', 'owner'],
      ['owner', 'owner', 'owner'],
    ],
  );
});

test('an editor may change templates and appearance, an owner everything', () => {
  const all = ['name', 'platforms', 'templates', 'visits', 'hosts', 'metadata_schema', 'anything'];
  assert.deepEqual(fieldsAbove('owner', all), []);
  assert.deepEqual(fieldsAbove('editor', all), ['platforms', 'hosts', 'anything']);
  assert.deepEqual(fieldsAbove('editor', ['templates', 'visits']), []);
});
