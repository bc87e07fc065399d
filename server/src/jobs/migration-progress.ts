import type { MigrationStep } from '../storage/migrate.ts';

/** How long a migration runs before it is mentioned. */
export const QUIET_MS = 2000;
/** The time between two lines. */
const LINE_MS = 10_000;

/** Reports the progress of a long migration. A short one is not mentioned. */
export class MigrationProgress {
  readonly #write: (line: string) => void;
  readonly #begin = performance.now();
  readonly #timers: NodeJS.Timeout[];
  #step: (MigrationStep & { readonly begin: number }) | undefined;
  #hasReported = false;

  constructor(write: (line: string) => void) {
    this.#write = write;
    const report = (): void => this.#report();
    this.#timers = [setTimeout(report, QUIET_MS).unref(), setInterval(report, LINE_MS).unref()];
  }

  begins(step: MigrationStep): void {
    this.#step = { ...step, begin: performance.now() };
    if (this.#hasReported) this.#report();
  }

  #report(): void {
    this.#hasReported = true;
    this.#write(`migrating the database: ${this.status()}`);
  }

  /** What runs and for how long. */
  status(): string {
    if (!this.#step) {
      return `waiting for the database or the migration of another process for ${secondsSince(this.#begin)} s`;
    }
    const { name, number, of, begin } = this.#step;
    return `${name} (${number} of ${of}) has been running for ${secondsSince(begin)} s`;
  }

  /** Must be called when the migration has ended or failed. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#hasReported) this.#write(`the migration took ${secondsSince(this.#begin)} s`);
  }
}

function secondsSince(begin: number): number {
  return Math.round((performance.now() - begin) / 1000);
}
