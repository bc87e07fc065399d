import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Lane } from './lane.ts';

const MINIMUM = 8;
const STEP_MS = 50;

/** Requests per second. */
interface Load {
  readonly arriving: number;
  readonly capacity: number;
}

/** Lets time pass in steps; returns how many requests were refused, and the longest wait in milliseconds. */
function run(lane: Lane, { arriving, capacity }: Load, milliseconds: number) {
  let [refused, longestMs, due, room] = [0, 0, 0, 0];
  for (let elapsed = 0; elapsed < milliseconds; elapsed += STEP_MS) {
    for (due += (arriving * STEP_MS) / 1000; due >= 1; due--) {
      if (lane.isFull) {
        lane.refuse();
        refused++;
        continue;
      }
      lane.begin();
      longestMs = Math.max(longestMs, (lane.inFlight / capacity) * 1000);
    }
    room += (capacity * STEP_MS) / 1000;
    for (; room >= 1 && lane.inFlight > 0; room--) lane.end();
    if (lane.inFlight === 0) room = 0;
    lane.update(STEP_MS);
  }
  return { refused, longestMs };
}

describe('a lane', () => {
  for (const [name, load] of [
    ['has no limit without load', { arriving: 0, capacity: 100 }],
    ['accepts 80 % of its capacity', { arriving: 80, capacity: 100 }],
    ['accepts 80 % of a large capacity', { arriving: 8000, capacity: 10_000 }],
  ] as const) {
    it(name, () => {
      const lane = new Lane(MINIMUM);
      assert.equal(run(lane, load, 60_000).refused, 0);
      assert.equal(lane.limit, Infinity);
    });
  }

  for (const capacity of [40, 1000, 12_000]) {
    for (const factor of [1.2, 2, 5]) {
      it(`offered ${factor} times its capacity of ${capacity} per second, lets none wait a second`, () => {
        const lane = new Lane(MINIMUM);
        // The burst at the start is accepted until the rate is known.
        run(lane, { arriving: factor * capacity, capacity }, 2000);
        const { refused, longestMs } = run(lane, { arriving: factor * capacity, capacity }, 60_000);
        assert.ok(longestMs <= 400, `${longestMs} ms`);
        const accepted = 60 * factor * capacity - refused;
        assert.ok(accepted > 0.97 * 60 * capacity, `${accepted} of ${60 * capacity}`);
      });
    }
  }

  it('accepts everything again within a second after an overload', () => {
    const lane = new Lane(MINIMUM);
    run(lane, { arriving: 2000, capacity: 1000 }, 10_000);
    assert.ok(lane.limit < Infinity);
    run(lane, { arriving: 800, capacity: 1000 }, 3000);
    assert.equal(run(lane, { arriving: 800, capacity: 1000 }, 10_000).refused, 0);

    run(lane, { arriving: 2000, capacity: 1000 }, 10_000);
    run(lane, { arriving: 0, capacity: 1000 }, 1050);
    assert.deepEqual([lane.limit, lane.inFlight], [Infinity, 0]);
  });

  it('stays limited while requests are refused because of other work', () => {
    const lane = new Lane(MINIMUM, 4);
    for (let step = 0; step < 40; step++) {
      lane.refuse();
      lane.update(STEP_MS);
    }
    assert.equal(lane.limit, 4);
    run(lane, { arriving: 2000, capacity: 1000 }, 5000);
    const { limit } = lane;
    assert.ok(limit > 100 && limit < 300, `${limit}`);
    while (lane.inFlight > 0) lane.end();
    for (let step = 0; step < 40; step++) {
      lane.refuse();
      lane.update(STEP_MS);
    }
    assert.equal(lane.limit, limit);
    run(lane, { arriving: 0, capacity: 1000 }, 1050);
    assert.equal(lane.limit, Infinity);
  });

  it('has its usual limit again when the other work is over, although its own requests keep it busy', () => {
    const lane = new Lane(MINIMUM, 4);
    lane.refuse();
    lane.update(STEP_MS);
    assert.equal(lane.limit, 4);
    for (let request = 0; request < 4; request++) lane.begin();
    for (let elapsed = 0; elapsed < 1000; elapsed += STEP_MS) {
      if (lane.isFull) lane.refuse();
      lane.update(STEP_MS);
    }
    assert.ok(lane.limit >= MINIMUM, `${lane.limit}`);
  });

  it('accepts a burst that is over before the rate is known', () => {
    const lane = new Lane(MINIMUM);
    for (let burst = 0; burst < 20; burst++) {
      for (let i = 0; i < 200; i++) {
        assert.ok(!lane.isFull);
        lane.begin();
      }
      run(lane, { arriving: 0, capacity: 1000 }, 300);
    }
  });

  it('accepts what arrives while everything pauses for 200 ms', () => {
    const lane = new Lane(MINIMUM);
    const busy = { arriving: 8000, capacity: 10_000 };
    for (let pause = 0; pause < 20; pause++) {
      assert.equal(run(lane, busy, 1000).refused, 0);
      assert.equal(run(lane, { ...busy, capacity: 0.001 }, 200).refused, 0);
    }
  });

  it('follows a database that becomes slow, and one that becomes fast again', () => {
    const lane = new Lane(MINIMUM);
    run(lane, { arriving: 4000, capacity: 2000 }, 5000);
    assert.ok(Math.abs(lane.limit - 400) < 40, `${lane.limit}`);
    run(lane, { arriving: 4000, capacity: 200 }, 5000);
    assert.ok(Math.abs(lane.limit - 40) < 4, `${lane.limit}`);
    run(lane, { arriving: 4000, capacity: 0.001 }, 5000);
    assert.equal(lane.limit, MINIMUM);
    run(lane, { arriving: 4000, capacity: 2000 }, 5000);
    assert.ok(lane.limit > 360, `${lane.limit}`);
  });
});
