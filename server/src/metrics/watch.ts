import type { Registry } from 'prom-client';
import type { Context } from '../actions/context.ts';
import type { WebhookCounts } from '../jobs/webhooks/webhook-counts.ts';
import { VERSION } from '../version.ts';
import { addCounter, addGauge, type Samples } from './samples.ts';
import { storeSizes } from './store-sizes.ts';
import type { VisitCounts } from './visit-counts.ts';

/** Work of one kind: see `http/overload`. */
export interface WorkLoad {
  readonly work: string;
  readonly inProgress: number;
  readonly refused: number;
}

/** The parts of the service that are read when metrics are requested. */
export interface WatchedParts {
  readonly ctx: Context;
  readonly load: () => readonly WorkLoad[];
  readonly webhooks: WebhookCounts;
  /** Spans of traces by what became of them. */
  readonly spans: () => Readonly<Record<string, number>>;
  /** Lines of the access log that were dropped. */
  readonly droppedLines: () => number;
}

/** Adds the metrics of everything that is counted in plain numbers. */
export function watch(
  registry: Registry,
  visits: VisitCounts,
  { ctx, load, webhooks, droppedLines, spans }: WatchedParts,
): void {
  addGauge(registry, {
    name: 'smartlink_build_info',
    help: 'The version of the service.',
    labels: ['version', 'node'],
    aggregator: 'first',
    read: () => [[{ version: VERSION, node: process.version }, 1]],
  });
  watchVisits(registry, visits);
  watchCaches(registry, visits, ctx);
  watchStore(registry, ctx);
  addGauge(registry, {
    name: 'smartlink_requests_in_progress',
    help: 'Requests that the service works on.',
    labels: ['work'],
    read: () => load().map(({ work, inProgress }) => [{ work }, inProgress] as const),
  });
  addCounter(registry, {
    name: 'smartlink_requests_refused_total',
    help: 'Requests that were refused because of overload.',
    labels: ['work'],
    read: () => load().map(({ work, refused }) => [{ work }, refused] as const),
  });
  addCounter(registry, {
    name: 'smartlink_access_log_dropped_total',
    help: 'Lines of the access log that were dropped.',
    read: () => [[{}, droppedLines()]],
  });
  addCounter(registry, {
    name: 'smartlink_trace_spans_total',
    help: 'Spans of traces: exported, failed to be sent, or dropped because too many waited.',
    labels: ['result'],
    read: () => Object.entries(spans()).map(([result, count]) => [{ result }, count] as const),
  });
  if (ctx.clicks) watchClicks(registry, ctx.clicks);
  watchWebhooks(registry, webhooks);
}

function watchVisits(registry: Registry, visits: VisitCounts): void {
  addCounter(registry, {
    name: 'smartlink_visits_total',
    help: 'Visits of links that exist.',
    labels: ['app', 'outcome', 'platform', 'kind'],
    *read() {
      for (const { count, ...labels } of visits.visits()) yield [labels, count] as const;
    },
  });
  addCounter(registry, {
    name: 'smartlink_visit_responses_total',
    help: 'Responses to visits, also of unknown codes.',
    labels: ['status'],
    *read() {
      for (const { status, count } of visits.responses()) yield [{ status }, count] as const;
    },
  });
}

function watchCaches(registry: Registry, visits: VisitCounts, { cache }: Context): void {
  const counts = (): Record<string, { readonly hits: number; readonly misses: number }> => ({
    visits: { hits: visits.cached, misses: visits.uncached },
    pages: cache.pages,
    retrievals: cache.retrievals,
    tokens: cache.actors,
  });
  addCounter(registry, {
    name: 'smartlink_cache_requests_total',
    help: 'Lookups in the caches.',
    labels: ['cache', 'result'],
    read: () =>
      Object.entries(counts()).flatMap(
        ([name, { hits, misses }]) =>
          [
            [{ cache: name, result: 'hit' }, hits],
            [{ cache: name, result: 'miss' }, misses],
          ] as const,
      ),
  });
  addGauge(registry, {
    name: 'smartlink_cache_bytes',
    help: 'Approximate size of the caches.',
    labels: ['cache'],
    read: () => [
      [{ cache: 'visits' }, cache.visits.bytes],
      [{ cache: 'pages' }, cache.pages.bytes],
      [{ cache: 'retrievals' }, cache.retrievals.calculatedSize],
    ],
  });
}

function watchStore(registry: Registry, ctx: Context): void {
  const { db } = ctx;
  addGauge(registry, {
    name: 'smartlink_store_waiting',
    help: 'Operations that wait for the database.',
    labels: ['queue'],
    read: () => Object.entries(db.load().waiting).map(([queue, one]) => [{ queue }, one] as const),
  });
  const batches = (field: 'count' | 'operations'): Samples =>
    Object.entries(db.load().batches).map(([kind, one]) => [{ kind }, one[field]] as const);
  addCounter(registry, {
    name: 'smartlink_store_batches_total',
    help: 'Groups of operations that shared a statement or a transaction.',
    labels: ['kind'],
    read: () => batches('count'),
  });
  addCounter(registry, {
    name: 'smartlink_store_batched_operations_total',
    help: 'Operations in these groups.',
    labels: ['kind'],
    read: () => batches('operations'),
  });
  addGauge(registry, {
    name: 'smartlink_store_bytes',
    help: 'Size of the database, and of the store of clicks if it is a file.',
    labels: ['store'],
    // The workers have the same database.
    aggregator: 'max',
    read: storeSizes(ctx),
  });
}

function watchClicks(registry: Registry, clicks: NonNullable<Context['clicks']>): void {
  addCounter(registry, {
    name: 'smartlink_clicks_recorded_total',
    help: 'Clicks that were recorded: the sum of the stored, waiting and lost ones.',
    read: () => [[{}, clicks.stats().recorded]],
  });
  addCounter(registry, {
    name: 'smartlink_clicks_stored_total',
    help: 'Clicks that were stored.',
    read: () => [[{}, clicks.stats().stored]],
  });
  addCounter(registry, {
    name: 'smartlink_clicks_lost_total',
    help: 'Clicks that were lost.',
    labels: ['reason'],
    read: () =>
      Object.entries(clicks.stats().lost).map(([reason, count]) => [{ reason }, count] as const),
  });
  addGauge(registry, {
    name: 'smartlink_clicks_waiting',
    help: 'Clicks in memory that are not stored yet.',
    read: () => [[{}, clicks.stats().waiting]],
  });
}

function watchWebhooks(registry: Registry, { attempts, deliveries }: WebhookCounts): void {
  addCounter(registry, {
    name: 'smartlink_webhook_attempts_total',
    help: 'Attempts to send an event to a webhook.',
    labels: ['result'],
    read: () => Object.entries(attempts).map(([result, count]) => [{ result }, count] as const),
  });
  addCounter(registry, {
    name: 'smartlink_webhook_deliveries_total',
    help: 'Deliveries of events to webhooks that ended.',
    labels: ['result'],
    read: () => Object.entries(deliveries).map(([result, count]) => [{ result }, count] as const),
  });
}
