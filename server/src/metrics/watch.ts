import type { Registry } from 'prom-client';
import type { Context } from '../actions/context.ts';
import type { WebhookCounts } from '../jobs/webhooks/webhook-counts.ts';
import { VERSION } from '../version.ts';
import { lastBackup, type LastBackup } from '../storage/backups/last-backup.ts';
import { readBehind, addCounter, addGauge, type Samples } from './samples.ts';
import { storeSizes } from './store-sizes.ts';
import type { VisitCounts } from './visit-counts.ts';
import { watchReplicas } from './watch-replicas.ts';
import { watchWebhooks } from './watch-webhooks.ts';

/** The last backup is read at most this often. */
const BACKUP_INTERVAL_MS = 5000;

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
  /** Whether scheduled backups are made. */
  readonly backups: boolean;
}

/** Adds the metrics of everything that is counted in plain numbers. */
export function watch(
  registry: Registry,
  visits: VisitCounts,
  { ctx, load, webhooks, droppedLines, spans, backups }: WatchedParts,
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
  watchReplicas(registry, ctx);
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
  watchWebhooks(registry, ctx, webhooks);
  if (backups) watchBackups(registry, ctx);
}

/** All instances read them in the database. */
function watchBackups(registry: Registry, ctx: Context): void {
  const last = readBehind(BACKUP_INTERVAL_MS, () => lastBackup(ctx.db));
  const gauge = (name: string, help: string, read: (last: LastBackup) => number | null): void =>
    addGauge(registry, {
      name,
      help,
      aggregator: 'max',
      read() {
        const known = last();
        const value = known && read(known);
        return value === null || value === undefined ? [] : [[{}, value]];
      },
    });
  gauge(
    'smartlink_last_backup_timestamp_seconds',
    'When the last scheduled backup that succeeded was begun.',
    ({ succeededAt }) => succeededAt && succeededAt / 1000,
  );
  gauge('smartlink_last_backup_bytes', 'Size of this backup.', ({ bytes }) => bytes);
  gauge('smartlink_last_backup_failed', '1: a later backup failed.', ({ triedAt, error }) =>
    triedAt === null ? null : Number(error !== null),
  );
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
    help: 'Size of the database, and of the click store if it is a file.',
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
    read() {
      const { waiting, held } = clicks.stats();
      return [[{}, waiting + held]];
    },
  });
}
