import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CachedLink, type CachedAnswer } from './cached-link.ts';

function weightOf(answer: CachedAnswer): number {
  const app = { app: { id: 'a', name: 'shop', stores: {}, settings: {} }, current: true };
  return new CachedLink(app, 'robot', answer, Infinity).weight;
}

it('the weight of a preview includes the texts of its card, two bytes for each wide character', () => {
  const preview = (title: string, description: string): CachedAnswer => ({
    kind: 'preview',
    card: { title, description },
    web: undefined,
  });
  const small = weightOf(preview('', ''));
  assert.equal(weightOf(preview('t'.repeat(120), 'é'.repeat(300))), small + 420);
  assert.equal(weightOf(preview('ж'.repeat(120), '💡'.repeat(300))), small + 240 + 1200);
});

it('the weight of a redirect grows with its address', () => {
  const address = 'https://shop.example/';
  assert.equal(weightOf(`${address}${'x'.repeat(1000)}`), weightOf(address) + 1000);
});
