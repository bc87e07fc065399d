/** Entries that one generation may have, whatever they weigh: a Map of V8 ends at twice as many. */
const MAX_ENTRIES = 2 ** 23;

/**
 * A bounded cache for lookups that should cost no more than the lookup. Entries live in two
 * generations: what is used moves to the young one, and when that holds half of what may be kept,
 * the old one is dropped whole. An exact order of use would touch a handful of places in memory
 * with every hit, which is most of what a hit costs among a million entries.
 */
export class Generations<Value> {
  readonly #maxBytes: number;
  readonly #bytesOf: (key: string, value: Value) => number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  #bytes = 0;

  /** `bytesOf` weighs an entry, what V8 needs around it included. */
  constructor(maxBytes: number, bytesOf: (key: string, value: Value) => number) {
    this.#maxBytes = maxBytes;
    this.#bytesOf = bytesOf;
  }

  get(key: string): Value | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    const before = this.#young.get(key);
    this.#bytes +=
      this.#bytesOf(key, value) - (before === undefined ? 0 : this.#bytesOf(key, before));
    this.#young.set(key, value);
    if (this.#bytes <= this.#maxBytes / 2 && this.#young.size < MAX_ENTRIES) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#bytes = 0;
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#bytes = 0;
  }

  /** Entries in both generations; one that moved may count twice. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
