import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';

/**
 * Fills the pipe of file descriptor 2, writes two chunks, reads what filled the pipe through descriptor 3, and ends. All of
 * it before the next attempt to write. `mkfifo` gives both ends of a pipe that does not block.
 */
const CHILD = `
  import { constants, openSync, readSync, writeSync, rmSync, mkdtempSync } from 'node:fs';
  import { execFileSync } from 'node:child_process';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  const { LineWriter } = await import(process.argv[1]);
  const folder = mkdtempSync(join(tmpdir(), 'smartlink-test-'));
  const pipe = folder + '/pipe';
  execFileSync('mkfifo', [pipe]);
  const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const filler = Buffer.alloc(4096, '.');
  let filled = 0;
  try { for (;;) filled += writeSync(end, filler); } catch {}
  const writer = new LineWriter(end, { collectMs: 0, droppedLine: String });
  writer.write('first ä\\n' + 'x'.repeat(4000) + '\\n');
  writer.write('second\\n' + 'y'.repeat(4000) + '\\n');
  await new Promise((done) => setTimeout(done, 20));
  while (filled > 0) filled -= readSync(end, Buffer.alloc(filled));
  writer.writeNow();
  const read = Buffer.alloc(16_384);
  const text = read.toString('utf8', 0, readSync(end, read));
  rmSync(folder, { recursive: true });
  process.stdout.write(text.replace(/[xy]{4000}/g, ''), () => process.exit());
`;

describe('LineWriter', () => {
  it('writes what a full pipe did not take at the end of the process, in order', () => {
    const module = new URL('./line-writer.js', import.meta.url).href;
    const args = ['--input-type=module', '--eval', CHILD, module];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(stdout, 'first ä\n\nsecond\n\n', stderr);
  });
});
