import { statSync } from 'node:fs';

/** How often it is checked whether the file was replaced. */
const CHECK_EVERY_MS = 60_000;

/** The content of a file that can be replaced while the process runs. It reads the disk, so it belongs to a thread. */
export class WatchedFile<Content> {
  readonly #file: string;
  readonly #read: (file: string) => Content;
  #content: Content;
  #version: string;
  #checkAt = 0;

  /** Throws what `read` throws. */
  constructor(file: string, read: (file: string) => Content) {
    this.#file = file;
    this.#read = read;
    this.#version = versionOf(file);
    this.#content = read(file);
  }

  /** `now` in milliseconds. */
  content(now: number): Content {
    if (now >= this.#checkAt) this.#reload(now);
    return this.#content;
  }

  #reload(now: number): void {
    this.#checkAt = now + CHECK_EVERY_MS;
    try {
      const version = versionOf(this.#file);
      if (version === this.#version) return;
      this.#content = this.#read(this.#file);
      this.#version = version;
    } catch {
      // It is being replaced, or has an error. What was read before stays in use.
    }
  }
}

function versionOf(file: string): string {
  const { mtimeMs, size, ino } = statSync(file);
  return `${mtimeMs} ${size} ${ino}`;
}
