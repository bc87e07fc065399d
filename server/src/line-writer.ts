import { write, writeSync } from 'node:fs';

/** In bytes. Pipes write so many as a whole, so that lines of several workers are not mixed. */
const CHUNK = 4096;
/** What waits at most; more lines are dropped. */
const MAX_WAITING = 1024 * 1024;
const RETRY_MS = 100;
const CLOSE_MS = 1000;
/** How long the end of the process waits for a slow reader. */
const END_MS = 500;

interface LineWriterOptions {
  /** How long lines are collected before they are written; 0: they are not. */
  readonly collectMs: number;
  /** The line that says how many lines were dropped. */
  readonly droppedLine: (lines: number) => string;
}

interface Chunk {
  readonly text: string;
  /** How many dropped lines it reports; 0: it has other lines. */
  readonly reports: number;
}

/**
 * Writes lines in the background. `write` only appends to a text in memory; it never waits and never throws. If what reads
 * the lines is slow, or they cannot be written, lines are dropped and counted.
 */
export class LineWriter {
  dropped = 0;
  readonly #fd: number;
  readonly #options: LineWriterOptions;
  readonly #timer: NodeJS.Timeout | undefined;
  #chunks: Chunk[] = [];
  #chunk = '';
  #chunkBytes = 0;
  /** Bytes of all chunks, and of the one that is being written. */
  #waiting = 0;
  /** What has to be written before the chunks; undefined: nothing. */
  #rest: Buffer | undefined;
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
    const bytes = Buffer.byteLength(line);
    if (this.#waiting + bytes > MAX_WAITING) {
      this.dropped++;
      return;
    }
    const isFull = this.#chunkBytes > 0 && this.#chunkBytes + bytes > CHUNK;
    if (isFull) this.#endChunk();
    this.#add(line, bytes);
    if (!this.#timer) this.#flush();
    else if (isFull && !this.#writing) this.#next();
  }

  #add(line: string, bytes: number): void {
    this.#chunk += line;
    this.#chunkBytes += bytes;
    this.#waiting += bytes;
  }

  #endChunk(): void {
    this.#chunks.push({ text: this.#chunk, reports: 0 });
    this.#chunk = '';
    this.#chunkBytes = 0;
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
    this.#rest = undefined;
  }

  /** Writes what waits, at the end of the process: for half a second at most. */
  writeNow(): void {
    const end = performance.now() + END_MS;
    const texts = Buffer.from(this.#chunks.map(({ text }) => text).join('') + this.#chunk);
    let rest = this.#rest ? Buffer.concat([this.#rest, texts]) : texts;
    while (rest.length > 0 && performance.now() < end) {
      try {
        rest = rest.subarray(writeSync(this.#fd, rest));
      } catch (error) {
        // Nothing else can be reported any more.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
        Atomics.wait(NEVER_CHANGED, 0, 0, 1);
      }
    }
  }

  #flush(): void {
    if (this.#writing) return;
    if (this.dropped > this.#reported) {
      const reports = this.dropped - this.#reported;
      const text = this.#options.droppedLine(reports);
      if (this.#chunk !== '') this.#endChunk();
      this.#chunks.push({ text, reports });
      this.#waiting += Buffer.byteLength(text);
      this.#reported = this.dropped;
    }
    this.#next();
  }

  #next(): void {
    if (this.#chunks.length === 0 && this.#chunk !== '') this.#endChunk();
    const chunk = this.#chunks.shift();
    this.#writing = chunk !== undefined;
    if (chunk === undefined) {
      this.#waiting = 0;
      this.#onEmpty?.();
    } else {
      const bytes = Buffer.from(chunk.text);
      this.#write(bytes, bytes, chunk.reports);
    }
  }

  /** `rest`: of the chunk. `reports`: see `Chunk`. */
  #write(rest: Buffer, chunk: Buffer, reports: number): void {
    // While it is being written, it is not known how much has to be written again.
    this.#rest = undefined;
    write(this.#fd, rest, (error, written) => {
      if (error?.code === 'EAGAIN') {
        this.#rest = rest;
        setTimeout(() => this.#write(rest, chunk, reports), RETRY_MS).unref();
      } else if (!error && written < rest.length) {
        this.#write(rest.subarray(written), chunk, reports);
      } else {
        // The reader has closed the pipe, or the disk is full.
        if (error && reports > 0) this.#reported -= reports;
        else if (error) this.dropped += chunk.toString().split('\n').length - 1;
        this.#waiting -= chunk.length;
        this.#next();
      }
    });
  }
}

/** For a pause without the event loop. */
const NEVER_CHANGED = new Int32Array(new SharedArrayBuffer(4));
