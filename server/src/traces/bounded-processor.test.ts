import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { BoundedProcessor, MAX_WAITING } from './bounded-processor.ts';

const SPAN = { resource: {}, spanContext: () => ({ traceFlags: 1 }) } as unknown as ReadableSpan;

/** Refuses a batch while it sends another one, as the exporter for OTLP does. */
function exporter(): SpanExporter & { readonly sizes: number[] } {
  const sizes: number[] = [];
  let isSending = false;
  return {
    sizes,
    export: (spans, done) => {
      if (isSending) return done({ code: 1, error: new Error('one at a time') });
      isSending = true;
      setTimeout(() => {
        isSending = false;
        sizes.push(spans.length);
        done({ code: 0 });
      }, 20);
    },
    shutdown: () => Promise.resolve(),
  };
}

describe('spans at a stop', () => {
  it('are all sent, one batch after the other', async () => {
    const sent = exporter();
    const errors: Error[] = [];
    const processor = new BoundedProcessor(sent, (error) => errors.push(error));
    for (let span = 0; span < MAX_WAITING; span++) processor.onEnd(SPAN);
    await processor.shutdown();
    assert.deepEqual(errors, []);
    assert.deepEqual(processor.counts, { exported: MAX_WAITING, failed: 0, dropped: 0 });
    assert.equal(
      sent.sizes.reduce((sum, size) => sum + size, 0),
      MAX_WAITING,
    );
  });
});
