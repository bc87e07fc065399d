/** Gives numbers from 0 to different numbers. Most of them equal the one before. */
export class Indexes {
  readonly #indexes = new Map<number, number>();
  #last = Number.NaN;
  #index = 0;

  of(value: number): number {
    if (value === this.#last) return this.#index;
    const index = this.#indexes.get(value) ?? this.#indexes.size;
    this.#indexes.set(value, index);
    this.#last = value;
    this.#index = index;
    return index;
  }
}
