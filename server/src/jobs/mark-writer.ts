import type { Database } from '../storage/database.ts';
import type { Replicas } from '../storage/postgres/replicas.ts';
import { deleteMark, writeMark } from '../storage/replica-mark-rows.ts';

/** Writes the marks by which a process recognizes whether a replica is recent enough. */
export class MarkWriter {
  readonly #db: Database;
  readonly #replicas: Replicas;
  readonly #now: () => number;
  #writing: Promise<void> | undefined;

  constructor(db: Database, replicas: Replicas, now: () => number) {
    this.#db = db;
    this.#replicas = replicas;
    this.#now = now;
  }

  /** Must be called when changes were read. Writes a mark if it is time, and does not wait for it. */
  changesWereRead(): void {
    const { marks } = this.#replicas;
    if (this.#writing || !marks.isDue(performance.now())) return;
    this.#writing = this.#write(marks.begin(performance.now())).finally(
      () => (this.#writing = undefined),
    );
  }

  async #write(mark: number): Promise<void> {
    try {
      await writeMark(this.#db, this.#replicas.process, mark, this.#now());
    } catch {
      // The next mark replaces it. Until then, the replicas age, and at last the primary is read.
    }
  }

  async stop(): Promise<void> {
    await this.#writing;
    await deleteMark(this.#db, this.#replicas.process).catch(() => undefined);
  }
}
