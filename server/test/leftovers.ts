import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

const leftovers: (() => unknown)[] = [];

/** Undoes something after the last test of the file, the youngest thing first. */
export function afterAll(undo: () => unknown): void {
  leftovers.push(undo);
}

// Registered here, so that it belongs to the file and not to the test that happens to run.
after(async () => {
  for (const undo of leftovers.toReversed()) await undo();
});

/** A new empty folder that goes away after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'smartlink-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
