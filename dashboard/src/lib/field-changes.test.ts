import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldChanges, isAbout, type Fields } from './field-changes.ts';

const paths = (before: Fields | null, after: Fields | null): string[] =>
  fieldChanges(before, after).map(({ path }) => path.join('.'));

describe('the changes of fields', () => {
  it('are found in each part of a route and in metadata', () => {
    const before = { routes: { web: { link: 'a' }, ipad: { link: 'b' } }, metadata: { a: '' } };
    const after = { routes: { web: { link: 'c' } }, metadata: { b: [{ c: 2 }] } };
    assert.deepEqual(paths(before, after), [
      'routes.web.link',
      'routes.ipad.link',
      'metadata.a',
      'metadata.b.0.c',
    ]);
  });

  it('do not include values with the same meaning', () => {
    assert.deepEqual(paths({ social: null, tags: [] }, {}), []);
    assert.deepEqual(paths({ tags: [] }, { tags: null }), []);
    assert.deepEqual(paths(null, null), []);
    const before = { routes: { ipad: { link: 'a', fallback: '' } } };
    assert.deepEqual(paths(before, { routes: {} }), ['routes.ipad.link']);
  });

  it('include a limit that was set or removed, and empty metadata', () => {
    assert.deepEqual(paths({ redeem_limit: null }, { redeem_limit: 5 }), ['redeem_limit']);
    assert.deepEqual(paths({ redeem_limit: 5 }, { redeem_limit: null }), ['redeem_limit']);
    assert.deepEqual(paths({ metadata: null }, { metadata: {} }), ['metadata']);
    assert.deepEqual(paths({ metadata: { a: null } }, { metadata: {} }), ['metadata.a']);
  });

  it('include an empty text in a schema', () => {
    const schema = (more: object) => ({ metadata_schema: { properties: { a: more } } });
    const changed = paths(schema({ default: '' }), schema({}));
    assert.deepEqual(changed, ['metadata_schema.properties.a.default']);
    assert.deepEqual(paths(null, { name: 'shop', metadata_schema: {} }), ['name']);
  });

  it('of a new link are the fields that are filled in', () => {
    const link = { uri: 'a', unique: false, tags: [], template: null, routes: {}, social: null };
    assert.deepEqual(paths(null, { ...link, metadata: { a: '' } }), ['uri', 'metadata.a']);
    assert.deepEqual(paths({ ...link, tags: ['b'] }, null), ['uri', 'tags']);
  });
});

describe('a request', () => {
  const [route] = fieldChanges(
    { routes: { web: { link: 'a' } } },
    { routes: { web: { link: 'b' } } },
  );
  const [tags] = fieldChanges({ tags: [] }, { tags: ['a'] });

  it('concerns the fields and platforms that it sets', () => {
    assert.ok(route && tags);
    assert.equal(isAbout({ tags: ['b'] }, tags), true);
    assert.equal(isAbout({ tags: ['b'] }, route), false);
    assert.equal(isAbout({ routes: { web: null } }, route), true);
    assert.equal(isAbout({ routes: { ipad: null } }, route), false);
  });
});
