import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { accentOf, contrast } from './accent.ts';

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  const KNOWN: readonly [one: string, other: string, ratio: number][] = [
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#0000ff', '#ffffff', 8.59],
    ['#ff0000', '#000000', 5.25],
  ];
  for (const [one, other, ratio] of KNOWN) {
    it(`${one} on ${other} is ${ratio}`, () => {
      assert.equal(Math.round(contrast(one, other) * 100) / 100, ratio);
      assert.equal(contrast(one, other), contrast(other, one));
    });
  }
});

describe('the color of an app', () => {
  const THEMES = [
    { dark: false, backgrounds: ['#ffffff', '#f3f4f7'] },
    { dark: true, backgrounds: ['#181b22', '#0e1015'] },
  ];
  for (const { dark, backgrounds } of THEMES) {
    it(`is readable on a ${dark ? 'dark' : 'light'} page, for every color`, () => {
      fc.assert(
        fc.property(color, (own) => {
          const { fill, on, edge, text } = accentOf(own, backgrounds, dark);
          assert.ok(contrast(on, fill) >= 4.5);
          for (const background of backgrounds) {
            assert.ok(contrast(text, background) >= 4.5);
            assert.ok(contrast(edge, background) >= 3);
          }
        }),
        { numRuns: 2000, examples: [['#000000'], ['#ffffff'], ['#777777'], ['#808080']] },
      );
    });
  }

  it('does not change if it is readable', () => {
    assert.deepEqual(accentOf('#0a5c38', ['#ffffff'], false), {
      fill: '#0a5c38',
      on: '#ffffff',
      edge: '#0a5c38',
      text: '#0a5c38',
    });
    assert.equal(accentOf('#ffe600', ['#ffffff'], false).fill, '#ffe600');
  });

  it('is slightly darker where people expect white text on it', () => {
    for (const own of ['#e0395f', '#007aff', '#ff3b30']) {
      const { fill, on } = accentOf(own, ['#ffffff'], false);
      assert.equal(on, '#ffffff');
      assert.ok(contrast(fill, own) < 1.35, own);
    }
  });
});
