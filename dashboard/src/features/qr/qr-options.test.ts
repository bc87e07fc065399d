import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_OPTIONS, levelOf, parseOptions, printSize, warningsOf } from './qr-options.ts';

const LOGO = 'data:image/png;base64,iVBORw0KGgo=';

describe('the options of QR codes', () => {
  it('are stored and read again', () => {
    const options = {
      ...DEFAULT_OPTIONS,
      format: 'svg',
      size: 2048,
      dark: '#123456',
      logo: LOGO,
    } as const;
    assert.deepEqual(parseOptions(JSON.stringify(options)), options);
  });

  const INVALID: readonly (string | null)[] = [
    null,
    '',
    '{',
    'null',
    '[]',
    '"svg"',
    '{"format":"gif","size":127,"dark":"red","light":"#FFF","level":"X","quietZone":-1}',
    '{"size":4097,"quietZone":11,"logo":"data:image/svg+xml;base64,AAAA"}',
    '{"size":500.5,"quietZone":"4","logo":"https://else.example/a.png"}',
    `{"logo":"data:image/png;base64,${'A'.repeat(400_001)}"}`,
  ];
  for (const text of INVALID) {
    it(`have their defaults in ${String(text).slice(0, 60)}`, () => {
      assert.deepEqual(parseOptions(text), DEFAULT_OPTIONS);
    });
  }

  it('have more error correction with a logo', () => {
    assert.equal(levelOf({ ...DEFAULT_OPTIONS, level: 'L' }), 'L');
    assert.equal(levelOf({ ...DEFAULT_OPTIONS, level: 'L', logo: LOGO }), 'H');
  });

  it('can be hard to read', () => {
    const warnings = (dark: string, light: string, quietZone = 4): string[] =>
      warningsOf({ ...DEFAULT_OPTIONS, dark, light, quietZone });
    assert.deepEqual(warnings('#000000', '#ffffff'), []);
    assert.deepEqual(warnings('#999999', '#ffffff'), ['contrast']);
    assert.deepEqual(warnings('#ffffff', '#000000'), ['inverted']);
    assert.deepEqual(warnings('#0b6e4f', '#ffffff', 3), ['quiet-zone']);
  });

  it('have a size in print', () => {
    assert.deepEqual([printSize(300), printSize(1024)], [25, 87]);
  });
});
