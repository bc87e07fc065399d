import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { examineSpace } from '../../src/actions/operate/doctor/files.ts';
import { openFirstStartFile } from '../../src/actions/operate/first-start-file.ts';
import { afterAll, temporaryFolder } from '../harness.ts';

const skip = !(process.platform === 'linux' && process.getuid?.() === 0) && 'needs root';

/** A folder on a disk of its own, of 64 KiB. */
function smallDisk(): string {
  const folder = temporaryFolder();
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  assert.equal(status, 0, stderr.toString());
  afterAll(() => spawnSync('umount', ['--lazy', folder]));
  return folder;
}

function fill(folder: string): void {
  assert.throws(() => writeFileSync(join(folder, 'filler'), Buffer.alloc(1_000_000)), {
    code: 'ENOSPC',
  });
}

describe('the file of the first tokens', { skip }, () => {
  it('is not created on a full disk', () => {
    const folder = smallDisk();
    fill(folder);
    const open = () => openFirstStartFile({ files: [join(folder, 'smartlink.db')] });
    assert.throws(open, { code: 'ENOSPC' });
    assert.deepEqual(readdirSync(folder), ['filler']);
    rmSync(join(folder, 'filler'));
    open().discard();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('has its whole text if the disk becomes full', () => {
    const folder = smallDisk();
    const file = openFirstStartFile({ files: [join(folder, 'smartlink.db')] });
    fill(folder);
    const text = 'ü'.repeat(3000);
    file.write(text);
    assert.equal(readFileSync(file.path, 'utf8'), text);
  });
});

it('the doctor reports a disk that is nearly full', { skip }, () => {
  const folder = smallDisk();
  const db = { files: [join(folder, 'smartlink.db'), join(folder, 'smartlink.db-wal')] };
  const [finding, ...others] = examineSpace({ db, clicks: undefined } as never);
  assert.equal(finding?.level, 'error');
  assert.equal(finding.what, `only 0 MB are free on the disk of ${folder}`);
  assert.deepEqual(others, []);
});
