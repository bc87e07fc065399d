import { existsSync } from 'node:fs';
import { StoreUnavailable } from '../database.ts';
import { classified, openReader, Prepared } from './driver.ts';

/** A database file that is opened when it is first read, and again after an error. */
export class ReadableFile {
  readonly #path: string;
  #db: Prepared | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws `StoreUnavailable` if the file cannot be read now */
  read<Result>(work: (db: Prepared) => Result): Result {
    try {
      return work(this.#open());
    } catch (thrown) {
      const error = classified(thrown);
      if (error instanceof StoreUnavailable) this.close();
      throw error;
    }
  }

  #open(): Prepared {
    if (this.#db) return this.#db;
    // Opening would create an empty file in place of one that was removed.
    if (!existsSync(this.#path)) {
      throw new StoreUnavailable('SQLITE_CANTOPEN', `${this.#path} does not exist`);
    }
    this.#db = new Prepared(openReader(this.#path));
    return this.#db;
  }

  close(): void {
    this.#db?.close();
    this.#db = undefined;
  }
}
