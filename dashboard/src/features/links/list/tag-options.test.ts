import assert from 'node:assert/strict';
import { it } from 'node:test';
import { tagOptions } from './tag-options.ts';

it('tags are a tree', () => {
  const tags = ['print', 'campaign/spring/print', 'campaign', 'campaign/spring', 'campaign-b', '/'];
  assert.deepEqual(
    tagOptions(tags).map(({ value }) => value),
    [
      '/',
      'campaign',
      'campaign/',
      'campaign/spring',
      'campaign/spring/',
      'campaign/spring/print',
      'campaign-b',
      'print',
    ],
  );
  assert.deepEqual(
    tagOptions(['a/b/c', 'a/b/c']).map(({ label }) => label.replaceAll('\u2007', ' ')),
    ['a/ (all)', '  a/b/ (all)', '    a/b/c'],
  );
});
