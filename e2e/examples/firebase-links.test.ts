import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT, temporaryFolder } from '#server/test/harness.ts';

const PROGRAM = join(ROOT, 'examples/firebase-links.js');
const FILE = join(temporaryFolder(), 'firebase-links.csv');
const HEADER = ['Short link', 'Deep link (link)', 'UTM source (utm_source)', 'Link name'];

function convert(...args: readonly string[]) {
  return spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
}

function linksOf(content: string | Uint8Array): Record<string, unknown>[] {
  writeFileSync(FILE, content);
  const { stdout, stderr } = convert(FILE);
  assert.equal(stderr, '');
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the conversion of an export of Firebase', () => {
  it('keeps codes and destinations as they are', () => {
    const rows = [
      ['https://go.shop.example/Sale26', 'https://shop.example/sale', 'mail'],
      ['https://go.shop.example/Sale27/', 'https://shop.example/?q=a%20b&flag', 'a b&c'],
      ['https://go.shop.example/Sale28?d=1', 'https://shop.example/?utm_source=web#x', 'mail'],
      ['go.shop.example/Sale29', 'https://shop.example/?#x', 'mail'],
      ['https://go.shop.example/', 'products/5', 'mail'],
    ];
    const found = linksOf([HEADER, ...rows].map((row) => row.join(',')).join('\n'));
    assert.deepEqual(
      found.map(({ code, uri }) => [code, uri]),
      [
        ['Sale26', 'https://shop.example/sale?utm_source=mail'],
        ['Sale27', 'https://shop.example/?q=a%20b&flag&utm_source=a%20b%26c'],
        ['Sale28', 'https://shop.example/?utm_source=web#x'],
        ['Sale29', 'https://shop.example/?utm_source=mail#x'],
        [undefined, 'products/5'],
      ],
    );
  });

  it('reads semicolons, tabs and UTF-16', () => {
    for (const separator of [',', ';', '\t']) {
      const row = [
        'https://go.shop.example/A',
        'https://shop.example/',
        '',
        `"Tee${separator} ""ü"""`,
      ];
      const text = `\uFEFF${[HEADER, row].map((cells) => cells.join(separator)).join('\r\n')}\r\n`;
      for (const encoding of ['utf8', 'utf16le'] as const) {
        const [link] = linksOf(new Uint8Array(Buffer.from(text, encoding)));
        assert.deepEqual([link?.code, link?.name], ['A', `Tee${separator} "ü"`]);
      }
    }
  });

  it('says in one line why a file cannot be converted', () => {
    writeFileSync(FILE, 'a,b\nc,d\n');
    const latin = `${FILE}.latin`;
    writeFileSync(latin, new Uint8Array(Buffer.from('Short link,ü\n', 'latin1')));
    for (const [args, said] of [
      [[], /^Usage: .*\n$/],
      [[`${FILE}.missing`], /^The file cannot be read: ENOENT.*\n$/],
      [[FILE], /^There is no column "Short link" in: a, b\n$/],
      [[latin], /^\S+ is not UTF-8\.\n$/],
    ] as const) {
      const { status, stdout, stderr } = convert(...args);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, said);
    }
  });
});
