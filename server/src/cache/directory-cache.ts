import type { Directory } from './directory.ts';
import type { Epoch } from './epoch.ts';

/**
 * The directory as it was last read. It outlives changes, since phones ask for association files while the
 * database is unavailable. Concurrent readers share one read: every visit needs the directory.
 */
export class DirectoryCache {
  readonly #epoch: Epoch;
  #directory: Directory | undefined;
  #isCurrent = false;
  #loading: Promise<Directory> | undefined;
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
    return this.#isCurrent ? this.#directory : undefined;
  }

  /** Runs `load` and keeps its result, unless a read that started later has finished before. Rejects as `load` does. */
  async through(load: () => Promise<Directory>): Promise<Directory> {
    if (this.#loading) return this.#loading;
    const number = ++this.#started;
    const loading = load();
    this.#loading = loading;
    /** False after a change of any app. */
    const isCurrent = (): boolean => this.#loading === loading;
    try {
      const directory = await loading;
      if (number > this.#kept) {
        this.#kept = number;
        this.#directory = directory;
        this.#isCurrent = isCurrent() && this.#epoch.trusted;
      }
      return directory;
    } finally {
      if (isCurrent()) this.#loading = undefined;
    }
  }

  /** Something of it may have changed: the next reader reads it again. */
  expire(): void {
    this.#isCurrent = false;
    this.#loading = undefined;
  }
}
