import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY_MS } from './slots.ts';
import { TimeZone } from './time-zone.ts';

const found = (name: string): TimeZone => TimeZone.find(name) ?? assert.fail(name);
const offsetAt = (zone: TimeZone, at: number): number => zone.localOf(at) - at;

/** Compares the segments with the clock on each day, and just before and after each change. */
function assertSegments(name: string, from: number, to: number): number {
  const zone = found(name);
  const segments = zone.segments(from, to);
  let last = from;
  for (const segment of segments) {
    assert.equal(segment.from, last, name);
    last = segment.to;
    const times = [segment.from, segment.to - 1];
    for (let at = segment.from; at < segment.to; at += DAY_MS) times.push(at);
    for (const at of times) {
      assert.equal(offsetAt(zone, at), segment.offset, `${name}, ${new Date(at).toISOString()}`);
    }
  }
  assert.equal(last, to);
  return segments.length;
}

describe('the segments of a time zone', () => {
  it('are those of its clocks, in all time zones in years with changes a week apart', () => {
    const names = Intl.supportedValuesOf('timeZone');
    assert.ok(names.length > 300);
    for (const name of names) assertSegments(name, Date.UTC(2000, 0), Date.UTC(2001, 0));
  });

  const CHANGES: readonly (readonly [string, number])[] = [
    ['UTC', 1],
    ['Europe/Berlin', 83],
    ['Australia/Lord_Howe', 83],
    ['Asia/Kathmandu', 1],
    ['America/Boa_Vista', 4],
  ];
  for (const [name, segments] of CHANGES) {
    it(`are ${segments} in ${name} from 2000 to 2040`, () => {
      // Not at midnight, nor at a full minute.
      const [from, to] = [Date.UTC(2000, 0, 1, 9, 30, 17, 1), Date.UTC(2040, 11, 1, 7, 1, 2, 3)];
      assert.equal(assertSegments(name, from, to), segments);
    });
  }
});
