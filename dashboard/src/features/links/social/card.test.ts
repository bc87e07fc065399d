import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cardOf } from './card.ts';

const VISITS = {
  title: 'The Shop',
  social: { title: 'Things', image: 'https://shop.example/a.jpg' },
};

describe('the card of a link', () => {
  it('says what the link says, then what the app says', () => {
    assert.deepEqual(cardOf({ title: 'A teapot' }, VISITS, 'shop'), {
      title: 'A teapot',
      description: undefined,
      image: 'https://shop.example/a.jpg',
      site: 'The Shop',
    });
  });

  it('has the name of the app at the least', () => {
    assert.equal(cardOf(null, undefined, 'shop').title, 'shop');
    assert.equal(cardOf(null, { title: 'The Shop' }, 'shop').title, 'The Shop');
    assert.equal(cardOf(null, { social: {} }, 'shop').title, 'shop');
  });
});
