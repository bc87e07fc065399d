import { readFileSync } from 'node:fs';
import { Reader, type CountryResponse } from 'mmdb-lib';
import { KnownCountries } from './known-countries.ts';
import { WatchedFile } from './watched-file.ts';

/**
 * The countries of networks, from a file in the MMDB format of MaxMind. It is read again when it is replaced, since
 * such files are updated every week. It reads the disk, so it belongs to the click thread.
 */
export class Countries {
  readonly #file: WatchedFile<Reader<CountryResponse>>;
  readonly #known = new KnownCountries(50_000);

  constructor(file: string) {
    this.#file = new WatchedFile(file, (path) => new Reader<CountryResponse>(readFileSync(path)));
  }

  /**
   * Returns the code of a country, such as `DE`; '' if it is unknown, or if the file could not be read yet. `network`:
   * see `truncatedNetwork`. `now` in milliseconds.
   */
  countryOf(network: string, now: number): string {
    const reader = network === '' ? undefined : this.#file.content(now);
    return reader ? this.#known.countryOf(reader, network, now) : '';
  }

  /** Why no country is known; see `WatchedFile`. */
  newError(): string | undefined {
    return this.#file.newError();
  }
}
