import { write, writeSync } from 'node:fs';

/** Pipes write up to 4096 bytes as a whole, so that lines of several workers are not mixed. */
const CHUNK = 4096;
/** What waits at most; more lines are dropped. */
const MAX_WAITING = 1024 * 1024;
const RETRY_MS = 100;
const CLOSE_MS = 1000;

interface LineWriterOptions {
  /** How long lines are collected before they are written; 0: they are not. */
  readonly collectMs: number;
  /** The line that says how many lines were dropped. */
  readonly droppedLine: (lines: number) => string;
}

/**
 * Writes lines in the background. `write` only appends to a text in memory; it never waits and never throws. If what reads
 * the lines is slow, or they cannot be written, lines are dropped and counted.
 */
export class LineWriter {
  /** Lines that were dropped. */
  dropped = 0;
  readonly #fd: number;
  readonly #options: LineWriterOptions;
  readonly #timer: NodeJS.Timeout | undefined;
  #chunks: string[] = [];
  #chunk = '';
  #waiting = 0;
  #writing = false;
  #reported = 0;
  #onEmpty: (() => void) | undefined;

  constructor(fd: number, options: LineWriterOptions) {
    this.#fd = fd;
    this.#options = options;
    const { collectMs } = options;
    this.#timer = collectMs > 0 ? setInterval(() => this.#flush(), collectMs).unref() : undefined;
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
      if (!this.#timer) this.#flush();
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

  /** Writes what waits, as far as that is possible at once: for the end of the process. */
  writeNow(): void {
    try {
      writeSync(this.#fd, this.#chunks.join('') + this.#chunk);
    } catch {
      // Nothing can be reported any more.
    }
  }

  #flush(): void {
    if (this.#writing) return;
    if (this.dropped > this.#reported) {
      const line = this.#options.droppedLine(this.dropped - this.#reported);
      this.#reported = this.dropped;
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
      this.#write(Buffer.from(chunk), chunk);
    }
  }

  /** `rest`: of the chunk. */
  #write(rest: Buffer, chunk: string): void {
    write(this.#fd, rest, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.#write(rest, chunk), RETRY_MS).unref();
      } else if (!error && written < rest.length) {
        this.#write(rest.subarray(written), chunk);
      } else {
        // The reader has closed the pipe, or the disk is full.
        if (error) this.dropped += chunk.split('\n').length - 1;
        this.#waiting -= chunk.length;
        this.#next();
      }
    });
  }
}
