import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
    gates,
    lines,
    refused: () => WORKS.filter((work) => gates[work].refuses()),
    /** A turn of the event loop with this many requests, after which the timer fires. */
    turn: (milliseconds: number, requests = 0, cpuMs = milliseconds) => {
      now += milliseconds;
      cpu += cpuMs;
      overload.arrived += requests;
      overload.measure();
    },
    /** A part of a turn. */
    pass: (milliseconds: number, requests: number) => {
      now += milliseconds;
      overload.arrived += requests;
    },
  };
}

describe('an overload of the event loop', () => {
  for (const [name, turns, current, refused] of [
    ['short turns', [50, 50, 50, 50], 40, []],
    ['the first long turn', [50, 50], 2000, []],
    ['a long pause', [50, 2000], 2000, []],
    ['a pause, and what arrived meanwhile', [50, 300, 240, 200, 50], 300, []],
    ['long turns for less than half a second', [50, 150, 150, 150, 150], 500, []],
    ['long turns for half a second, early in the next', [150, 150, 150, 150, 200], 199, []],
    ['the same, later', [150, 150, 150, 150, 200], 200, ['reads', 'changes']],
    ['the same, later', [150, 150, 150, 150, 200], 250, ['reads', 'changes', 'links']],
    ['the same, later', [150, 150, 150, 150, 200], 275, ['reads', 'changes', 'links', 'client']],
    ['the same, later', [150, 150, 150, 150, 200], 300, WORKS],
    ['long turns with a short one', [300, 300, 300, 60, 300], 300, []],
  ] as const) {
    it(`${name}, ${current} ms: ${refused.join(', ') || 'nothing'} refused`, () => {
      const { turn, pass, refused: isRefused } = scene();
      for (const milliseconds of turns) turn(milliseconds, 100);
      pass(current, 100);
      assert.deepEqual(isRefused(), refused);
      // The next turn has just begun.
      turn(0, 0);
      assert.deepEqual(isRefused(), []);
    });
  }

  it('is not assumed because a process without much to do had to wait', () => {
    const { turn, pass, refused } = scene();
    for (let i = 0; i < 10; i++) turn(1000, 4);
    pass(1000, 4);
    assert.deepEqual(refused(), []);
  });

  it('is not assumed because other programs use the machine', () => {
    const { turn, pass, refused } = scene();
    for (let i = 0; i < 10; i++) turn(300, 100, 100);
    pass(300, 100);
    assert.deepEqual(refused(), []);
  });
});

describe('a backlog', () => {
  /** Lets a second pass in which 1,000 requests are in progress and 100 of them finish. */
  const wait = ({ gates, turn }: ReturnType<typeof scene>, work: Work) => {
    const { lane } = gates[work];
    while (lane.inFlight < 1000) lane.begin();
    for (let i = 0; i < 20; i++) {
      for (let n = 0; n < 5; n++) lane.end();
      turn(50);
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
    const { gates, turn, refused } = overloaded;
    wait(overloaded, 'visits');
    // The rate has just been measured, and what ends now does not change it yet.
    turn(50);
    while (gates.visits.lane.fill > 0.6) gates.visits.lane.end();
    turn(50);
    assert.deepEqual(refused(), ['reads', 'changes', 'links', 'client']);
    while (gates.visits.lane.fill > 0.4) gates.visits.lane.end();
    turn(50);
    assert.deepEqual(refused(), []);
  });

  it('consists of requests that are not settled yet, successfully or not', async () => {
    const { gates, refused, turn } = scene();
    const never = new Promise(() => undefined);
    for (let i = 0; i < 300; i++) gates.links.track(never);
    gates.client.track(Promise.resolve());
    gates.client.track(Promise.reject(new Error('a failed request has ended too')));
    await new Promise(setImmediate);
    for (let i = 0; i < 20; i++) turn(50);
    assert.deepEqual([gates.links.lane.inFlight, gates.client.lane.inFlight], [300, 0]);
    assert.deepEqual(refused(), ['reads', 'changes', 'links']);
  });

  it('is logged when it begins and when it has ended', () => {
    const overloaded = scene();
    const { gates, turn, refused, lines } = overloaded;
    turn(50);
    assert.deepEqual(lines, []);
    wait(overloaded, 'links');
    refused();
    turn(50);
    refused();
    turn(50);
    while (gates.links.lane.inFlight > 0) gates.links.lane.end();
    for (let i = 0; i < 250; i++) {
      turn(50);
      refused();
    }
    assert.deepEqual(lines, [
      ['overloaded: some requests are refused', { refused: ['reads', 'changes', 'links'] }],
      ['the overload has ended', { refused: { reads: 2, changes: 2, links: 2 }, seconds: 1 }],
    ]);
  });
});
