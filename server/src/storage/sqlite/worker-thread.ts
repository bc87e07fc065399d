import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../database.ts';
import { errorOf, type Reply, type Request } from './requests.ts';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface ThreadOptions {
  /** The name in errors. */
  readonly name: 'writer' | 'reader' | 'click';
  /** Whether a request may have taken effect if the thread ends before its reply. */
  readonly writes: boolean;
  readonly start: () => Worker;
}

/**
 * Sends requests to a thread and receives its replies in order. Starts the thread when it is needed, and again
 * after it has ended.
 */
export class WorkerThread<Command> {
  readonly #options: ThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** The thread that runs now. */
  get thread(): Worker | undefined {
    return this.#worker;
  }

  /** `on`: rejects if this thread has ended, in place of starting another one. */
  ask(command: Command, on?: Worker): Promise<unknown> {
    if (on && on !== this.#worker) return Promise.reject(this.#endedError('earlier'));
    try {
      this.#worker ??= this.#start();
    } catch (error) {
      // The system allows no more threads.
      return Promise.reject(this.#endedError(String(error)));
    }
    return this.#send(this.#worker, { command });
  }

  /** Ends a thread that does not answer; the next request starts another one. */
  async terminate(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Finishes what was asked before. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const exited = once(worker, 'exit');
    await this.#send(worker, { close: true }).catch(() => undefined);
    await exited;
  }

  #send(worker: Worker, what: { command: Command } | { close: true }): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...what } satisfies Request<Command>);
    });
  }

  #start(): Worker {
    const { writes } = this.#options;
    const worker = this.#options.start();
    worker.on('message', (reply: Reply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if ('value' in reply) waiting?.resolve(reply.value);
      else waiting?.reject(errorOf(reply.failed));
    });
    const gone = (reason: string): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      const error = this.#endedError(reason);
      // It may have ended after the commit and before the reply.
      error.unknown = writes;
      for (const waiting of this.#waiting.values()) waiting.reject(error);
      this.#waiting.clear();
    };
    worker.on('error', (error) => gone(String(error)));
    worker.on('exit', (code) => gone(`exit ${code}`));
    return worker;
  }

  #endedError(reason: string): StoreUnavailable {
    const { name } = this.#options;
    return new StoreUnavailable(
      `${name.toUpperCase()}_ENDED`,
      `the ${name} thread ended: ${reason}`,
    );
  }
}
