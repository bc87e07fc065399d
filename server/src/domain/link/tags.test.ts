import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labelIssue } from '../text/text.ts';
import { tagIssues } from './tags.ts';

describe('a tag', () => {
  for (const tag of ['spring', 'Büro 1', '春', 'a:b/c', '👨‍👩‍👧', '%']) {
    it(`accepts ${tag}`, () => assert.equal(labelIssue(tag), undefined));
  }
  for (const tag of [' a', 'a\t', 'a\u0000b', 'a\u202eb', '\ud800', '\u00a0a']) {
    it(`rejects ${JSON.stringify(tag)}`, () => assert.ok(labelIssue(tag)));
  }
  it('has a pointer in its error', () => {
    assert.deepEqual(
      tagIssues(['a', 'b ', 3, 'c\n'], '/tags').map(({ pointer }) => pointer),
      ['/tags/1', '/tags/3'],
    );
  });
});
