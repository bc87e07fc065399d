import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../storage/database.ts';

/** How much longer it rests than it works, so that requests and other processes have the database. */
const REST = 4;

/** One step of the work. Returns whether there may be more. */
type Step = (signal: AbortSignal) => Promise<boolean>;

/** Background work in small steps. It is done by every process, at regular times, until nothing is left. */
export class SteppedJob {
  readonly #step: Step;
  readonly #everyMs: number;
  readonly #onError: (error: unknown) => void;
  readonly #ended = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  /** `onError` gets unexpected errors. After any error, the work continues at the next time. */
  constructor(step: Step, everyMs: number, onError: (error: unknown) => void) {
    this.#step = step;
    this.#everyMs = everyMs;
    this.#onError = onError;
  }

  start(): void {
    this.#timer = setInterval(() => void this.work(REST), this.#everyMs).unref();
  }

  /** Does all of the work. `rest`: how much longer to rest than to work. Concurrent calls share the work. Never rejects. */
  work(rest = 0): Promise<void> {
    this.#working ??= this.#workAll(rest)
      .catch((error: unknown) => {
        const isExpected = this.#ended.signal.aborted || error instanceof StoreUnavailable;
        if (!isExpected) this.#onError(error);
      })
      .finally(() => (this.#working = undefined));
    return this.#working;
  }

  async #workAll(rest: number): Promise<void> {
    const { signal } = this.#ended;
    for (;;) {
      signal.throwIfAborted();
      const began = performance.now();
      if (!(await this.#step(signal))) return;
      const took = performance.now() - began;
      if (rest > 0) await sleep(rest * took, undefined, { signal, ref: false });
    }
  }

  /** Ends after the current step, or within it if the step heeds the signal. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ended.abort();
    await this.#working;
  }
}
