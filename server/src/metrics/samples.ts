import { Counter, Gauge, type Aggregator, type Registry } from 'prom-client';

type Labels = Readonly<Record<string, string | number>>;
export type Samples = Iterable<readonly [labels: Labels, value: number]>;

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Reads the values, when metrics are requested. */
  readonly read: () => Samples;
}

/** Adds a counter whose values are counted elsewhere. */
export function addCounter(registry: Registry, { name, help, labels = [], read }: Metric): void {
  const counter = new Counter({
    name,
    help,
    labelNames: [...labels],
    registers: [],
    collect() {
      this.reset();
      for (const [own, value] of read()) this.inc(own, value);
    },
  });
  registry.registerMetric(counter);
}

/** Adds a gauge. `aggregator`: how the values of several workers become one; by default, their sum. */
export function addGauge(
  registry: Registry,
  { name, help, labels = [], read, aggregator = 'sum' }: Metric & { aggregator?: Aggregator },
): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [],
    aggregator,
    collect() {
      this.reset();
      for (const [own, value] of read()) this.set(own, value);
    },
  });
  registry.registerMetric(gauge);
}

/**
 * Returns a function that returns what `read` found last, and reads it again in the background, at most once per
 * interval: metrics do not wait for a database that is busy.
 */
export function readBehind<T>(intervalMs: number, read: () => Promise<T>): () => T | undefined {
  let last: T | undefined;
  let readAt = -Infinity;
  let reading = false;
  return () => {
    if (!reading && performance.now() - readAt >= intervalMs) {
      reading = true;
      readAt = performance.now();
      void read()
        .then(
          (found) => (last = found),
          // Other metrics show that the database is unavailable.
          () => undefined,
        )
        .finally(() => (reading = false));
    }
    return last;
  };
}
