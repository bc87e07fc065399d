import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  documentReducer as reduce,
  isChanged,
  openDocument,
  type Version,
} from './document-state.ts';
import { draftsKey, dropDraft, keepDraft, readDrafts, type DraftStorage } from './drafts.ts';

const version = (text: string | null, n: number): Version => ({ text, etag: `"${n}"` });
const OPEN = openDocument(version('{"a":1.0}', 1));
const TYPED = reduce(OPEN, { type: 'typed', text: '{"a":2}' });

describe('an open document', () => {
  it('is formatted, which does not count as a change', () => {
    assert.equal(OPEN.text, '{\n  "a": 1.0\n}');
    assert.equal(isChanged(OPEN), false);
    const large = `{"a":[${'1,'.repeat(8000)}1]}`;
    assert.equal(openDocument(version(large, 1)).text, large);
    assert.equal(openDocument(version('{\n"a":1}', 1)).text, '{\n"a":1}');
    assert.equal(openDocument(version(null, 1)).text, null);
  });

  it('shows the new version of someone else while it is unchanged', () => {
    const state = reduce(OPEN, { type: 'fetched', version: version('{"b":1}', 2) });
    assert.deepEqual(state, {
      base: version('{"b":1}', 2),
      shown: '{\n  "b": 1\n}',
      text: '{\n  "b": 1\n}',
      revision: 1,
      theirs: undefined,
    });
  });

  it('keeps unsaved input when someone else saves', () => {
    const theirs = version('{"b":1}', 2);
    const state = reduce(TYPED, { type: 'fetched', version: theirs });
    assert.deepEqual(state, { ...TYPED, theirs });
    const mine = reduce(state, { type: 'rebased', version: theirs });
    assert.deepEqual(
      [mine.base, mine.text, mine.theirs, mine.revision],
      [theirs, '{"a":2}', undefined, 0],
    );
    const both = reduce(state, { type: 'rebased', version: theirs, text: '{"a":2,"b":1}' });
    assert.deepEqual([both.text, both.revision, isChanged(both)], ['{"a":2,"b":1}', 1, true]);
    const yours = reduce(state, { type: 'loaded', version: theirs });
    assert.deepEqual([yours.text, isChanged(yours), yours.revision], ['{\n  "b": 1\n}', false, 1]);
  });

  it('has no conflict if the other version was reverted', () => {
    const state = reduce(TYPED, { type: 'fetched', version: version('{"b":1}', 2) });
    const back = reduce(state, { type: 'fetched', version: version('{"a":1.0}', 3) });
    assert.deepEqual([back.theirs, back.base.etag, back.text], [undefined, '"3"', '{"a":2}']);
  });

  it('gets the new ETag if only other parts of the link changed', () => {
    const state = reduce(TYPED, { type: 'fetched', version: version('{"a":1.0}', 5) });
    assert.deepEqual(state, { ...TYPED, base: version('{"a":1.0}', 5) });
  });

  it('is unchanged after a save, except for input during the save', () => {
    const saved = version('{"a":2}', 2);
    assert.equal(
      isChanged(reduce(TYPED, { type: 'saved', version: saved, sent: '{"a":2}' })),
      false,
    );
    const more = reduce(TYPED, { type: 'typed', text: '{"a":3}' });
    assert.equal(isChanged(reduce(more, { type: 'saved', version: saved, sent: '{"a":2}' })), true);
  });

  it('restores a draft and detects that it is based on an older version', () => {
    const now = openDocument(version('{"a":9}', 9));
    const same = reduce(now, { type: 'restored', base: version('{"a":9}', 8), text: '{"a":10}' });
    assert.deepEqual([same.theirs, same.base.etag, same.text], [undefined, '"9"', '{"a":10}']);
    const old = reduce(now, { type: 'restored', base: version('{"a":1}', 1), text: '{"a":10}' });
    assert.deepEqual([old.theirs, old.base.etag], [version('{"a":9}', 9), '"1"']);
    assert.equal(isChanged(old), true);
  });

  it('can be created if there was none', () => {
    const state = reduce(openDocument(version(null, 1)), { type: 'replaced', text: '{}' });
    assert.deepEqual([state.text, isChanged(state), state.revision], ['{}', true, 1]);
  });
});

function memoryStorage(): DraftStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

describe('drafts', () => {
  const KEY = draftsKey('mem_1', 'shop', 'Abc1');
  const AT = '2026-11-21T10:00:00.000Z';
  const NOW = Date.parse(AT);
  const draft = (id: string, at = AT) => ({ id, at, text: `"${id}"`, base: version(null, 1) });

  it('are stored by id, newest first, and deleted', () => {
    const storage = memoryStorage();
    keepDraft(storage, KEY, draft('a'));
    keepDraft(storage, KEY, draft('b'));
    keepDraft(storage, KEY, { ...draft('a'), text: '{}' });
    assert.deepEqual(readDrafts(storage, KEY, NOW), [{ ...draft('a'), text: '{}' }, draft('b')]);
    dropDraft(storage, KEY, 'a', NOW);
    dropDraft(storage, KEY, 'b', NOW);
    assert.equal(storage.getItem(KEY), null);
  });

  it('are limited to the newest five of the last month', () => {
    const storage = memoryStorage();
    for (const id of 'abcdefg') keepDraft(storage, KEY, draft(id));
    assert.deepEqual(
      readDrafts(storage, KEY, NOW).map(({ id }) => id),
      ['g', 'f', 'e', 'd', 'c'],
    );
    assert.deepEqual(readDrafts(storage, KEY, NOW + 31 * 86_400_000), []);
  });

  it('are skipped if their stored text is invalid', () => {
    const storage = memoryStorage();
    for (const text of [
      '{',
      '{}',
      '[1,null,{}]',
      '[{"id":"a","at":"x","text":"","base":{}}]',
      '"x"',
    ]) {
      storage.setItem(KEY, text);
      assert.deepEqual(readDrafts(storage, KEY, NOW), [], text);
    }
  });

  it('are not stored, without an error, if the storage is full', () => {
    const storage = { ...memoryStorage(), setItem: () => assert.fail('full') };
    keepDraft(storage, KEY, draft('a'));
  });
});
