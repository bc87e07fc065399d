/** `scripts/npm-cache.js`: packages from npm that tests take when they need them first. */
interface NpmCache {
  /** Where a version of a package is kept. */
  readonly homeOf: (name: string, version: string) => string;
  /** Installs it there, unless it is there. `finish` says whether all is there that is needed. */
  readonly takeFromNpm: (
    home: string,
    name: string,
    version: string,
    finish: (folder: string) => boolean,
  ) => void;
}

const script = new URL('../../scripts/npm-cache.js', import.meta.url).href;
export const { homeOf, takeFromNpm } = (await import(script)) as NpmCache;
