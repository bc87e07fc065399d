import { readFileSync } from 'node:fs';
import { Reader, type CountryResponse } from 'mmdb-lib';
import { countryIn } from './country-in.ts';
import { WatchedFile } from './watched-file.ts';

/** Networks whose country is remembered, and how long. */
const MAX_KNOWN = 50_000;
const KNOWN_MS = 60 * 60_000;

/**
 * The countries of networks, from a file in the MMDB format of MaxMind. It is read again when it is replaced, since
 * such files are updated every week. It reads the disk, so it belongs to the click thread.
 */
export class Countries {
  readonly #file: WatchedFile<Reader<CountryResponse>>;
  readonly #known = new Map<string, string>();
  #reader: Reader<CountryResponse> | undefined;
  #knownUntil = 0;

  constructor(file: string) {
    this.#file = new WatchedFile(file, (path) => new Reader<CountryResponse>(readFileSync(path)));
  }

  /**
   * Returns the code of a country, such as `DE`; '' if it is unknown, or if the file could not be read yet. `network`:
   * see `truncatedNetwork`. `now` in milliseconds.
   */
  countryOf(network: string, now: number): string {
    if (network === '') return '';
    const reader = this.#file.content(now);
    if (!reader) return '';
    if (reader !== this.#reader || now >= this.#knownUntil) {
      this.#known.clear();
      this.#knownUntil = now + KNOWN_MS;
    }
    this.#reader = reader;
    let country = this.#known.get(network);
    if (country === undefined) {
      country = countryIn(reader, network);
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(network, country);
    }
    return country;
  }

  /** Why no country is known; see `WatchedFile`. */
  newError(): string | undefined {
    return this.#file.newError();
  }
}
