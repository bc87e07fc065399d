import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupFile } from '../../domain/backup/manifest.ts';
import { StoreUnavailable } from '../database.ts';
import type { BackupStore } from './write-files.ts';

/** How long the process has to end its programs. */
const END_MS = 2000;
/** How long a stop waits: a process that waits for a disk can outlive SIGKILL. */
const MAX_STOP_MS = 3000;

/** What the process of a backup writes, and where. */
export interface BackupTask {
  readonly stores: readonly BackupStore[];
  readonly database: string;
  readonly folder: string;
}

export type BackupReply =
  | { readonly files: readonly BackupFile[] }
  /** Why it failed. `unavailable`: the reason of a `StoreUnavailable`. */
  | { readonly error: string; readonly unavailable?: string };

type Exit = [code: number | null, signal: string | null];

/**
 * Writes the files of a backup in a process of its own. A statement that copies or checks a file of SQLite takes as long as
 * the file is large, and nothing but the end of its process interrupts it: a thread would delay the end of this one.
 */
export async function runBackup(
  task: BackupTask,
  signal: AbortSignal | undefined,
): Promise<readonly BackupFile[]> {
  signal?.throwIfAborted();
  const child = fork(new URL('./backup-process.js', import.meta.url), [String(process.pid)], {
    // Options of this process can be for one process only, such as the port of an inspector.
    execArgv: [],
    // Ctrl+C reaches only this process, which then stops the other one.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let reply: BackupReply | undefined;
  child.once('message', (received) => (reply = received as BackupReply));
  // Rejects if it cannot be started; then there is no channel either.
  const ended = once(child, 'exit');
  ended.catch(() => undefined);
  // An error is ignored: if the process has ended, its exit says so.
  if (child.connected) child.send(task, () => undefined);
  const given = new AbortController();
  const stop = (): void => void endProcess(child, ended).finally(() => given.abort());
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const exit = await Promise.race([ended, once(given.signal, 'abort')]);
    signal?.throwIfAborted();
    if (!reply) {
      const [code, killedBy] = exit as Exit;
      const how = killedBy === null ? `ended with ${code}` : `was ended by ${killedBy}`;
      throw new Error(`the process that writes the backup ${how}`);
    }
    if ('error' in reply) throw errorOf(reply);
    return reply.files;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

function errorOf({ error, unavailable }: Extract<BackupReply, { readonly error: string }>): Error {
  return unavailable === undefined ? new Error(error) : new StoreUnavailable(unavailable, error);
}

/** Ends a process with the programs that it has started. Does not wait longer than a stop may take. */
async function endProcess(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  const exited = ended.catch(() => undefined);
  child.kill('SIGTERM');
  await Promise.race([exited, sleep(END_MS, undefined, { ref: false })]);
  child.kill('SIGKILL');
  await Promise.race([exited, sleep(MAX_STOP_MS - END_MS, undefined, { ref: false })]);
  if (child.connected) child.disconnect();
  child.unref();
}
