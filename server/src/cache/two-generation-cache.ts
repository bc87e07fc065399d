/** Maximum number of entries of a generation, of any size: a Map of V8 can have twice as many. */
const MAX_ENTRIES = 2 ** 23;

/**
 * A bounded cache in which a hit costs no more than the lookup. Entries are in two generations: a hit moves
 * an entry to the young one, and when that reaches half of the limit, the old one is dropped as a whole. An
 * exact order of use would write to several locations in memory with every hit, which is most of the cost
 * of a hit among a million entries.
 */
export class TwoGenerationCache<Value> {
  readonly #maxBytes: number;
  readonly #bytesOf: (key: string, value: Value) => number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  #bytes = 0;
  #oldBytes = 0;

  /** `bytesOf`: the size of an entry, including what V8 needs for it. */
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

  /** The value of a key, which `make` makes if it is not known. */
  memo(key: string, make: (key: string) => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    this.set(key, made);
    return made;
  }

  set(key: string, value: Value): void {
    const before = this.#young.get(key);
    this.#bytes +=
      this.#bytesOf(key, value) - (before === undefined ? 0 : this.#bytesOf(key, before));
    this.#young.set(key, value);
    if (this.#bytes <= this.#maxBytes / 2 && this.#young.size < MAX_ENTRIES) return;
    this.#old = this.#young;
    this.#oldBytes = this.#bytes;
    this.#young = new Map();
    this.#bytes = 0;
  }

  delete(key: string): void {
    const young = this.#young.get(key);
    const old = this.#old.get(key);
    if (young !== undefined) this.#bytes -= this.#bytesOf(key, young);
    if (old !== undefined) this.#oldBytes -= this.#bytesOf(key, old);
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#bytes = this.#oldBytes = 0;
  }

  /** Entries in both generations; a moved entry may count twice. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** The size of both generations; a moved entry may count twice. */
  get bytes(): number {
    return this.#bytes + this.#oldBytes;
  }
}
