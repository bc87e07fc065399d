import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countdown } from './countdown.ts';

it('a countdown goes on evenly when the time of the device is set, down to 0', (t) => {
  let [steady, ofDevice] = [500, 1_000_000];
  t.mock.method(performance, 'now', () => steady);
  t.mock.method(Date, 'now', () => ofDevice);
  const leftMs = countdown(1000);
  steady += 400;
  ofDevice -= 500_000;
  assert.equal(leftMs(), 600);
  steady += 700;
  assert.equal(leftMs(), 0);
});

it('a countdown needs only Date', (t) => {
  const own = globalThis.performance;
  Object.assign(globalThis, { performance: undefined });
  t.after(() => Object.assign(globalThis, { performance: own }));
  let now = 1_000_000;
  t.mock.method(Date, 'now', () => now);
  const leftMs = countdown(1000);
  now += 400;
  assert.equal(leftMs(), 600);
});
