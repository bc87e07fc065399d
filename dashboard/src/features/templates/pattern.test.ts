import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleUri, nameFor, namesIn, partsOf } from './pattern.ts';

describe('a pattern', () => {
  it('is split into segments', () => {
    assert.deepEqual(partsOf('/products/:id/*rest'), [
      { kind: 'fixed', text: 'products' },
      { kind: 'one', text: ':id' },
      { kind: 'rest', text: '*rest' },
    ]);
    assert.deepEqual(partsOf(''), []);
  });

  it('has parameters; an incomplete one is fixed text', () => {
    assert.deepEqual(
      namesIn('a/:/b/:1/:ok').map(({ text }) => text),
      [':ok'],
    );
  });

  it('has an example URI', () => {
    assert.equal(exampleUri('products/:id'), 'products/5');
    assert.equal(exampleUri('u/:user/:page_id/*path'), 'u/user/5/path/more');
    assert.equal(exampleUri(''), '');
  });

  it('suggests a unique template name', () => {
    assert.equal(nameFor('Products/:id', []), 'products');
    assert.equal(nameFor('products/:id', ['products', 'products-2']), 'products-3');
    assert.equal(nameFor(':id', []), 'template');
    assert.equal(nameFor('%%/x', []), 'template');
  });
});
