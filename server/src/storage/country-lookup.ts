import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Reader, type CountryResponse } from 'mmdb-lib';
import { KnownCountries } from './clicks/known-countries.ts';

/** How often it is checked whether the file was replaced. */
const CHECK_EVERY_MS = 60_000;
/** How long the first visits wait for the file. */
const MAX_WAIT_MS = 500;

/**
 * The countries of networks for rules of links. The file is read when a rule first needs it, and again after it was
 * replaced; lookups use what is in memory. It belongs to the thread that answers visits, so it never blocks on the disk.
 */
export class CountryLookup {
  readonly #file: string;
  #reader: Reader<CountryResponse> | undefined;
  #version = '';
  #checkAt = 0;
  #reading: Promise<void> | undefined;
  readonly #known = new KnownCountries(10_000);

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Returns the code of a country, such as `DE`; '' if it is unknown, or the file is not read yet. `network`: see
   * `truncatedNetwork`. `now` in milliseconds.
   */
  countryOf(network: string, now: number): string {
    if (now >= this.#checkAt) void this.#check(now);
    if (!this.#reader || network === '') return '';
    return this.#known.countryOf(this.#reader, network, now);
  }

  /** Resolves when the file is in memory, cannot be read, or half a second has passed. */
  async ready(now: number): Promise<void> {
    if (this.#reader) return;
    const reading = now >= this.#checkAt ? this.#check(now) : this.#reading;
    if (!reading) return;
    await Promise.race([reading, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
  }

  #check(now: number): Promise<void> {
    this.#checkAt = now + CHECK_EVERY_MS;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #read(): Promise<void> {
    try {
      const { mtimeMs, size, ino } = await stat(this.#file);
      const version = `${mtimeMs} ${size} ${ino}`;
      if (version === this.#version) return;
      this.#reader = new Reader<CountryResponse>(await readFile(this.#file));
      this.#version = version;
    } catch {
      // It is being replaced, or has an error. What was read before stays in use.
    }
  }
}
