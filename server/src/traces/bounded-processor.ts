import type { Context } from '@opentelemetry/api';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** Spans that wait at most, with those that are being sent; more are dropped. */
export const MAX_WAITING = 2048;
const BATCH = 512;
const DELAY_MS = 1000;

/** Sends spans in batches in the background, and counts what became of them. */
export class BoundedProcessor implements SpanProcessor {
  readonly counts = { exported: 0, failed: 0, dropped: 0 };
  readonly #batches: BatchSpanProcessor;
  #waiting = 0;
  /** The end of the last batch. */
  #last = Promise.resolve();

  constructor(exporter: SpanExporter, onFailure: (error: Error) => void) {
    const counted: SpanExporter = {
      // One after the other: at a stop, all batches are handed over at once, and an exporter refuses the second one.
      export: (spans, done) => {
        const send = (sent: () => void): void =>
          exporter.export(spans, (result) => {
            this.#waiting -= spans.length;
            this.counts[result.error ? 'failed' : 'exported'] += spans.length;
            if (result.error) onFailure(result.error);
            done(result);
            sent();
          });
        this.#last = this.#last.then(() => new Promise<void>(send)).catch(onFailure);
      },
      shutdown: () => exporter.shutdown(),
      forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    };
    this.#batches = new BatchSpanProcessor(counted, {
      // The limit is kept here, where what is dropped can be counted.
      maxQueueSize: 2 * MAX_WAITING,
      maxExportBatchSize: BATCH,
      scheduledDelayMillis: DELAY_MS,
    });
  }

  onStart(_span: Span, _parent: Context): void {
    // Only spans that have ended are sent.
  }

  onEnd(span: ReadableSpan): void {
    // The batches leave out spans that are not sampled.
    if ((span.spanContext().traceFlags & 1) === 0) return;
    if (this.#waiting >= MAX_WAITING) {
      this.counts.dropped++;
      return;
    }
    this.#waiting++;
    this.#batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }
}
