import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Problem } from '../problem.ts';
import type { Redeemed } from '../storage/database.ts';
import type { Snapshot } from './worker-sum.ts';
import type { ObserveStore } from './measured-database.ts';
import { VisitCounts } from './visit-counts.ts';
import { watch, type WatchedParts } from './watch.ts';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STORE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

/**
 * The metrics of this process. What happens often is counted in plain numbers, which are read when metrics are
 * requested. Labels have few values: never a code, an address or a user agent.
 */
export class Metrics {
  readonly visits = new VisitCounts();
  readonly #registry = new Registry();
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #durations: Histogram<'method' | 'route'>;
  readonly #store: Histogram<'operation'>;
  readonly #failures: Counter<'operation'>;
  readonly #redemptions: Counter<'outcome'>;

  constructor() {
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'smartlink_http_requests_total',
      help: 'Responses to requests other than visits, by route.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'smartlink_http_request_duration_seconds',
      help: 'Time until the response to a request other than a visit was sent.',
      labelNames: ['method', 'route'],
      buckets: REQUEST_SECONDS,
      registers,
    });
    this.#store = new Histogram({
      name: 'smartlink_store_operation_duration_seconds',
      help: 'Duration of operations of the database, with the time that they waited.',
      labelNames: ['operation'],
      buckets: STORE_SECONDS,
      registers,
    });
    this.#failures = new Counter({
      name: 'smartlink_store_failures_total',
      help: 'Operations of the database that failed.',
      labelNames: ['operation'],
      registers,
    });
    this.#redemptions = new Counter({
      name: 'smartlink_redemptions_total',
      help: 'Redemptions that were granted, and refused ones by the code of the error.',
      labelNames: ['outcome'],
      registers,
    });
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Observes the database of this process. */
  readonly observeStore: ObserveStore = (operation, seconds, result) => {
    this.#store.observe({ operation }, seconds);
    if (result === undefined) this.#failures.inc({ operation });
    else if (operation === 'redeem' && (result as Redeemed).outcome === 'granted') {
      this.#redemptions.inc({ outcome: 'granted' });
    }
  };

  /** A response to a request that is no visit. `route`: the pattern of its path. */
  observeRequest(method: string, route: string, status: number, seconds: number): void {
    this.#requests.inc({ method, route, status });
    this.#durations.observe({ method, route }, seconds);
  }

  redemptionRefused({ code }: Problem): void {
    this.#redemptions.inc({ outcome: code });
  }

  /** Adds what the parts of the service know. */
  watch(parts: WatchedParts): void {
    watch(this.#registry, this.visits, parts);
  }

  snapshot(): Promise<Snapshot> {
    return this.#registry.getMetricsAsJSON();
  }

  /** The metrics of this process in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
