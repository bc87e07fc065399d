import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { textOfSnapshots, WorkerSum, type Snapshot } from './worker-sum.ts';

const snapshot = (count: number): Promise<Snapshot> => {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'c_total', help: 'c', registers }).inc(count);
  new Histogram({ name: 'h', help: 'h', registers, buckets: [10] }).observe(count);
  new Gauge({ name: 'g', help: 'g', registers }).set(count);
  return registry.getMetricsAsJSON();
};
const linesOf = async (sum: WorkerSum): Promise<string[]> =>
  (await textOfSnapshots(await sum.snapshots()))
    .split('\n')
    .filter((line) => /^(?:c_total|h_sum|h_count|g) /.test(line))
    .toSorted();

describe('the sum of the metrics of workers', () => {
  it('has what each worker answered last', async () => {
    const sum = new WorkerSum();
    sum.set(1, await snapshot(3));
    sum.set(2, await snapshot(4));
    sum.set(1, await snapshot(5));
    assert.deepEqual(await linesOf(sum), ['c_total 9', 'g 9', 'h_count 2', 'h_sum 9']);
  });

  it('keeps what workers that ended counted, but not their state', async () => {
    const sum = new WorkerSum();
    for (const [worker, count] of [3, 4, 5].entries()) sum.set(worker, await snapshot(count));
    const reading = linesOf(sum);
    sum.end(0);
    sum.end(2);
    sum.end(7);
    assert.deepEqual(await reading, ['c_total 12', 'g 4', 'h_count 3', 'h_sum 12']);
    sum.set(8, await snapshot(1));
    assert.deepEqual(await linesOf(sum), ['c_total 13', 'g 5', 'h_count 4', 'h_sum 13']);
  });

  it('shows the lag of the slowest worker', async () => {
    const name = 'nodejs_eventloop_lag_max_seconds';
    const sum = new WorkerSum();
    for (const [worker, lag] of [0.01, 0.5, 0.02].entries()) {
      const register = new Registry();
      collectDefaultMetrics({ register });
      const measured = await register.getMetricsAsJSON();
      const withLag = measured.map((one) =>
        one.name === name ? { ...one, values: [{ value: lag, labels: {} }] } : one,
      );
      sum.set(worker, withLag);
    }
    assert.match(await textOfSnapshots(await sum.snapshots()), new RegExp(`^${name} 0.5$`, 'm'));
  });
});
