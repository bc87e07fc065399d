import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreUnavailable } from '../../storage/database.ts';
import { Overload, type Gate } from './overload.ts';
import { WORK, type Work } from './work.ts';

const WORKS = Object.keys(WORK) as Work[];

/** An overload with a gate of each kind of work, a clock, and what it logged. */
function scene() {
  let now = 0;
  const lines: unknown[] = [];
  const log = { warn: (fields: unknown, text: unknown) => void lines.push([text, fields]) };
  let cpu = 0;
  const overload = new Overload(
    log as never,
    () => now,
    () => cpu,
  );
  const gates = Object.fromEntries(WORKS.map((work) => [work, overload.gate(work)])) as Record<
    Work,
    Gate
  >;
  return {
    overload,
    gates,
    lines,
    refused: () => WORKS.filter((work) => gates[work].refuses()),
    /** A part of a turn of the event loop, during which this many requests arrive. */
    pass: (milliseconds: number, requests: number, cpuMs = milliseconds) => {
      for (let i = 0; i < requests; i++) {
        overload.arrive();
        now += milliseconds / requests;
        cpu += cpuMs / requests;
      }
    },
    /** The process does not run. */
    pause: (milliseconds: number) => (now += milliseconds),
    endTurn: () => overload.turn(),
  };
}

/** Lets a turn of the event loop pass in which nothing arrives. */
function quietTurn({ pause, endTurn }: ReturnType<typeof scene>): void {
  pause(50);
  endTurn();
}

describe('an overload of the event loop', () => {
  for (const [name, turns, current, refused] of [
    ['short turns', [50, 50, 50, 50], 50, []],
    ['the first long turn, early', [50, 50], 499, []],
    ['the same, later', [50, 50], 501, WORKS],
    ['long turns for less than half a second', [150, 150, 150], 199, []],
    ['long turns for half a second, early in the next', [150, 150, 150, 150, 150], 124, []],
    ['the same, later', [150, 150, 150, 150, 150], 126, ['reads', 'changes']],
    ['the same, later', [150, 150, 150, 150, 150], 151, ['reads', 'changes', 'links']],
    ['the same, later', [150, 150, 150, 150, 150], 161, ['reads', 'changes', 'links', 'client']],
    ['the same, later', [150, 150, 150, 150, 150], 176, WORKS],
    ['long turns with a short one', [300, 300, 60], 499, []],
  ] as const) {
    it(`${name}, ${current} ms: ${refused.join(', ') || 'nothing'} refused`, () => {
      const { pass, endTurn, refused: isRefused } = scene();
      for (const milliseconds of turns) {
        pass(milliseconds, 100);
        endTurn();
      }
      pass(current, 100);
      assert.deepEqual(isRefused(), refused);
      endTurn();
      assert.deepEqual(isRefused(), []);
    });
  }

  it('is not assumed after a pause, with what arrived meanwhile', () => {
    const { pass, pause, endTurn, refused } = scene();
    for (let i = 0; i < 5; i++) {
      pause(2000);
      pass(490, 1000);
      assert.deepEqual(refused(), []);
      endTurn();
      pass(50, 100);
      endTurn();
    }
  });

  it('is not assumed because a process without much to do had to wait', () => {
    const { pass, endTurn, refused } = scene();
    for (let i = 0; i < 10; i++) {
      pass(1000, 4);
      endTurn();
    }
    pass(1000, 4);
    assert.deepEqual(refused(), []);
  });

  it('is not assumed because other programs use the machine', () => {
    const { pass, endTurn, refused } = scene();
    for (let i = 0; i < 10; i++) {
      pass(300, 100, 100);
      endTurn();
    }
    pass(300, 100, 100);
    assert.deepEqual(refused(), []);
  });
});

