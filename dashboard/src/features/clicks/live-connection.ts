/** After this time, a stream that was refused is tried again. */
const RETRY_MS = 60_000;
/** The `EventSource` tries again by itself; after so many failures in a row, the stream counts as failed. */
const MAX_FAILURES = 3;

/** The part of an `EventSource` that is used. */
export interface EventSourceLike {
  readonly readyState: number;
  addEventListener(name: string, listener: (event: Event) => void): void;
  close(): void;
}

const CLOSED = 2;

interface LiveOptions {
  readonly open: () => EventSourceLike;
  /** Something was counted. */
  readonly onChange: () => void;
  /** Whether there is a working stream. */
  readonly onStreaming: (streaming: boolean) => void;
}

/** A stream of clicks that is opened again when it fails. */
export class LiveConnection {
  readonly #options: LiveOptions;
  #source: EventSourceLike | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** The id of the last event. Another id after a pause is a change too. */
  #lastId: string | undefined;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  open(): void {
    if (this.#source) return;
    clearTimeout(this.#retry);
    const source = this.#options.open();
    this.#source = source;
    this.#failures = 0;
    source.addEventListener('clicks', (event) => {
      if (source !== this.#source) return;
      this.#failures = 0;
      this.#options.onStreaming(true);
      const { lastEventId } = event as MessageEvent;
      if (this.#lastId !== undefined && this.#lastId !== lastEventId) this.#options.onChange();
      this.#lastId = lastEventId;
    });
    source.addEventListener('error', () => {
      if (source !== this.#source) return;
      this.#failures++;
      if (source.readyState !== CLOSED && this.#failures < MAX_FAILURES) return;
      this.close();
      this.#retry = setTimeout(() => this.open(), RETRY_MS);
    });
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = undefined;
    this.#options.onStreaming(false);
  }
}
