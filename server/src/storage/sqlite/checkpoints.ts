import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { CheckpointerData } from './protocol.ts';

/** Rows written before the write-ahead log is copied into the database. */
const ROWS_PER_CHECKPOINT = 4000;
/** If more rows than this are written during a round, another round follows. */
const FEW_ROWS = 500;
const MAX_ROUNDS = 8;
/** Idle time after which even a short log is copied. */
const IDLE_MS = 2000;

/**
 * Keeps the write-ahead log short without delaying writes. A separate thread copies the log while the
 * writer continues; the writer copies the little that was added between two commits. The whole log is then
 * copied, and the next commit starts it from the beginning.
 */
export class Checkpoints {
  /** Set when the writer should run a checkpoint before its next commit. */
  wantsWriter = false;

  readonly #path: string;
  #worker: Worker | undefined;
  /**
   * Stays open until every connection is closed: closing any descriptor of a file releases all locks of
   * the process on it, including those of SQLite.
   */
  #file: number | undefined;
  #rows = 0;
  #running = false;
  #round = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  wrote(rows: number): void {
    if (rows === 0) return;
    this.#rows += rows;
    if (this.#rows >= ROWS_PER_CHECKPOINT) this.#start();
    else if (!this.#idle) {
      this.#idle = setTimeout(() => {
        this.#idle = undefined;
        if (this.#rows > 0) this.#start();
      }, IDLE_MS).unref();
    }
  }

  #start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#round = 0;
    this.#nextRound();
  }

  #nextRound(): void {
    this.#rows = 0;
    this.#round++;
    try {
      this.#worker ??= this.#spawn();
      this.#worker.postMessage('checkpoint');
    } catch {
      // The file does not exist any more. The next read or write reports it.
      this.#running = false;
    }
  }

  #finished(): void {
    if (this.#rows > FEW_ROWS && this.#round < MAX_ROUNDS) return this.#nextRound();
    this.#running = false;
    this.wantsWriter = true;
  }

  #spawn(): Worker {
    this.#file ??= openSync(this.#path, 'r+');
    const workerData: CheckpointerData = { path: this.#path, file: this.#file };
    const worker = new Worker(new URL('./checkpointer.js', import.meta.url), { workerData });
    worker.unref();
    worker.on('message', () => this.#finished());
    worker.on('error', () => {
      this.#worker = undefined;
      this.#running = false;
    });
    return worker;
  }

  /** Ends the thread; `release` follows when the store is closed. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    if (!worker) return;
    const exited = once(worker, 'exit');
    worker.ref();
    worker.postMessage('close');
    await exited;
  }

  release(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
