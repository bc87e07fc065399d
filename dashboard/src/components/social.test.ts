import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cardOf, emptyFields } from './social.ts';

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

const VISITS = {
  title: 'The Shop',
  social: { title: 'Things', image: 'https://shop.example/a.jpg' },
};

describe('the social preview of a link', () => {
  it('uses the values of the link, then of the app', () => {
    assert.deepEqual(cardOf({ title: 'A teapot' }, VISITS, 'shop'), {
      title: 'A teapot',
      description: undefined,
      image: 'https://shop.example/a.jpg',
      site: 'The Shop',
    });
  });

  it('has at least the name of the app', () => {
    assert.equal(cardOf(null, undefined, 'shop').title, 'shop');
    assert.equal(cardOf(null, { title: 'The Shop' }, 'shop').title, 'The Shop');
    assert.equal(cardOf(null, { social: {} }, 'shop').title, 'shop');
  });
});
