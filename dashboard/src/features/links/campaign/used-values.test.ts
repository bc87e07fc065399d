import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { keepUsedValues, readUsedValues, usedValuesKey } from './used-values.ts';

const KEY = usedValuesKey('mem_1', 'shop');
const NONE = { source: [], medium: [], campaign: [], term: [], content: [] };

describe('values of UTM parameters that were used before', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const keep = (...addresses: readonly string[]): void => {
    for (const address of addresses) keepUsedValues(storage, KEY, address);
  };
  const read = () => readUsedValues(storage, KEY);
  beforeEach(() => stored.clear());

  it('are kept newest first, once each', () => {
    assert.deepEqual(read(), NONE);
    keep('p?utm_source=a&utm_medium=email', 'p?utm_source=b', 'p?utm_source=a');
    assert.deepEqual(read(), { ...NONE, source: ['a', 'b'], medium: ['email'] });
    assert.deepEqual(readUsedValues(storage, usedValuesKey('mem_2', 'shop')), NONE);
  });

  it('are not stored for addresses without them', () => {
    keep('https://shop.example/?a=1');
    assert.equal(stored.size, 0);
  });

  it('have a maximum number and length', () => {
    for (let n = 1; n <= 25; n += 1) keep(`p?utm_term=${n}`);
    assert.equal(read().term.length, 20);
    assert.deepEqual([read().term[0], read().term[19]], ['25', '6']);
    keep(`p?utm_content=${'x'.repeat(201)}`, 'p?utm_content=%20');
    assert.deepEqual(read().content, []);
  });

  for (const text of ['', '{', 'null', '7', '[]', '{"source":"a"}', '{"source":[1,null,{}]}']) {
    it(`are none in “${text}”`, () => {
      stored.set(KEY, text);
      assert.deepEqual(read(), NONE);
    });
  }

  it('do not fail if the storage does', () => {
    const refuse = () => {
      throw new Error('denied');
    };
    const denied = { getItem: refuse, setItem: refuse };
    keepUsedValues(denied, KEY, 'p?utm_source=a');
    assert.deepEqual(readUsedValues(denied, KEY), NONE);
  });
});
