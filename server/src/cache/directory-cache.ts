import type { Directory } from './directory.ts';
import type { Epoch } from './epoch.ts';

/** How long `recent` is used after a change. With the time until a poll finds the change, less than a second. */
const MAX_RECENT_MS = 500;

interface Reading {
  readonly directory: Promise<Directory>;
  /** When something of it may have changed since it began. */
  changedAt: number | undefined;
}

/**
 * The directory as it was last read. It outlives changes, since phones ask for association files while the
 * database is unavailable. Concurrent readers share one read: every visit needs the directory.
 */
export class DirectoryCache {
  readonly #epoch: Epoch;
  #directory: Directory | undefined;
  /** Since when the directory may be out of date, by the clock of `performance`; undefined: it is current. */
  #changedAt: number | undefined = -Infinity;
  /** Whether the last read failed. */
  #isUnreadable = false;
  #reading: Reading | undefined;
  /** How many reads were started, and the number of the one that is kept. */
  #started = 0;
  #kept = 0;

  constructor(epoch: Epoch) {
    this.#epoch = epoch;
  }

  get last(): Directory | undefined {
    return this.#directory;
  }

  /** The directory, unless something of it may have changed. */
  get current(): Directory | undefined {
    return this.#changedAt === undefined ? this.#directory : undefined;
  }

  /**
   * The directory, also for a moment after a change, in which it can be read again, and then while it cannot be read. Not if
   * changes may have been missed.
   */
  get recent(): Directory | undefined {
    const changedAt = this.#changedAt;
    if (changedAt === undefined) return this.#directory;
    const isRecent = performance.now() - changedAt < MAX_RECENT_MS;
    const isLast = this.#isUnreadable && changedAt !== -Infinity;
    return isRecent || isLast ? this.#directory : undefined;
  }

  /** Runs `load` and keeps its result, unless a read that started later has finished before. Rejects as `load` does. */
  async through(load: () => Promise<Directory>): Promise<Directory> {
    if (this.#reading) return this.#reading.directory;
    const number = ++this.#started;
    const reading: Reading = { directory: load(), changedAt: undefined };
    this.#reading = reading;
    try {
      const directory = await reading.directory;
      this.#isUnreadable = false;
      if (number > this.#kept) {
        this.#kept = number;
        this.#directory = directory;
        this.#changedAt = this.#epoch.trusted ? reading.changedAt : -Infinity;
      }
      return directory;
    } catch (error) {
      if (number > this.#kept) this.#isUnreadable = true;
      throw error;
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  /** Something of it may have changed: the next reader reads it again. `missed`: the time of the change is unknown. */
  expire(missed = false): void {
    const now = missed ? -Infinity : performance.now();
    this.#changedAt = Math.min(this.#changedAt ?? now, now);
    if (this.#reading) this.#reading.changedAt = now;
    this.#reading = undefined;
  }
}
