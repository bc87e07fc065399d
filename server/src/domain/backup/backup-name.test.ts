import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { backupName, isBackupName, isPartialName, surplusBackups } from './backup-name.ts';

const names = [3, 1, 2].map((day) => backupName(Date.UTC(2026, 10, day, 4, 30, 0, 7)));
const [third = '', first = '', second = ''] = names;

describe('names of backups', () => {
  it('have the time and are recognized', () => {
    assert.equal(first, 'smartlink-2026-11-01T043000.007Z');
    for (const name of names) assert.ok(isBackupName(name));
    assert.ok(isPartialName(`${first}.partial`));
  });

  for (const other of ['smartlink.db', 'smartlink-monday', `${first}.partial`, `${first}x`, '']) {
    it(`"${other}" is another name`, () => assert.equal(isBackupName(other), false));
  }

  for (const other of ['smartlink.partial', '.partial', first, 'notes.partial']) {
    it(`"${other}" is no partial backup`, () => assert.equal(isPartialName(other), false));
  }
});

describe('surplus backups', () => {
  const cases: readonly [keep: number, surplus: readonly string[]][] = [
    [0, [first, second]],
    [1, [first, second]],
    [2, [first]],
    [3, []],
    [9, []],
  ];
  for (const [keep, surplus] of cases) {
    it(`with ${keep} to keep: ${surplus.length}`, () => {
      const all = [...names, 'notes', `${third}.partial`];
      assert.deepEqual(surplusBackups(all, keep, third), surplus);
    });
  }

  it('begin with those from the future', () => {
    assert.deepEqual(surplusBackups(names, 1, first), [second, third]);
    assert.deepEqual(surplusBackups(names, 2, second), [third]);
  });
});
