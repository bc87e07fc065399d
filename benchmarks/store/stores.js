import { sqlite } from '../engines/sqlite.js';
import { seed } from '../engines/stores.js';
import { newPath } from '../processes.js';

/** The two databases of a run. Each is created when a phase first needs it. */
export class Stores {
  #sizes;
  /** @type {Map<number, Promise<import('./store.js').Store>>} */
  #made = new Map();

  /** @param {number[]} sizes few links, and many */
  constructor(sizes) {
    this.#sizes = sizes;
  }

  small() {
    return this.#of(this.#sizes[0]);
  }

  large() {
    return this.#of(this.#sizes[1]);
  }

  async both() {
    return [await this.small(), await this.large()];
  }

  #of(links) {
    const made = this.#made.get(links) ?? seed(sqlite, newPath(`links-${links}`), links);
    this.#made.set(links, made);
    return made;
  }
}
