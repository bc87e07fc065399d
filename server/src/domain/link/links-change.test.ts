import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseJson } from '../text/json.ts';
import { MAX_CHANGED_LINKS, parseLinksChange } from './links-change.ts';

function parse(body: unknown) {
  const parsed = parseJson(JSON.stringify(body));
  assert.ok('json' in parsed);
  return parseLinksChange(parsed.json);
}

const EDIT = {
  addTags: [],
  removeTags: [],
  state: undefined,
  restore: false,
  currentTemplates: false,
};
const ALL = {
  externalId: undefined,
  text: undefined,
  tag: undefined,
  template: undefined,
  state: undefined,
  unique: undefined,
  validity: undefined,
  expiresWithinDays: undefined,
};
const change = { state: 'disabled' };

describe('a change of many links', () => {
  it('names links by their codes, each once', () => {
    assert.deepEqual(parse({ codes: ['b', 'a', 'b'], change }), {
      links: { codes: ['b', 'a'] },
      edit: { ...EDIT, state: 'disabled' },
      dryRun: false,
    });
  });

  it('selects links by the conditions of the list', () => {
    const filter = {
      q: 'sale',
      tag: 'a',
      template: 't',
      state: 'active',
      unique: false,
      validity: 'expired',
      expires_within_days: 7,
    };
    const body = { filter, cursor: '7', limit: 5, dry_run: true };
    const edit = { add_tags: ['x'], remove_tags: ['y'], routes: 'current_templates' };
    assert.deepEqual(parse({ ...body, change: edit }), {
      links: {
        filter: {
          text: 'sale',
          tag: 'a',
          template: 't',
          state: 'active',
          unique: false,
          validity: 'expired',
          expiresWithinDays: 7,
          externalId: undefined,
        },
        cursor: 7,
        limit: 5,
      },
      edit: {
        addTags: ['x'],
        removeTags: ['y'],
        state: undefined,
        restore: false,
        currentTemplates: true,
      },
      dryRun: true,
    });
    assert.deepEqual(parse({ filter: {}, change }), {
      links: { filter: ALL, cursor: undefined, limit: MAX_CHANGED_LINKS },
      edit: { ...EDIT, state: 'disabled' },
      dryRun: false,
    });
  });

  for (const [body, ...pointers] of [
    [[], ''],
    [{ change }, ''],
    [{ codes: ['a'] }, '/change'],
    [{ codes: [], change }, '/codes'],
    [{ codes: Array.from({ length: MAX_CHANGED_LINKS + 1 }, () => 'a'), change }, '/codes'],
    [{ codes: [1], change }, '/codes/0'],
    [{ codes: ['a'], filter: {}, cursor: '1', limit: 1, change }, '/filter', '/cursor', '/limit'],
    [{ filter: { tags: [] }, limit: 0, cursor: 'x', change }, '/cursor', '/filter/tags', '/limit'],
    [{ filter: { q: '', tag: '\u0000', unique: true }, change }, '/filter/q', '/filter/tag'],
    [{ filter: { unique: 'true', state: 'gone' }, change }, '/filter/state', '/filter/unique'],
    [{ filter: {}, change: {} }, '/change'],
    [{ filter: {}, change: { add_tags: [], remove_tags: [] } }, '/change'],
    [{ filter: {}, change: { add_tags: [' a'] } }, '/change/add_tags/0'],
    [{ filter: {}, change: { add_tags: ['a'], remove_tags: ['b', 'a'] } }, '/change/remove_tags/1'],
    [{ filter: {}, change: { add_tags: ['a'], state: 'deleted' } }, '/change/state'],
    [{ filter: {}, change: { routes: 'current_templates', state: 'deleted' } }, '/change/state'],
    [{ filter: {}, change: { routes: {}, state: 'x' } }, '/change/routes', '/change/state'],
    [{ filter: {}, change, dry_run: 'true' }, '/dry_run'],
    [{ filter: {}, change, dryrun: true }, '/dryrun'],
  ] as const) {
    it(`is refused: ${JSON.stringify(body).slice(0, 80)}`, () => {
      const parsed = parse(body);
      assert.ok('issues' in parsed);
      assert.deepEqual(parsed.issues.map(({ pointer }) => pointer).toSorted(), pointers.toSorted());
    });
  }
});
