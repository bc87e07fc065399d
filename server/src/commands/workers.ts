import cluster, { type Worker } from 'node:cluster';
import type { Log } from '../log.ts';
import { MAIN } from '../package-files.ts';

/** A worker that exits earlier than this after its start is restarted with a delay. */
const QUICK_DEATH_MS = 5000;
const REST_MS = 1000;

/**
 * Several processes that serve one address and use all cores. A worker that exits is replaced. If the first
 * worker does not start, the others are not started.
 */
export class Workers {
  readonly #count: number;
  readonly #log: Log;
  readonly #running = new Set<Worker>();
  #stopping = false;
  #stopped: (() => void) | undefined;

  constructor(count: number, log: Log) {
    this.#count = count;
    this.#log = log;
    // The kernel gives each connection directly to a worker. If this process distributed connections, one on
    // its way to a worker that exits would wait forever.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: MAIN, args: ['serve'] });
  }

  /**
   * Returns the port when each worker has listened or was replaced, or the exit code of the first worker if it does not
   * start.
   */
  async start(): Promise<{ readonly port: number } | { readonly exitCode: number }> {
    const first = await this.#begin(true);
    if (typeof first === 'number') return { exitCode: first };
    if (this.#stopping) return first;
    await Promise.all(Array.from({ length: this.#count - 1 }, () => this.#begin()));
    return first;
  }

  /** Returns the port of a new worker, or its exit code if it exits before it listens. */
  #begin(isFirst = false): Promise<{ readonly port: number } | number> {
    const worker = cluster.fork();
    const began = performance.now();
    this.#running.add(worker);
    return new Promise((resolve) => {
      let listening = false;
      worker.once('listening', ({ port }) => {
        listening = true;
        resolve({ port });
      });
      worker.once('exit', (code, signal) => {
        this.#running.delete(worker);
        resolve(code ?? 1);
        if (this.#stopping) {
          if (this.#running.size === 0) this.#stopped?.();
        } else if (listening || !isFirst) {
          const what = listening ? 'a worker died' : 'a worker died before it listened';
          this.#log.error({ worker: worker.process.pid, code, signal }, what);
          const isQuick = !listening || performance.now() - began < QUICK_DEATH_MS;
          this.#replace(isQuick ? REST_MS : 0);
        }
      });
    });
  }

  #replace(afterMs: number): void {
    setTimeout(() => {
      if (!this.#stopping) void this.#begin();
    }, afterMs);
  }

  /** Sends SIGTERM to all workers and waits until they have finished their requests and exited. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#running.size === 0) return;
    const stopped = new Promise<void>((done) => (this.#stopped = done));
    for (const worker of this.#running) worker.process.kill('SIGTERM');
    await stopped;
  }
}
