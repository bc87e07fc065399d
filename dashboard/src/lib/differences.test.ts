import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { differencesOf, textOf } from './differences.ts';

describe('the differences of two values', () => {
  it('are the smallest places', () => {
    const before = {
      routes: { web: { link: 'a', fallback: '' }, ipad: { link: 'b' } },
      state: 'x',
    };
    const after = { routes: { web: { link: 'c', fallback: '' } }, state: 'x' };
    assert.deepEqual(differencesOf(before, after), [
      { path: ['routes', 'web', 'link'], before: 'a', after: 'c' },
      { path: ['routes', 'ipad', 'link'], before: 'b' },
    ]);
  });

  it('of lists are what came and what went', () => {
    assert.deepEqual(differencesOf({ tags: ['a', 'b'] }, { tags: ['b', 'c', 'd'] }), [
      { path: ['tags'], before: 'a', after: 'c\nd' },
    ]);
    assert.deepEqual(differencesOf({ tags: ['a', 'a'] }, { tags: ['a'] }), [
      { path: ['tags'], before: 'a' },
    ]);
  });

  it('of lists in another order are the lists', () => {
    assert.deepEqual(differencesOf({ tags: ['a', 'b'] }, { tags: ['b', 'a'] }), [
      { path: ['tags'], before: '[\n  "a",\n  "b"\n]', after: '[\n  "b",\n  "a"\n]' },
    ]);
  });

  it('of lists of objects go by their place', () => {
    const before = { apps: [{ team: 'A' }] };
    const after = { apps: [{ team: 'B' }, { team: 'C' }] };
    assert.deepEqual(differencesOf(before, after), [
      { path: ['apps', '1', 'team'], before: 'A', after: 'B' },
      { path: ['apps', '2', 'team'], after: 'C' },
    ]);
  });

  it('take null for nothing on the outside only', () => {
    assert.deepEqual(differencesOf({ limit: null }, { limit: 5 }), [
      { path: ['limit'], after: '5' },
    ]);
    assert.deepEqual(differencesOf({ m: { a: null } }, { m: { a: 1 } }), [
      { path: ['m', 'a'], before: 'null', after: '1' },
    ]);
    assert.deepEqual(differencesOf({ m: { a: null } }, { m: {} }), [
      { path: ['m', 'a'], before: 'null' },
    ]);
  });

  it('tell a word from a number, and every digit', () => {
    assert.deepEqual(differencesOf({ m: { a: '1' } }, { m: { a: 1 } }), [
      { path: ['m', 'a'], before: '"1"', after: '1' },
    ]);
    const number = (value: string) => ({ isLosslessNumber: true, value });
    assert.deepEqual(
      differencesOf(
        { m: { a: number('9007199254740993') } },
        { m: { a: number('9007199254740992') } },
      ),
      [{ path: ['m', 'a'], before: '9007199254740993', after: '9007199254740992' }],
    );
  });

  it('lose nothing that came or went as a whole', () => {
    assert.deepEqual(differencesOf({ m: { a: [], b: {} }, tags: [] }, null), [
      { path: ['m', 'a'], before: '[]' },
      { path: ['m', 'b'], before: '{}' },
    ]);
    assert.deepEqual(differencesOf(null, { uri: 'x', tags: ['a'], m: { a: '' } }), [
      { path: ['uri'], after: 'x' },
      { path: ['tags'], after: 'a' },
      { path: ['m', 'a'], after: '' },
    ]);
  });

  it('are none of equal values', () => {
    const value = { a: [1, { b: null }], c: {}, d: [] };
    assert.deepEqual(differencesOf(value, structuredClone(value)), []);
    assert.deepEqual(differencesOf(null, null), []);
  });
});

it('a value is shown as JSON, words as they are', () => {
  assert.equal(textOf('a "b"'), 'a "b"');
  assert.equal(
    textOf({ a: [], b: {}, c: [1] }),
    '{\n  "a": [],\n  "b": {},\n  "c": [\n    1\n  ]\n}',
  );
});
