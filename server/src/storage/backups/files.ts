import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';

const CHUNK_BYTES = 1024 * 1024;

/** Waits until a file, or the names in a folder, are on the disk. */
export function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The same without blocking the thread. */
export async function syncWithoutBlocking(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** An empty file that only its owner can read. It must not exist. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
}

/** Copies a file to a new file with mode 0600, and waits until the copy is on the disk. */
export function copyToPrivateFile(from: string, to: string): void {
  // `copyFileSync` would copy the mode as well.
  const handle = openSync(to, 'wx', 0o600);
  try {
    for (const chunk of chunksOf(from)) {
      for (let at = 0; at < chunk.length;) at += writeSync(handle, chunk, at);
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export function sha256Of(path: string): string {
  const hash = createHash('sha256');
  for (const chunk of chunksOf(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** The content of a file. Each piece is valid until the next one. */
function* chunksOf(path: string): Generator<Buffer, void, void> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const handle = openSync(path, 'r');
  try {
    for (;;) {
      const read = readSync(handle, chunk, 0, CHUNK_BYTES, null);
      if (read === 0) return;
      yield chunk.subarray(0, read);
    }
  } finally {
    closeSync(handle);
  }
}
