import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace-base';
import type { Config } from '../config.ts';
import type { AttemptResult } from '../domain/webhook/attempt.ts';
import { measuredDatabase, type ObserveStore } from '../metrics/measured-database.ts';
import type { TracesSampler } from '../read-otel.ts';
import type { Database } from '../storage/database.ts';
import { VERSION } from '../version.ts';
import { BoundedProcessor } from './bounded-processor.ts';

type Settings = Pick<
  Config,
  | 'otelExporterOtlpEndpoint'
  | 'otelExporterOtlpHeaders'
  | 'otelServiceName'
  | 'otelTracesSampler'
  | 'otelTracesSamplerArg'
>;

/** What is known of a request: see `http/observed-requests.ts`. */
interface TracedRequest {
  readonly request: IncomingMessage;
  readonly outcome?: string;
  readonly route?: string;
}

interface TracedEnd {
  readonly status: number | undefined;
}

/** How long the service waits for the last spans when it stops. */
const STOP_MS = 2000;

/**
 * Spans of requests, of their operations of the database, and of attempts of webhooks. It is loaded only if a setting
 * asks for it. Attributes have few values: never a code, an address or a user agent.
 */
export class Tracing {
  readonly #provider: BasicTracerProvider;
  readonly #processor: BoundedProcessor;
  readonly #tracer: Tracer;
  readonly #propagator = new W3CTraceContextPropagator();
  readonly #current = new AsyncLocalStorage<Context>();
  readonly #spans = new WeakMap<IncomingMessage, Span>();

  /** `onFailure` is called when spans could not be sent. */
  constructor(settings: Settings, onFailure: (error: Error) => void) {
    const exporter = new OTLPTraceExporter({
      url: `${settings.otelExporterOtlpEndpoint}/v1/traces`,
      headers: { ...settings.otelExporterOtlpHeaders },
      concurrencyLimit: 1,
    });
    this.#processor = new BoundedProcessor(exporter, onFailure);
    this.#provider = new BasicTracerProvider({
      resource: resourceFromAttributes({
        'service.name': settings.otelServiceName,
        'service.version': VERSION,
        'service.instance.id': randomUUID(),
      }),
      sampler: samplerOf(settings.otelTracesSampler, settings.otelTracesSamplerArg),
      spanProcessors: [this.#processor],
    });
    this.#tracer = this.#provider.getTracer('smartlink', VERSION);
  }

  /** Spans since the start of the process, by what became of them. */
  get counts(): BoundedProcessor['counts'] {
    return this.#processor.counts;
  }

  /** Observes requests. The context of a caller counts only if `isTrusted`: a visitor could have every visit sampled. */
  requests(isTrusted: (request: IncomingMessage) => boolean) {
    return {
      around: ({ request }: TracedRequest, work: () => void): void => {
        let span = this.#spans.get(request);
        if (!span) {
          const parent = isTrusted(request)
            ? this.#propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
            : ROOT_CONTEXT;
          const attributes = { 'http.request.method': request.method };
          span = this.#tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, parent);
          this.#spans.set(request, span);
        }
        this.#current.run(trace.setSpan(ROOT_CONTEXT, span), work);
      },
      ended: ({ request, outcome, route }: TracedRequest, { status }: TracedEnd): void => {
        const span = this.#spans.get(request);
        if (!span) return;
        if (outcome !== undefined) span.setAttribute('smartlink.visit.outcome', outcome);
        if (route !== undefined) span.setAttribute('http.route', route);
        span.updateName(outcome === undefined ? `${request.method} ${route ?? 'other'}` : 'visit');
        end(span, status);
      },
    };
  }

  /** The id of the trace of a request; undefined if it is not sent. */
  traceIdOf(request: IncomingMessage): string | undefined {
    const context = this.#spans.get(request)?.spanContext();
    return context && (context.traceFlags & TraceFlags.SAMPLED) !== 0 ? context.traceId : undefined;
  }

  /** A database whose operations for requests and webhooks have spans. */
  readonly measure = (db: Database): Database =>
    measuredDatabase(db, this.storeObserver(db.engine));

  /** Makes spans of operations of a database or of its replicas. */
  storeObserver(engine: Database['engine']): ObserveStore {
    const system = engine === 'postgres' ? 'postgresql' : 'sqlite';
    return (operation, seconds, result) => {
      const parent = this.#current.getStore();
      if (!parent) return;
      const now = Date.now();
      const attributes = { 'db.system.name': system, 'db.operation.name': operation };
      const options = { kind: SpanKind.CLIENT, attributes, startTime: now - seconds * 1000 };
      const span = this.#tracer.startSpan(`store ${operation}`, options, parent);
      if (result === undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(now);
    };
  }

  /** Makes an attempt of a webhook, with the headers that tell the receiver its trace. */
  readonly attempt = async (
    send: (headers: Readonly<Record<string, string>>) => Promise<AttemptResult | undefined>,
  ): Promise<AttemptResult | undefined> => {
    const attributes = { 'http.request.method': 'POST' };
    const options = { kind: SpanKind.CLIENT, attributes };
    const span = this.#tracer.startSpan('webhook attempt', options, ROOT_CONTEXT);
    const headers: Record<string, string> = {};
    const context = trace.setSpan(ROOT_CONTEXT, span);
    this.#propagator.inject(context, headers, defaultTextMapSetter);
    const result = await send(headers);
    end(span, result?.status ?? undefined, 400);
    return result;
  };

  /** Sends the last spans, for two seconds at most. */
  async close(): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
    await Promise.race([this.#provider.shutdown().catch(() => undefined), late]);
  }
}

/** `status`: undefined if there was no response. */
function end(span: Span, status: number | undefined, failsFrom = 500): void {
  if (status !== undefined) span.setAttribute('http.response.status_code', status);
  if (status === undefined || status >= failsFrom) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function samplerOf(name: TracesSampler, share: number): Sampler {
  if (name.startsWith('parentbased_')) {
    const root = samplerOf(name.slice('parentbased_'.length) as TracesSampler, share);
    return new ParentBasedSampler({ root });
  }
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(share);
  return name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler();
}
