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
const pause = (length) => new Promise((done) => setTimeout(done, length * 1000));

for (const { rate } of rates) rate.start();
await pause(warmUpSeconds);
for (const { rate } of rates) rate.take();
const began = performance.now();
await pause(seconds);
const lasted = (performance.now() - began) / 1000;
await Promise.all(rates.map(({ rate }) => rate.stop()));
const answers = rates.map(({ name, rate }) => [name, { seconds: lasted, ...rate.take() }]);
process.stdout.write(JSON.stringify(Object.fromEntries(answers)));
