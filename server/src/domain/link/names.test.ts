import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameIssues } from './names.ts';

describe('the name and the note of a link', () => {
  const ROWS: readonly (readonly [value: object, pointers: readonly string[]])[] = [
    [{}, []],
    [{ name: null, note: null }, []],
    [{ name: 'Spring sale, print', note: 'Ordered by Léa.\n\tUntil May.\r\n🌷' }, []],
    [{ name: ' Spring' }, ['/name']],
    [{ name: 'Spring\nsale' }, ['/name']],
    [{ name: 'a\u202eb', note: 'a\u202eb' }, ['/name', '/note']],
    [{ note: 'a\0b' }, ['/note']],
    [{ note: 'a\ud800b' }, ['/note']],
    [{ name: 5, note: [] }, []],
  ];
  for (const [value, pointers] of ROWS) {
    it(`${JSON.stringify(value)}: ${pointers.join(', ') || 'no error'}`, () => {
      assert.deepEqual(
        nameIssues(value).map(({ pointer }) => pointer),
        pointers,
      );
    });
  }
});
