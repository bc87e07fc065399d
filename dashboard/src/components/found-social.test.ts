import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyFields } from './found-social.ts';

describe('what a page says', () => {
  it('fills only empty fields', () => {
    const found = { title: 'T', description: null, image: 'https://shop.example/a.png' };
    const values = { title: '', description: ' ', image: 'https://shop.example/b.png' };
    assert.deepEqual(emptyFields(found, values), { title: 'T' });
    assert.deepEqual(emptyFields(found, { ...values, title: 'Typed', image: ' ' }), {
      image: 'https://shop.example/a.png',
    });
  });
});
