import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../actions/context.ts';
import { removeContents } from '../actions/links/remove-contents.ts';
import { StoreUnavailable } from '../storage/database.ts';

/** How often links that cannot be restored any more are looked for. */
const CHECK_MS = 60_000;
/** The share of the time that it rests, so that requests have the database. */
const REST = 4;

/** Removes the content of links that were deleted long enough ago, in small transactions. Every process runs one. */
export class ContentRemover {
  readonly #ctx: Context;
  readonly #onError: (error: unknown) => void;
  readonly #ended = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  constructor(ctx: Context, onError: (error: unknown) => void) {
    this.#ctx = ctx;
    this.#onError = onError;
  }

  start(): void {
    this.#timer = setInterval(() => void this.work(REST), CHECK_MS).unref();
  }

  /** Removes all that is due. `rest`: how much longer to rest than to work. Concurrent calls share the work. */
  work(rest: number): Promise<void> {
    this.#working ??= this.#removeAll(rest)
      .catch((error: unknown) => {
        // The next check continues.
        const isExpected = this.#ended.signal.aborted || error instanceof StoreUnavailable;
        if (!isExpected) this.#onError(error);
      })
      .finally(() => (this.#working = undefined));
    return this.#working;
  }

  async #removeAll(rest: number): Promise<void> {
    const { signal } = this.#ended;
    for (;;) {
      const begin = performance.now();
      if (!(await removeContents(this.#ctx, signal))) return;
      const took = performance.now() - begin;
      if (rest > 0) await sleep(rest * took, undefined, { signal, ref: false });
    }
  }

  /** Ends after the current transaction. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ended.abort();
    await this.#working;
  }
}
