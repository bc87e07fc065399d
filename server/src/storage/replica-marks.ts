/** How many changed links are remembered. With more, only marks that are newer than the oldest of them count. */
const MAX_CHANGED = 100_000;
/** Marks per maximum age of data: a replica is used only while its mark is younger than this age. */
const MARKS_PER_AGE = 4;
/** The time between two marks: after a change of a link, and without one. */
const CHANGED_MS = 1000;
const UNCHANGED_MS = 5000;

/**
 * Decides whether data of a replica is recent enough. A process writes marks into the database: numbers that increase, in a
 * row of its own. A snapshot that contains mark n contains everything that was committed before the process began to
 * write n, whichever server it comes from: one that does not follow the primary never gets a new mark.
 *
 * So what a replica returns with mark n is not older than the begin of n, and contains every change that this process
 * knew then. Times are in milliseconds of a clock that is never set back.
 */
export class ReplicaMarks {
  readonly #maxAgeMs: number;
  /** When each mark was begun, without those that are too old to count. */
  readonly #begunAt = new Map<number, number>();
  #newest = 0;
  /** Older marks do not count. */
  #least = 1;
  /** The least mark that contains the last known change of a link, by its code; in the order of the marks. */
  readonly #changed = new Map<string, number>();
  #isChanged = false;

  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs;
  }

  /** Returns the next mark, which is to be written now. */
  begin(now: number): number {
    this.#begunAt.set(++this.#newest, now);
    this.#isChanged = false;
    this.#forgetOld(now);
    return this.#newest;
  }

  #forgetOld(now: number): void {
    for (const [mark, at] of this.#begunAt) {
      if (now - at <= this.#maxAgeMs) break;
      this.#begunAt.delete(mark);
      this.#least = Math.max(this.#least, mark + 1);
    }
    for (const [code, mark] of this.#changed) {
      if (mark > this.#least) break;
      this.#changed.delete(code);
    }
  }

  isDue(now: number): boolean {
    const last = this.#begunAt.get(this.#newest);
    if (last === undefined) return true;
    const pause = this.#isChanged ? CHANGED_MS : UNCHANGED_MS;
    return now - last >= Math.min(pause, this.#maxAgeMs / MARKS_PER_AGE);
  }

  /** The process knows that a link was changed. Only marks that are begun from now on contain the change. */
  linkChanged(code: string): void {
    this.#isChanged = true;
    this.#changed.delete(code);
    this.#changed.set(code, this.#newest + 1);
    if (this.#changed.size <= MAX_CHANGED) return;
    const [oldest] = this.#changed;
    if (!oldest) return;
    this.#changed.delete(oldest[0]);
    this.#least = Math.max(this.#least, oldest[1]);
  }

  /** The process may have missed changes, or the database may be another one. */
  anythingChanged(): void {
    this.#isChanged = true;
    this.#changed.clear();
    this.#least = this.#newest + 1;
  }

  /** Whether a link that was returned with this mark is recent enough. `null`: there was no mark. */
  isRecent(code: string, mark: number | null, now: number): boolean {
    return (mark ?? 0) >= (this.#changed.get(code) ?? 0) && this.ageOf(mark, now) !== undefined;
  }

  /** The age of data with this mark, at most; undefined: it is not recent enough for any link. */
  ageOf(mark: number | null, now: number): number | undefined {
    const at = mark === null || mark < this.#least ? undefined : this.#begunAt.get(mark);
    return at === undefined || now - at > this.#maxAgeMs ? undefined : now - at;
  }
}
