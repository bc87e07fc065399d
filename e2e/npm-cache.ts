/** `scripts/npm-cache.js`: npm packages that tests install when they first need them. */
interface NpmCache {
  /** The folder of a version of a package. */
  readonly homeOf: (name: string, version: string) => string;
  /**
   * Installs the package there if it is missing. `finish` returns whether the installation is
   * complete.
   */
  readonly takeFromNpm: (
    home: string,
    name: string,
    version: string,
    finish: (folder: string) => boolean,
  ) => void;
}

const script = new URL('../../scripts/npm-cache.js', import.meta.url).href;
export const { homeOf, takeFromNpm } = (await import(script)) as NpmCache;
