/** How long a missing number may belong to a transaction that has not ended; see `MAX_ANNOUNCED_MS`. */
export const GAP_MS = 60_000;
/** With more missing numbers, everything after the first of them is read again. */
const MAX_MISSING = 500;

/** Numbers that were not seen although greater ones were, from the first to the last. */
interface Gap {
  readonly from: number;
  readonly to: number;
  /** When a greater one was first seen. */
  readonly since: number;
}

/**
 * The position of a reader in a list whose numbers are assigned when a transaction writes, and appear when it
 * ends: a smaller number may appear after a greater one. All numbers up to the newest are known, except those in gaps.
 */
export class ChangeCursor {
  #newest: number;
  /** In the order of their numbers. */
  #gaps: Gap[] = [];

  constructor(position: number) {
    this.#newest = position;
  }

  /** The greatest number below which all are known. */
  get position(): number {
    return (this.#gaps[0]?.from ?? this.#newest + 1) - 1;
  }

  /** The greatest number that was seen. */
  get newest(): number {
    return this.#newest;
  }

  /** The numbers below the newest that can still appear; undefined: too many. */
  get missing(): number[] | undefined {
    const count = this.#gaps.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    if (count > MAX_MISSING) return undefined;
    return this.#gaps.flatMap(({ from, to }) =>
      Array.from({ length: to - from + 1 }, (_, at) => from + at),
    );
  }

  /** Marks a number as seen; returns whether it is new. */
  isNew(seq: number, now: number): boolean {
    if (seq > this.#newest) {
      if (seq > this.#newest + 1) {
        this.#gaps.push({ from: this.#newest + 1, to: seq - 1, since: now });
      }
      this.#newest = seq;
      return true;
    }
    const at = this.#gaps.findIndex(({ from, to }) => from <= seq && seq <= to);
    const gap = this.#gaps[at];
    if (!gap) return false;
    const rest = [
      { ...gap, to: seq - 1 },
      { ...gap, from: seq + 1 },
    ];
    this.#gaps.splice(at, 1, ...rest.filter(({ from, to }) => from <= to));
    return true;
  }

  /** Forgets gaps that no transaction can fill any more. */
  settle(now: number): void {
    this.#gaps = this.#gaps.filter(({ since }) => now - since < GAP_MS);
  }
}
