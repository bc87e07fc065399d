import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseManifest, type Manifest } from './manifest.ts';

const file = {
  name: 'smartlink.db',
  store: 'links',
  engine: 'sqlite',
  bytes: 4096,
  sha256: 'ab',
  rows: { links: 3 },
  migrations: ['0001_links.sql'],
} as const;
const manifest: Manifest = {
  format: 1,
  version: '0.1.0',
  created_at: '2026-11-25T04:30:00.000Z',
  database: '1 app_x',
  files: [file],
};

describe('a manifest', () => {
  it('is read as it was written', () => {
    assert.deepEqual(parseManifest(JSON.stringify(manifest)), manifest);
  });

  const refused: readonly [what: string, value: unknown, said: RegExp][] = [
    ['a list', [], /document/],
    ['null', null, /document/],
    ['another format', { ...manifest, format: 2 }, /format 2/],
    ['no format', {}, /format undefined/],
    ['no files', { ...manifest, files: 'x' }, /files/],
    ['a file outside', { ...manifest, files: [{ ...file, name: '../smartlink.db' }] }, /name/],
    ['an absolute file', { ...manifest, files: [{ ...file, name: '/etc/passwd' }] }, /name/],
    ['the same content twice', { ...manifest, files: [file, file] }, /two files/],
    ['another engine', { ...manifest, files: [{ ...file, engine: 'mysql' }] }, /engine/],
    ['another content', { ...manifest, files: [{ ...file, store: 'x' }] }, /store/],
    ['a negative count', { ...manifest, files: [{ ...file, rows: { links: -1 } }] }, /links/],
    ['no checksum', { ...manifest, files: [{ ...file, sha256: 7 }] }, /sha256/],
  ];
  for (const [what, value, said] of refused) {
    it(`with ${what} is refused`, () => {
      assert.throws(() => parseManifest(JSON.stringify(value)), said);
    });
  }

  it('that is not JSON is refused', () => {
    assert.throws(() => parseManifest('{'), /not JSON/);
  });
});
