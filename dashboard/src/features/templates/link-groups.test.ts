import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DifferentLink } from '../../api/types.ts';
import { groupsOf } from './link-groups.ts';

function link(code: string, template_before: string | null, template_after: string | null) {
  return { code, template_before, template_after } as DifferentLink;
}

describe('different links', () => {
  it('are grouped by their templates, largest group first, in the order of each group', () => {
    const groups = groupsOf([
      link('a', null, 'sale'),
      link('b', 'sale', 'sale'),
      link('c', 'sale', null),
      link('d', 'sale', 'sale'),
    ]);
    assert.deepEqual(
      groups.map(({ before, after, links }) => [before, after, links.map(({ code }) => code)]),
      [
        ['sale', 'sale', ['b', 'd']],
        [null, 'sale', ['a']],
        ['sale', null, ['c']],
      ],
    );
    assert.deepEqual(groupsOf([]), []);
  });
});
