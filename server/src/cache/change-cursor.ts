/** How long a missing number may belong to a transaction that has not ended; see `MAX_ANNOUNCED_MS`. */
export const GAP_MS = 60_000;

/**
 * The position of a reader in a list whose numbers are assigned when a transaction writes, and appear when it
 * ends: a smaller number may appear after a greater one. All numbers up to `position` are known; after it,
 * some were seen and others are missing.
 */
export class ChangeCursor {
  #position: number;
  #newest: number;
  /** Numbers after the position, with the time when each was first seen. */
  readonly #seen = new Map<number, number>();

  constructor(position: number) {
    this.#position = this.#newest = position;
  }

  get position(): number {
    return this.#position;
  }

  /** The greatest number that was seen. */
  get newest(): number {
    return this.#newest;
  }

  /** Marks a number as seen; returns whether it is new. */
  isNew(seq: number, now: number): boolean {
    if (seq <= this.#position || this.#seen.has(seq)) return false;
    this.#seen.set(seq, now);
    this.#newest = Math.max(this.#newest, seq);
    return true;
  }

  /** Moves the position past known numbers, and past gaps that no transaction can fill any more. */
  settle(now: number): void {
    for (const [seq, at] of [...this.#seen].toSorted(([a], [b]) => a - b)) {
      if (seq !== this.#position + 1 && now - at < GAP_MS) return;
      this.#seen.delete(seq);
      this.#position = seq;
    }
  }
}