describe('a backlog', () => {
  /** Lets a second pass in which 1,000 requests are in progress and 100 of them finish. */
  const wait = (overloaded: ReturnType<typeof scene>, work: Work) => {
    const { lane } = overloaded.gates[work];
    while (lane.inFlight < 1000) lane.begin();
    for (let i = 0; i < 20; i++) {
      for (let n = 0; n < 5; n++) lane.end();
      quietTurn(overloaded);
    }
  };

  for (const [work, refused] of [
    ['reads', ['reads']],
    ['changes', ['reads', 'changes']],
    ['links', ['reads', 'changes', 'links']],
    ['client', ['reads', 'changes', 'links', 'client']],
    ['visits', WORKS],
  ] as const) {
    it(`of ${work}: ${refused.join(', ')} are refused`, () => {
      const overloaded = scene();
      wait(overloaded, work);
      assert.deepEqual(overloaded.refused(), refused);
    });
  }

  it('of half of what a kind can have refuses only what is less important', () => {
    const overloaded = scene();
    const { gates, refused } = overloaded;
    wait(overloaded, 'visits');
    // The rate has just been measured, and what ends now does not change it yet.
    quietTurn(overloaded);
    while (gates.visits.lane.fill > 0.6) gates.visits.lane.end();
    quietTurn(overloaded);
    assert.deepEqual(refused(), ['reads', 'changes', 'links', 'client']);
    while (gates.visits.lane.fill > 0.4) gates.visits.lane.end();
    quietTurn(overloaded);
    assert.deepEqual(refused(), []);
  });

  it('consists of requests that are not settled yet, successfully or not', async () => {
    const overloaded = scene();
    const { gates, refused } = overloaded;
    const never = new Promise(() => undefined);
    for (let i = 0; i < 300; i++) gates.links.track(never);
    gates.client.track(Promise.resolve());
    gates.client.track(Promise.reject(new Error('a failed request has ended too')));
    await new Promise(setImmediate);
    for (let i = 0; i < 20; i++) quietTurn(overloaded);
    assert.deepEqual([gates.links.lane.inFlight, gates.client.lane.inFlight], [300, 0]);
    assert.deepEqual(refused(), ['reads', 'changes', 'links']);
  });

  it('counts what the queue of the database refuses', async () => {
    const { overload, gates } = scene();
    gates.reads.track(Promise.reject(new StoreUnavailable('QUEUE_FULL', 'too many')));
    gates.reads.track(Promise.reject(new StoreUnavailable('SQLITE_FULL', 'the disk is full')));
    await new Promise(setImmediate);
    const reads = overload.load().find(({ work }) => work === 'reads');
    assert.deepEqual(reads, { work: 'reads', inProgress: 0, refused: 1 });
  });

  it('is logged when it begins and when it has ended', () => {
    const overloaded = scene();
    const { gates, refused, lines } = overloaded;
    quietTurn(overloaded);
    assert.deepEqual(lines, []);
    wait(overloaded, 'links');
    refused();
    quietTurn(overloaded);
    refused();
    quietTurn(overloaded);
    while (gates.links.lane.inFlight > 0) gates.links.lane.end();
    for (let i = 0; i < 250; i++) {
      quietTurn(overloaded);
      refused();
    }
    assert.deepEqual(lines, [
      ['overloaded: some requests are refused', { refused: ['reads', 'changes', 'links'] }],
      ['the overload has ended', { refused: { reads: 2, changes: 2, links: 2 }, seconds: 1 }],
    ]);
  });
});

describe('the load of each kind of work', () => {
  it('has the requests in progress, and all refused ones', async () => {
    const overload = new Overload({ warn: () => undefined });
    const gate = overload.gate('links');
    let finish = (): void => undefined;
    const work = new Promise<void>((resolve) => (finish = resolve));
    gate.track(work);
    gate.lane.refuse();
    gate.lane.refuse();
    // Measuring the lane does not reset the total.
    gate.lane.update(50);
    gate.lane.refuse();
    assert.deepEqual(overload.load(), [{ work: 'links', inProgress: 1, refused: 3 }]);
    finish();
    await work;
    assert.deepEqual(overload.load(), [{ work: 'links', inProgress: 0, refused: 3 }]);
  });
});
