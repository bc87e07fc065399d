import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonNode } from '../../../lib/json-node.ts';
import { parseJson } from '../../../lib/json-parse.ts';
import { permittedKinds, targetsAt } from './add-key-target.ts';

function parsed(text: string): JsonNode {
  const result = parseJson(text);
  assert.ok('node' in result);
  return result.node;
}

describe('where a key can be added', () => {
  const document = parsed('{"coupon":"A","products":[{"sku":"1"},[2]],"0":[]}');
  const paths = (path: readonly string[]) => targetsAt(document, path).map(({ path: at }) => at);

  it('is in every object and list around the selection', () => {
    assert.deepEqual(paths([]), [[]]);
    assert.deepEqual(paths(['coupon']), [[]]);
    assert.deepEqual(paths(['products']), [[], ['products']]);
    assert.deepEqual(paths(['products', '0', 'sku']), [[], ['products'], ['products', 0]]);
    assert.deepEqual(paths(['products', '1', '0']), [[], ['products'], ['products', 1]]);
    assert.deepEqual(paths(['0']), [[], ['0']]);
  });

  it('ends where the document has changed', () => {
    assert.deepEqual(paths(['gone', '0']), [[]]);
    assert.deepEqual(paths(['products', '7', 'sku']), [[], ['products']]);
    assert.deepEqual(targetsAt(parsed('"text"'), []), []);
  });

  it('permits objects only in lists', () => {
    const [whole, products] = targetsAt(document, ['products']);
    assert.ok(whole && products);
    assert.deepEqual(permittedKinds(whole), ['text', 'number', 'list']);
    assert.deepEqual(permittedKinds(products), ['text', 'number', 'list', 'object']);
    assert.deepEqual([...whole.keys], ['coupon', 'products', '0']);
  });
});
