import type { Directory } from './directory.ts';
import type { Epoch } from './epoch.ts';

/**
 * The directory as it was last read. It outlives changes, since phones ask for association files while the
 * database is unavailable.
 */
export class DirectoryCache {
  readonly #epoch: Epoch;
  #directory: Directory | undefined;
  #isCurrent = false;
  #readAt = 0;

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

  /** Runs `load` and keeps its result, unless a read that started later has finished before. */
  async through(load: () => Promise<Directory>): Promise<Directory> {
    const epoch = this.#epoch.current;
    const directory = await load();
    if (epoch < this.#readAt) return directory;
    this.#readAt = epoch;
    this.#directory = directory;
    this.#isCurrent = this.#epoch.isCurrent(epoch);
    return directory;
  }

  expire(): void {
    this.#isCurrent = false;
  }
}
