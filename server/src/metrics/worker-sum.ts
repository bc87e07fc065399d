import { AggregatorRegistry, type Registry } from 'prom-client';

/** The metrics of a process as data, so that those of several processes can be added. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The sum of snapshots in the text format of Prometheus. */
export function textOfSnapshots(snapshots: readonly Snapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([...snapshots]).metrics();
}

/** What a process counted, without what describes its state: that ends with it. */
function countersOf(snapshot: Snapshot): Snapshot {
  // The types of prom-client say a number, but its snapshots have names.
  return snapshot.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}

/**
 * What all workers have counted. A counter that decreases looks like a restart of everything, after which all that it has
 * counts as new. So of a worker that does not answer, its last snapshot counts, and what a worker that has ended counted stays.
 */
export class WorkerSum {
  readonly #known = new Map<number, Snapshot>();
  #ended: Promise<Snapshot> = Promise.resolve([]);

  set(worker: number, snapshot: Snapshot): void {
    this.#known.set(worker, snapshot);
  }

  end(worker: number): void {
    const last = this.#known.get(worker);
    if (!last) return;
    this.#known.delete(worker);
    this.#ended = this.#ended.then((ended) =>
      AggregatorRegistry.aggregate([ended, countersOf(last)]).getMetricsAsJSON(),
    );
  }

  /** The snapshots of all workers, and of those that have ended together. */
  async snapshots(): Promise<Snapshot[]> {
    for (;;) {
      const waited = this.#ended;
      const ended = await waited;
      // Another worker can have ended in the meantime.
      if (waited === this.#ended) return [ended, ...this.#known.values()];
    }
  }
}
