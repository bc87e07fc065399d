import { statSync } from 'node:fs';

/** How often it is checked whether the file was replaced. */
const CHECK_EVERY_MS = 60_000;

/**
 * The content of a file that can be replaced while the process runs. It reads the disk, so it belongs to a thread. A file
 * with an error does not prevent clicks from being recorded: it may be replaced while a thread is started again.
 */
export class WatchedFile<Content> {
  readonly #file: string;
  readonly #read: (file: string) => Content;
  #content: Content | undefined;
  #version: string | undefined;
  #checkAt = 0;
  #error: string | undefined;
  #reported: string | undefined;

  /** `read` throws if the file has an error. */
  constructor(file: string, read: (file: string) => Content) {
    this.#file = file;
    this.#read = read;
    this.#load();
  }

  /** Undefined: the file could not be read yet. `now` in milliseconds. */
  content(now: number): Content | undefined {
    if (now >= this.#checkAt) {
      this.#checkAt = now + CHECK_EVERY_MS;
      this.#load();
    }
    return this.#content;
  }

  /** Why there is no content; undefined if there is, or if this was returned before. */
  newError(): string | undefined {
    const error = this.#content === undefined ? this.#error : undefined;
    if (error === this.#reported) return undefined;
    this.#reported = error;
    return error;
  }

  #load(): void {
    try {
      const version = versionOf(this.#file);
      if (version === this.#version) return;
      this.#content = this.#read(this.#file);
      this.#version = version;
    } catch (error) {
      // It is being replaced, or has an error. What was read before stays in use.
      this.#error = error instanceof Error ? error.message : String(error);
    }
  }
}

function versionOf(file: string): string {
  const { mtimeMs, size, ino } = statSync(file);
  return `${mtimeMs} ${size} ${ino}`;
}
