import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plannedTime, shortTime } from './time.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('a short time', () => {
  it('is relative within a week', () => {
    assert.match(shortTime('2026-11-21T11:15:00Z', NOW), /45/);
    assert.match(shortTime('2026-11-19T12:00:00Z', NOW), /2/);
  });

  for (const [time, text] of [
    // The dates differ by two, the times by less than a day and a half.
    ['2026-11-22T23:30:00Z', 'in 1 day'],
    ['2026-11-20T01:00:00Z', '1 day ago'],
    ['2026-11-20T12:20:00Z', '1 day ago'],
    ['2026-11-21T12:59:50Z', 'in 1 hour'],
    ['2026-11-20T12:50:00Z', '23 hours ago'],
    ['2026-11-21T11:00:20Z', '1 hour ago'],
  ] as const) {
    it(`of ${time} is ${text}`, () => assert.equal(shortTime(time, NOW), text));
  }

  it('is "just now" within a minute', () => {
    assert.equal(shortTime('2026-11-21T11:59:20Z', NOW), 'just now');
  });

  it('is a date after a week', () => {
    assert.match(shortTime('2026-10-01T12:00:00Z', NOW), /2026/);
  });
});

describe('a planned time', () => {
  it('does not read as past, also if it is late', () => {
    assert.equal(plannedTime('2026-11-21T11:30:00Z', NOW), 'now');
    assert.equal(plannedTime('2026-11-21T12:00:40Z', NOW), 'in a moment');
    assert.equal(plannedTime('2026-11-21T12:04:00Z', NOW), 'in 4 minutes');
  });
});
