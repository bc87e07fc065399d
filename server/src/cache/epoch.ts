/**
 * Decides whether data that was read from the database may be cached. Data that is read while a change
 * arrives may be older than the change, and nothing would remove it from the cache later.
 */
export class Epoch {
  #changes = 0;
  #trusted = true;

  /** Increases with every change. */
  get current(): number {
    return this.#changes;
  }

  /** False: changes may have been missed, so nothing may be cached. */
  get trusted(): boolean {
    return this.#trusted;
  }

  isCurrent(epoch: number): boolean {
    return this.#trusted && epoch === this.#changes;
  }

  advance(): void {
    this.#changes++;
  }

  /** Changes are being received: what is read may be cached. */
  trust(): void {
    this.#trusted = true;
  }

  distrust(): void {
    this.#trusted = false;
    this.#changes++;
  }

  /** Runs `load` and passes its result to `keep`, unless a change arrived while it ran. */
  async through<Value>(load: () => Promise<Value>, keep: (value: Value) => void): Promise<Value> {
    const epoch = this.#changes;
    const value = await load();
    if (this.isCurrent(epoch)) keep(value);
    return value;
  }
}
