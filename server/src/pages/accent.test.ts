import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { accentOf, contrast } from './accent.ts';
import { styleOf } from './style.ts';

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

describe('the colour of an app', () => {
  const THEMES = [
    { dark: false, grounds: ['#ffffff', '#f3f4f7'] },
    { dark: true, grounds: ['#181b22', '#0e1015'] },
  ];
  for (const { dark, grounds } of THEMES) {
    it(`can be read on a ${dark ? 'dark' : 'light'} page, whatever it is`, () => {
      fc.assert(
        fc.property(color, (own) => {
          const { fill, on, edge, text } = accentOf(own, grounds, dark);
          assert.ok(contrast(on, fill) >= 4.5);
          for (const ground of grounds) {
            assert.ok(contrast(text, ground) >= 4.5);
            assert.ok(contrast(edge, ground) >= 3);
          }
        }),
        { numRuns: 2000, examples: [['#000000'], ['#ffffff'], ['#777777'], ['#808080']] },
      );
    });
  }

  it('stays as it is where that can be read', () => {
    assert.deepEqual(accentOf('#0a5c38', ['#ffffff'], false), {
      fill: '#0a5c38',
      on: '#ffffff',
      edge: '#0a5c38',
      text: '#0a5c38',
    });
    assert.equal(accentOf('#ffe600', ['#ffffff'], false).fill, '#ffe600');
  });

  it('is a little darker where people expect white on it', () => {
    for (const own of ['#e0395f', '#007aff', '#ff3b30']) {
      const { fill, on } = accentOf(own, ['#ffffff'], false);
      assert.equal(on, '#ffffff');
      assert.ok(contrast(fill, own) < 1.35, own);
    }
  });

  it('is that of the service where there is none, and never more than a colour', () => {
    assert.match(styleOf('#123456'), /--fill:#123456;/);
    assert.doesNotMatch(styleOf('#123456'), /undefined|NaN/);
  });
});
