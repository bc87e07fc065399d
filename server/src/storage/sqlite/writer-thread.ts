import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../database.ts';
import type { WriterCommand, WriterData, WriterReply } from './protocol.ts';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Sends commands to the writer and receives its replies in order. Starts the thread when needed. */
export class WriterThread {
  readonly #data: WriterData;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(data: WriterData) {
    this.#data = data;
  }

  ask(command: WriterCommand): Promise<unknown> {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ ...command, id });
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const exited = once(worker, 'exit');
    await this.ask({ kind: 'close' }).catch(() => undefined);
    await exited;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./writer.js', import.meta.url), { workerData: this.#data });
    worker.on('message', (reply: WriterReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if ('value' in reply) return waiting?.resolve(reply.value);
      const { message, unavailable } = reply.failed;
      waiting?.reject(
        unavailable === undefined ? new Error(message) : new StoreUnavailable(unavailable, message),
      );
    });
    const gone = (reason: string): void => {
      if (this.#worker === worker) this.#worker = undefined;
      const error = new StoreUnavailable('WRITER_ENDED', `the writing thread ended: ${reason}`);
      // It may have ended after the commit and before the reply.
      error.unknown = true;
      for (const waiting of this.#waiting.values()) waiting.reject(error);
      this.#waiting.clear();
    };
    worker.on('error', (error) => gone(String(error)));
    worker.on('exit', (code) => gone(`exit ${code}`));
    return worker;
  }
}
