import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { differences, isMeaningful, isVisible, touches } from './differences.ts';

describe('what is different', () => {
  it('is told of each field', () => {
    assert.deepEqual(differences({ tags: ['a'], state: 'active' }, { tags: [], state: 'active' }), [
      { path: ['tags'], before: ['a'], after: [] },
    ]);
  });

  it('is told of each part of a route', () => {
    const before = {
      routes: { web: { link: 'a', fallback: '' }, ipad: { link: 'b', fallback: '' } },
    };
    const after = { routes: { web: { link: 'a', fallback: 'c' } } };
    assert.deepEqual(differences(before, after), [
      { path: ['routes', 'web', 'fallback'], before: '', after: 'c' },
      { path: ['routes', 'ipad', 'link'], before: 'b', after: undefined },
      { path: ['routes', 'ipad', 'fallback'], before: '', after: undefined },
    ]);
  });

  it('is told of each key of metadata, and of no more than that', () => {
    const found = differences({ metadata: null }, { metadata: { a: 1, b: [{ c: 2 }] } });
    assert.deepEqual(found, [
      { path: ['metadata', 'a'], before: undefined, after: 1 },
      { path: ['metadata', 'b'], before: undefined, after: [{ c: 2 }] },
    ]);
  });

  it('takes what is missing and null for the same', () => {
    assert.deepEqual(differences({ social: null }, {}), []);
    assert.deepEqual(differences(null, null), []);
  });

  it('tells that an empty object came or went', () => {
    assert.deepEqual(differences({ metadata: null }, { metadata: {} }).length, 0);
  });
});

describe('whether a change is about it', () => {
  const [route] = differences(
    { routes: { web: { link: 'a' } } },
    { routes: { web: { link: 'b' } } },
  );
  const [tags] = differences({ tags: [] }, { tags: ['a'] });

  it('goes by field, and by platform', () => {
    assert.ok(route && tags);
    assert.equal(touches({ tags: ['b'] }, tags), true);
    assert.equal(touches({ tags: ['b'] }, route), false);
    assert.equal(touches({ routes: { web: null } }, route), true);
    assert.equal(touches({ routes: { ipad: null } }, route), false);
  });
});

describe('what a new link tells of itself', () => {
  it('is what is filled in', () => {
    const told = differences(null, {
      uri: 'a',
      unique: false,
      tags: [],
      template: null,
      routes: {},
    });
    assert.deepEqual(
      told.filter(isMeaningful).map(({ path }) => path.join('.')),
      ['uri'],
    );
  });
});

describe('what people see of it', () => {
  it('is no fallback that was empty and is none', () => {
    const before = { routes: { ipad: { link: 'a', fallback: '' } } };
    const shown = differences(before, { routes: {} }).filter(isVisible);
    assert.deepEqual(shown, [{ path: ['routes', 'ipad', 'link'], before: 'a', after: undefined }]);
  });

  it('is a fallback that came or went, and every key of metadata', () => {
    const path = ['routes', 'web', 'fallback'];
    assert.ok(isVisible({ path, before: '', after: 'a' }));
    assert.ok(isVisible({ path, before: 'a', after: undefined }));
    assert.ok(isVisible({ path: ['metadata', 'a'], before: undefined, after: '' }));
  });
});
