import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { PROGRAM } from '../harness.ts';
import { shop } from './import-shop.ts';

const partialIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.partial'));

describe('smartlink link export', () => {
  it('writes the links that match to a file', async () => {
    const { importText, link, folder, exported } = await shop();
    await importText('uri,external_id,tags\na,1,x\nb,2,y\nc,3,x\n');
    const file = join(folder, 'out.csv');
    const ran = await link('export', '--tag', 'x', '--out', file);
    assert.equal(ran.stdout, `${file}: 2 links exported\n`);
    assert.equal(readFileSync(file, 'utf8'), await exported('--tag', 'x'));
    assert.deepEqual(partialIn(folder), []);
    const json = await link('export', '--format', 'ndjson', '--out', file, '--json');
    assert.deepEqual(JSON.parse(json.stdout), { file, format: 'ndjson', links: 3 });
    assert.equal((await link('export', '--json')).code, 2);
    assert.equal((await link('export', '--out', join(folder, 'no/folder.csv'))).code, 1);
  });

  it('creates a file with mode 0600, also in place of one with another mode', async () => {
    const { importText, link, folder } = await shop();
    await importText('uri\na\n');
    const file = join(folder, 'out.csv');
    writeFileSync(file, 'old', { mode: 0o644 });
    assert.equal((await link('export', '--out', file)).code, 0);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.doesNotMatch(readFileSync(file, 'utf8'), /old/);
    assert.deepEqual(partialIn(folder), []);
  });

  it('replaces what a link leads to, and not the file of another export', async () => {
    const { importText, link, folder } = await shop();
    await importText('uri\na\n');
    const [file, name] = [join(folder, 'out.csv'), join(folder, 'link.csv')];
    writeFileSync(file, 'old');
    symlinkSync(file, name);
    const others = [`${file}.partial`, `${file}.1.partial`];
    for (const other of others) writeFileSync(other, 'of another process');
    assert.equal((await link('export', '--out', name)).code, 0);
    assert.ok(lstatSync(name).isSymbolicLink());
    assert.notEqual(readFileSync(file, 'utf8'), 'old');
    for (const other of others) assert.equal(readFileSync(other, 'utf8'), 'of another process');
  });

  it('names the file that cannot be written', async () => {
    const { importText, link, folder } = await shop();
    await importText('uri\na\n');
    const file = join(folder, 'nothing', 'out.csv');
    const ran = await link('export', '--out', file);
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /^smartlink: ENOENT: .*out\.csv'\n$/);
  });

  it('ends without an error if the reader of its output stops', async () => {
    const { importText, environment } = await shop();
    const note = 'x'.repeat(900);
    await importText(
      `uri,note\n${Array.from({ length: 400 }, (_, n) => `p/${n},${note}`).join('\n')}`,
    );
    const command = `"${process.execPath}" "${PROGRAM}" link export --app shop | head -1`;
    const ran = spawnSync('bash', ['--norc', '-c', `set -o pipefail; ${command}`], {
      env: { PATH: process.env.PATH, ...environment },
      encoding: 'utf8',
    });
    assert.deepEqual([ran.status, ran.stderr], [0, '']);
    assert.match(ran.stdout, /^external_id,uri,/);
  });

  it('writes to what is not a file, and does not replace it', async () => {
    const { importText, link, folder, exported } = await shop();
    await importText('uri\na\n');
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = spawn('cat', [pipe]);
    const read = text(reader.stdout);
    assert.equal((await link('export', '--out', pipe)).code, 0);
    assert.equal(await read, await exported());
    assert.ok(statSync(pipe).isFIFO());
  });

  it('escapes characters of metadata that control a terminal', async () => {
    const { link, exported } = await shop();
    const metadata = '{"a":"\u009d0;x\u009c\u007f"}';
    assert.equal((await link('create', 'a', '--metadata', metadata)).code, 0);
    for (const format of ['csv', 'ndjson']) {
      const lines = await exported('--format', format);
      assert.doesNotMatch(lines, /[\u007f-\u009f]/);
      assert.ok(lines.includes('\\u009d0;x\\u009c\\u007f'), lines);
    }
    const [line = ''] = (await exported('--format', 'ndjson')).split('\n');
    assert.deepEqual((JSON.parse(line) as { metadata: unknown }).metadata, JSON.parse(metadata));
  });
});
