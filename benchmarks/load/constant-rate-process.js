import { setTimeout as sleep } from 'node:timers/promises';
import { ConstantRate } from './constant-rate.js';

/**
 * A separate process, so that it can have a core of its own and its work is not part of the benchmark's.
 * Sends some streams at the same time, and prints their answers after the warm-up.
 */

const { streams, warmUpSeconds, seconds } = JSON.parse(process.argv[2]);
const rates = Object.entries(streams).map(([name, stream]) => ({
  name,
  rate: new ConstantRate(stream),
}));

for (const { rate } of rates) rate.start();
await sleep(warmUpSeconds * 1000);
for (const { rate } of rates) rate.take();
const measuredFrom = Math.round(performance.timeOrigin + performance.now());
const began = performance.now();
await sleep(seconds * 1000);
const lasted = (performance.now() - began) / 1000;
await Promise.all(rates.map(({ rate }) => rate.stop()));
const answers = rates.map(({ name, rate }) => [
  name,
  { seconds: lasted, ...measured(rate.take()) },
]);
process.stdout.write(JSON.stringify(Object.fromEntries(answers)));

/** Without the requests of the warm-up, which may be answered late. */
function measured({ planned, took, status, skipped }) {
  const isMeasured = (_, index) => planned[index] >= measuredFrom;
  return {
    planned: planned.filter(isMeasured),
    took: took.filter(isMeasured),
    status: status.filter(isMeasured),
    skipped,
  };
}
