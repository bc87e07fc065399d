import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after as afterTests } from 'node:test';

type Undo = () => unknown;

const ofFile: Undo[] = [];
const ofProcess: Undo[] = [];
/** Whether this process runs more than one file. */
let isShared = false;

/** Runs `undo` after the last test of the file, in reverse order. */
export function afterAll(undo: Undo): void {
  ofFile.push(undo);
}

/** Runs `undo` after the last file of this process. */
export function afterAllFiles(undo: Undo): void {
  (isShared ? ofProcess : ofFile).push(undo);
}

/** Must be called if several files run in this process; each must then end with `cleanUp`. */
export function shareProcess(): void {
  isShared = true;
}

/** Runs the `undo` functions of a file. */
export async function cleanUp(): Promise<void> {
  await undoAll(ofFile);
}

/** Runs the `undo` functions of the process. */
export async function endProcess(): Promise<void> {
  await undoAll(ofProcess);
}

/** Runs all functions, then throws the first error. */
async function undoAll(leftovers: Undo[]): Promise<void> {
  const failures: unknown[] = [];
  for (const undo of leftovers.splice(0).toReversed()) {
    try {
      await undo();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

// For a file that runs without `scripts/test-group.js`.
afterTests(cleanUp);

/** Creates an empty folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  return folderOf(afterAll);
}

/** Creates an empty folder that is removed by `after`. */
export function folderOf(after: (undo: Undo) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'smartlink-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
