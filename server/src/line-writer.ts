import { write } from 'node:fs';

/** Pipes write up to 4096 bytes as a whole, so that lines of several workers are not mixed. */
const CHUNK = 4096;
/** What waits at most; more lines are dropped. */
const MAX_WAITING = 1024 * 1024;
const FLUSH_MS = 200;
const RETRY_MS = 100;
const CLOSE_MS = 1000;

/**
 * Writes lines of ASCII in the background. `write` only appends to a text in memory; it never waits. If what reads the
 * lines is slow, lines are dropped and counted.
 */
export class LineWriter {
  /** Lines that were dropped. */
  dropped = 0;
  readonly #fd: number;
  readonly #timer: NodeJS.Timeout;
  #chunks: string[] = [];
  #chunk = '';
  #waiting = 0;
  #writing = false;
  #reported = 0;
  #onEmpty: (() => void) | undefined;

  constructor(fd: number) {
    this.#fd = fd;
    this.#timer = setInterval(() => this.#flush(), FLUSH_MS).unref();
  }

  write(line: string): void {
    if (this.#waiting + line.length > MAX_WAITING) {
      this.dropped++;
      return;
    }
    this.#waiting += line.length;
    if (this.#chunk !== '' && this.#chunk.length + line.length > CHUNK) {
      this.#chunks.push(this.#chunk);
      this.#chunk = line;
      if (!this.#writing) this.#next();
    } else {
      this.#chunk += line;
    }
  }

  /** Writes what waits, for a second at most. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#waiting === 0) return;
    const empty = new Promise<void>((resolve) => (this.#onEmpty = resolve));
    const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
    this.#flush();
    await Promise.race([empty, late]);
    // A write that has begun cannot be stopped; nothing is written after it.
    this.#chunks = [];
    this.#chunk = '';
  }

  #flush(): void {
    if (this.#writing) return;
    if (this.dropped > this.#reported) {
      const count = this.dropped - this.#reported;
      this.#reported = this.dropped;
      const time = new Date().toISOString();
      const line = `${JSON.stringify({ time, type: 'access_dropped', lines: count })}\n`;
      this.#chunk += line;
      this.#waiting += line.length;
    }
    this.#next();
  }

  #next(): void {
    if (this.#chunks.length === 0 && this.#chunk !== '') {
      this.#chunks.push(this.#chunk);
      this.#chunk = '';
    }
    const chunk = this.#chunks.shift();
    this.#writing = chunk !== undefined;
    if (chunk === undefined) {
      this.#waiting = 0;
      this.#onEmpty?.();
    } else {
      this.#write(chunk);
    }
  }

  #write(chunk: string): void {
    write(this.#fd, chunk, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.#write(chunk), RETRY_MS).unref();
      } else if (!error && written < chunk.length) {
        this.#waiting -= written;
        this.#write(chunk.slice(written));
      } else {
        // The reader has closed the pipe.
        if (error) this.dropped += chunk.split('\n').length - 1;
        this.#waiting -= chunk.length;
        this.#next();
      }
    });
  }
}
