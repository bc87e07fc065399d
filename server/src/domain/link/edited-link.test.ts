import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editedLink } from './edited-link.ts';
import type { LinksEdit } from './links-change.ts';
import { MAX_TAGS } from './tags.ts';

const edit = (more: Partial<LinksEdit>): LinksEdit => ({
  addTags: [],
  removeTags: [],
  state: undefined,
  restore: false,
  currentTemplates: false,
  ...more,
});
const tags = (count: number): string[] => Array.from({ length: count }, (_, i) => `tag ${i}`);

describe('a link after a change of many', () => {
  it('keeps the order of its tags; new ones follow', () => {
    const link = { tags: ['c', 'a', 'b'], state: 'active' } as const;
    const after = editedLink(link, edit({ addTags: ['d', 'b'], removeTags: ['a', 'x'] }));
    assert.deepEqual(after, { tags: ['c', 'b', 'd'], state: 'active' });
    assert.deepEqual(editedLink(link, edit({ state: 'disabled' })), { ...link, state: 'disabled' });
  });

  it('cannot have more tags than allowed, but can lose some', () => {
    const full = { tags: tags(MAX_TAGS), state: 'active' } as const;
    const refused = editedLink(full, edit({ addTags: ['new'] }));
    assert.deepEqual('issues' in refused && refused.issues.map(({ pointer }) => pointer), [
      '/tags',
    ]);
    const swapped = editedLink(full, edit({ addTags: ['new'], removeTags: ['tag 0'] }));
    assert.equal('tags' in swapped && swapped.tags.length, MAX_TAGS);
    assert.deepEqual(editedLink(full, edit({ addTags: ['tag 1'] })), full);
    const more = { tags: tags(MAX_TAGS + 5), state: 'active' } as const;
    const less = editedLink(more, edit({ removeTags: ['tag 0'] }));
    assert.equal('tags' in less && less.tags.length, MAX_TAGS + 4);
  });
});
