import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import jsqr from 'jsqr';
import { pathOf, qrCode } from './qr-code.ts';

const PIXELS = 4;

/** What a camera reads in the image. */
function scanned(svg: string): string | undefined {
  const [, left = '', , side = ''] = /viewBox="(\S+) (\S+) (\S+) \S+"/.exec(svg) ?? [];
  const [, path = ''] = / d="([^"]*)"/.exec(svg) ?? [];
  const width = Number(side) * PIXELS;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [x, y, length] of linesOf(path)) {
    for (let row = 0; row < PIXELS; row++) {
      const start = ((y - Number(left)) * PIXELS + row) * width + (x - Number(left)) * PIXELS;
      for (let column = 0; column < length * PIXELS; column++) {
        pixels.fill(0, (start + column) * 4, (start + column) * 4 + 3);
      }
    }
  }
  return jsqr.default(pixels, width, width)?.data;
}

function linesOf(path: string): [x: number, y: number, length: number][] {
  let x = 0;
  let y = 0;
  return [...path.matchAll(/([Mm])(\d+) (\d+)h(\d+)/g)].map(([, move, first, second, length]) => {
    x = move === 'M' ? Number(first) : x + Number(first);
    y = move === 'M' ? Number(second) : y;
    const line: [number, number, number] = [x, y, Number(length)];
    x += Number(length);
    return line;
  });
}

describe('a QR code in a page', () => {
  const LONG = `https://go.shop.example/l/${'H7kTq2Rb'.repeat(4)}`;
  for (const address of ['https://s.example/H7kTq2Rb', 'http://127.0.0.1:8080/abc', LONG]) {
    it(`contains ${address}`, () => {
      assert.equal(scanned(String(qrCode(address, 'address'))), address);
    });
  }

  it('takes little room of a page', () => {
    const size = String(qrCode(LONG, 'address')).length;
    assert.ok(size < 5000, `${size} characters`);
  });

  it('is left out if the text is too long to be read from a screen', () => {
    assert.ok(qrCode('x'.repeat(512), 'address'));
    assert.equal(qrCode('x'.repeat(513), 'address'), undefined);
  });

  it('has exactly the dark modules of any rows', () => {
    const rows = fc.array(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(rows, (dark) => {
        const drawn = dark.map((row) => row.map(() => false));
        for (const [x, y, length] of linesOf(pathOf(dark))) drawn[y]?.fill(true, x, x + length);
        assert.deepEqual(drawn, dark);
      }),
    );
  });
});
