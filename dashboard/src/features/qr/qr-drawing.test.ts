import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import jsqr from 'jsqr';
import { drawingOf } from './qr-drawing.ts';
import { DEFAULT_OPTIONS, LEVELS, type QrOptions } from './qr-options.ts';

const ADDRESS = 'https://go.shop.example/H7kTq2Rb';
const PIXELS = 4;

/** What a camera reads. */
function scanned(address: string, options: QrOptions): string | undefined {
  const { side, lines } = drawingOf(address, options);
  const width = side * PIXELS;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const { x, y, length } of lines) {
    for (let row = y * PIXELS; row < (y + 1) * PIXELS; row++) {
      for (let column = x * PIXELS; column < (x + length) * PIXELS; column++) {
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return jsqr.default(pixels, width, width)?.data;
}

describe('a QR code', () => {
  for (const level of LEVELS) {
    it(`contains the address, with error correction ${level}`, () => {
      assert.equal(scanned(ADDRESS, { ...DEFAULT_OPTIONS, level }), ADDRESS);
    });
  }

  it('contains the address although a logo hides its middle', () => {
    const options = { ...DEFAULT_OPTIONS, logo: 'data:image/png;base64,AAAA' };
    for (const address of ['https://s.io/a', ADDRESS, `${ADDRESS}?utm_source=${'x'.repeat(100)}`]) {
      const { logo, side, lines } = drawingOf(address, options);
      assert.ok(logo);
      assert.equal(2 * logo.start + logo.side, side, 'it is in the middle');
      const end = logo.start + logo.side;
      assert.ok(
        lines.every(
          ({ x, y, length }) => y < logo.start || y >= end || x + length <= logo.start || x >= end,
        ),
      );
      assert.equal(scanned(address, options), address);
    }
  });

  it('has the quiet zone', () => {
    for (const quietZone of [0, 4, 10]) {
      const { side, lines } = drawingOf(ADDRESS, { ...DEFAULT_OPTIONS, quietZone });
      assert.equal(Math.min(...lines.map(({ x }) => x)), quietZone);
      assert.equal(Math.max(...lines.map(({ x, length }) => x + length)), side - quietZone);
      assert.equal(lines[0]?.y, quietZone);
    }
  });
});
