import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after as afterTests } from 'node:test';

type Undo = () => unknown;

const ofFile: Undo[] = [];
const ofProcess: Undo[] = [];
/** Whether this process runs more than one file. */
let isShared = false;

/** Undoes something after the last test of the file, the latest first. */
export function afterAll(undo: Undo): void {
  ofFile.push(undo);
}

/** Undoes something after the last file of this process. */
export function afterAllFiles(undo: Undo): void {
  (isShared ? ofProcess : ofFile).push(undo);
}

/** Says that more than one file runs in this process, each of which ends with `cleanUp`. */
export function shareProcess(): void {
  isShared = true;
}

/** Undoes what the tests of a file have left behind. */
export async function cleanUp(): Promise<void> {
  await undoAll(ofFile);
}

/** Undoes what the files of this process have shared. */
export async function endProcess(): Promise<void> {
  await undoAll(ofProcess);
}

/** Tries all of it; throws what failed first. */
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

/** A new empty folder that goes away after the tests of the file. */
export function temporaryFolder(): string {
  return folderOf(afterAll);
}

/** A new empty folder that goes away when `after` says. */
export function folderOf(after: (undo: Undo) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'smartlink-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
