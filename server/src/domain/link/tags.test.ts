import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tagFault, tagFaults } from './tags.ts';

describe('a tag', () => {
  for (const tag of ['spring', 'Büro 1', '春', 'a:b/c', '👨‍👩‍👧', '%']) {
    it(`${tag} is fine`, () => assert.equal(tagFault(tag), undefined));
  }
  for (const tag of [' a', 'a\t', 'a\u0000b', 'a\u202eb', '\ud800', '\u00a0a']) {
    it(`${JSON.stringify(tag)} is not`, () => assert.ok(tagFault(tag)));
  }
  it('that is wrong is pointed at', () => {
    assert.deepEqual(
      tagFaults(['a', 'b ', 3, 'c\n'], '/tags').map(({ pointer }) => pointer),
      ['/tags/1', '/tags/3'],
    );
  });
});
