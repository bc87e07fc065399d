/** The links of one block that have a term, as a set and as text. */

/** The number of link numbers in a block. */
export const BLOCK_LINKS = 4096;
const WORDS = BLOCK_LINKS / 32;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The value of each digit, by its character code. */
const VALUES = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value;
/** Six links per digit: shorter than two digits per link for more than a twelfth of them. */
const BITMAP_LENGTH = Math.ceil(BLOCK_LINKS / 6);

/** Positions in a block. */
export class BlockSet {
  readonly #words = new Uint32Array(WORDS);

  static of(positions: Iterable<number>): BlockSet {
    const set = new BlockSet();
    for (const position of positions) set.add(position);
    return set;
  }

  /** Reads the text of another set; an absent one is empty. */
  static parse(text: string | undefined): BlockSet {
    const set = new BlockSet();
    if (text === undefined) return set;
    if (text.length !== BITMAP_LENGTH) {
      for (let at = 0; at < text.length; at += 2)
        set.add(digit(text, at) * 64 + digit(text, at + 1));
      return set;
    }
    for (let at = 0; at < text.length; at++) {
      const bits = digit(text, at);
      for (let bit = 0; bits >> bit > 0; bit++) if ((bits >> bit) & 1) set.add(at * 6 + bit);
    }
    return set;
  }

  add(position: number): void {
    this.#words[position >> 5]! |= 1 << (position & 31);
  }

  /** Keeps only what is also in the other set. */
  keep(other: BlockSet): void {
    for (let at = 0; at < WORDS; at++) this.#words[at]! &= other.#words[at]!;
  }

  /** The same with the text of the other set. In most cases few positions are left, so it is not read completely. */
  keepText(text: string): void {
    if (text.length !== BITMAP_LENGTH) {
      this.keep(BlockSet.parse(text));
      return;
    }
    for (const position of this.positions()) {
      const isInBoth = (digit(text, Math.floor(position / 6)) >> (position % 6)) & 1;
      if (!isInBoth) this.#words[position >> 5]! &= ~(1 << (position & 31));
    }
  }

  addAll(other: BlockSet): void {
    for (let at = 0; at < WORDS; at++) this.#words[at]! |= other.#words[at]!;
  }

  get isEmpty(): boolean {
    return this.#words.every((word) => word === 0);
  }

  /** In ascending order. */
  positions(): number[] {
    const found: number[] = [];
    for (let at = 0; at < WORDS; at++) {
      for (let word = this.#words[at]!; word !== 0; word &= word - 1) {
        found.push(at * 32 + 31 - Math.clz32(word & -word));
      }
    }
    return found;
  }

  /** Two digits for each position, or a bitmap if there are many. */
  toString(): string {
    const positions = this.positions();
    if (positions.length * 2 < BITMAP_LENGTH) {
      return positions.map((one) => DIGITS[one >> 6]! + DIGITS[one & 63]!).join('');
    }
    const bits = new Uint8Array(BITMAP_LENGTH);
    for (const position of positions) bits[Math.floor(position / 6)]! |= 1 << (position % 6);
    return Array.from(bits, (value) => DIGITS[value]!).join('');
  }
}

function digit(text: string, at: number): number {
  return VALUES[text.charCodeAt(at)] ?? 0;
}
