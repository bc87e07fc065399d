/** How long a number that is missing may still belong to a transaction that has not ended. */
const GAP_MS = 60_000;

/**
 * Where a reader stands in a list whose numbers are given out when a transaction writes and appear
 * when it ends: a smaller number may come after a greater one. What lies behind `position` is known
 * in whole; beyond it, some numbers were seen and others are waited for.
 */
export class ChangeCursor {
  #position: number;
  /** Numbers beyond the position, with the time at which they were first seen. */
  readonly #seen = new Map<number, number>();

  constructor(position: number) {
    this.#position = position;
  }

  get position(): number {
    return this.#position;
  }

  /** Was this number not seen before? From now on it was. */
  isNew(seq: number, now: number): boolean {
    if (seq <= this.#position || this.#seen.has(seq)) return false;
    this.#seen.set(seq, now);
    return true;
  }

  /** Moves on over what is known, and over gaps that no transaction can fill any more. */
  settle(now: number): void {
    for (const [seq, at] of [...this.#seen].toSorted(([a], [b]) => a - b)) {
      if (seq !== this.#position + 1 && now - at < GAP_MS) return;
      this.#seen.delete(seq);
      this.#position = seq;
    }
  }
}
