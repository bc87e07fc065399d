import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleUri, nameFor, namesIn, partsOf } from './pattern.ts';

describe('a pattern', () => {
  it('is shown by its segments', () => {
    assert.deepEqual(partsOf('/products/:id/*rest'), [
      { kind: 'fixed', text: 'products' },
      { kind: 'one', text: ':id' },
      { kind: 'rest', text: '*rest' },
    ]);
    assert.deepEqual(partsOf(''), []);
  });

  it('captures names, not what is half typed', () => {
    assert.deepEqual(
      namesIn('a/:/b/:1/:ok').map(({ text }) => text),
      [':ok'],
    );
  });

  it('has an example', () => {
    assert.equal(exampleUri('products/:id'), 'products/5');
    assert.equal(exampleUri('u/:user/:page_id/*path'), 'u/user/5/path/more');
    assert.equal(exampleUri(''), '');
  });

  it('gives a template its name', () => {
    assert.equal(nameFor('Products/:id', []), 'products');
    assert.equal(nameFor('products/:id', ['products', 'products-2']), 'products-3');
    assert.equal(nameFor(':id', []), 'template');
    assert.equal(nameFor('%%/x', []), 'template');
  });
});
