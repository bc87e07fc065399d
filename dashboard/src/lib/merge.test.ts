import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromLeaves, leavesOf, merge, sameDocument } from './merge.ts';

const APP = { web: { base: 'https://a.example', apps: [{ id: 1 }] }, skip: true };

describe('leaves of a document', () => {
  it('stand by their pointers, lists whole', () => {
    assert.deepEqual(leavesOf(APP), {
      '/web/base': 'https://a.example',
      '/web/apps': [{ id: 1 }],
      '/skip': true,
    });
  });

  it('become the document again', () => {
    assert.deepEqual(fromLeaves(leavesOf(APP)), APP);
    assert.deepEqual(fromLeaves(leavesOf({ 'a/b~c': { d: 1 } })), { 'a/b~c': { d: 1 } });
  });

  it('say whether documents are the same', () => {
    assert.ok(sameDocument({ a: 1, b: { c: 2 } }, { b: { c: 2 }, a: 1 }));
    assert.ok(sameDocument({ a: 1, routes: {} }, { a: 1, routes: { web: { link: undefined } } }));
    assert.ok(!sameDocument({ a: 1 }, { a: 1, b: false }));
  });
});

describe('two people at once', () => {
  const base = { '/a': 1, '/b': 1, '/c': 1 };

  it('keep what only one of them touched', () => {
    const { leaves, clashes } = merge(base, { ...base, '/a': 2 }, { '/a': 1, '/b': 3, '/d': 4 });
    assert.deepEqual(leaves, { '/a': 2, '/b': 3, '/d': 4 });
    assert.deepEqual(clashes, []);
  });

  it('are asked about what both touched', () => {
    const { leaves, clashes } = merge(base, { ...base, '/a': 2 }, { '/b': 1, '/c': 1 });
    assert.equal(leaves['/a'], 2);
    assert.deepEqual(clashes, [{ pointer: '/a', mine: 2, theirs: undefined }]);
  });

  it('may have done the same', () => {
    assert.deepEqual(merge(base, { ...base, '/a': 2 }, { ...base, '/a': 2 }).clashes, []);
  });
});
