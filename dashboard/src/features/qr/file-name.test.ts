import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileNameOf, fileNamesOf } from './file-name.ts';

describe('the name of a file', () => {
  const NAMES: readonly [name: string | null | undefined, file: string][] = [
    [undefined, 'Sale26.png'],
    [null, 'Sale26.png'],
    ['', 'Sale26.png'],
    ['Summer sale, 2026', 'Summer-sale-2026-Sale26.png'],
    ['Käse / Brot', 'Käse-Brot-Sale26.png'],
    ['../../etc/passwd', 'etc-passwd-Sale26.png'],
    ['夏のセール', '夏のセール-Sale26.png'],
    ['\u202e.exe', 'exe-Sale26.png'],
    ['…', 'Sale26.png'],
    ['a'.repeat(100), `${'a'.repeat(60)}-Sale26.png`],
  ];
  for (const [name, file] of NAMES) {
    it(`of ${JSON.stringify(name)?.slice(0, 30)} is ${file.slice(0, 30)}`, () => {
      assert.equal(fileNameOf({ code: 'Sale26', name }, 'png'), file);
    });
  }

  it('is unique without letter case', () => {
    const links = [
      { code: 'Sale26' },
      { code: 'SALE26' },
      { code: 'sale26', name: 'A' },
      { code: 'sALE26' },
    ];
    const names = ['Sale26.svg', 'SALE26.2.svg', 'A-sale26.svg', 'sALE26.3.svg'];
    assert.deepEqual(fileNamesOf(links, 'svg'), names);
  });
});
