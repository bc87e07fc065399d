import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { EXAMPLE, startCouponWeb } from './coupon-web.ts';

// Tests the arguments and the colors of the example. Its page is tested in coupon-web.test.ts.

describe('coupon-web without a browser', () => {
  const WRONG: readonly [args: readonly string[], words: RegExp][] = [
    [[], /--service must be/],
    [['--service', 'shop'], /--service must be/],
    [['--service', 'localhost:8080'], /--service must be .* http:\/\/ or https:\/\//],
    [['--service', 'http://127.0.0.1:8080'], /--token must be a web token/],
    [['--service', 'http://127.0.0.1:8080', '--token', 'sl_server_x'], /must be a web token/],
    [['--tokn', 'x'], /Unknown option '--tokn'/],
  ];
  for (const [args, words] of WRONG) {
    it(`does not start with ${args.join(' ') || 'nothing'}`, async () => {
      const child = startCouponWeb(...args);
      let errors = '';
      for await (const chunk of child.stderr) errors += String(chunk);
      if (child.exitCode === null) await once(child, 'exit');
      assert.equal(child.exitCode, 2);
      assert.match(errors, words);
    });
  }

  const css = readFileSync(join(EXAMPLE, 'coupon.css'), 'utf8');
  const [light = '', dark = ''] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, text]) => text);
  /**
   * Foreground, background, and their minimum contrast: 4.5 for text, 3 for edges and bars (WCAG
   * 2.2 AA).
   */
  const PAIRS: readonly [front: string, back: string, minimum: number][] = [
    ['ink', 'card', 4.5],
    ['soft', 'card', 4.5],
    ['ink', 'tint', 4.5],
    ['on-accent', 'accent', 4.5],
    ['edge', 'card', 3],
    ['accent', 'card', 3],
    ['accent', 'line', 3],
  ];
  for (const [scheme, rules] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    for (const [front, back, minimum] of PAIRS) {
      it(`${front} has enough contrast on ${back} (${scheme})`, () => {
        const [a, b] = [front, back]
          .map((name) => luminance(rules, name))
          .toSorted((x, y) => y - x);
        const contrast = ((a ?? 0) + 0.05) / ((b ?? 0) + 0.05);
        assert.ok(contrast >= minimum, `${contrast.toFixed(2)}, not ${minimum}`);
      });
    }
  }
});

function luminance(rules: string, name: string): number {
  const hex = new RegExp(`--${name}: #(\\w+);`).exec(rules)?.[1] ?? '';
  const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
