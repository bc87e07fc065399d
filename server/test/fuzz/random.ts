/** Repeatable randomness: the same seed and index give the same stream, independently of other streams. */
export class Random {
  #state: number;

  constructor(seed: number, index = 0) {
    this.#state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) | 0;
    this.next();
  }

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from `least` to `most`, inclusive. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)] as T;
  }

  many<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: this.int(least, most) }, make);
  }

  letters(least: number, most: number, alphabet = PLAIN): string {
    return this.many(least, most, () => alphabet[this.int(0, alphabet.length - 1)]).join('');
  }

  bytes(most: number): Buffer {
    return Buffer.from(this.many(0, most, () => this.int(0, 255)));
  }

  /** Text that a client could send: from plain to malicious. */
  text(most = 40): string {
    const point = this.pick(POINTS);
    const long = this.chance(0.01) ? 3000 : most;
    return this.many(0, long, () =>
      String.fromCodePoint(this.chance(0.5) ? this.int(32, 126) : point(this)),
    ).join('');
  }
}

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ODD = [
  0, 8, 9, 10, 13, 27, 34, 39, 60, 62, 92, 127, 133, 160, 173, 847, 1564, 6158, 8203, 8205, 8206,
  8232, 8233, 8238, 8288, 8294, 65279, 65533, 65535, 0xff1a, 0xff0f, 0xe0041,
];
const POINTS: readonly ((random: Random) => number)[] = [
  (random) => random.int(33, 126),
  (random) => random.int(0, 31),
  (random) => random.int(128, 0x2fff),
  (random) => random.int(0xd800, 0xdfff),
  (random) => random.int(0x1f300, 0x1f6ff),
  (random) => random.int(0, 0x10ffff),
  (random) => random.pick(ODD),
  (random) => random.pick([37, 38, 58, 47, 63, 35, 64, 46]),
];
