import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plannedTime, shortTime } from './time.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('a short time', () => {
  it('is relative within a week', () => {
    assert.match(shortTime('2026-11-21T11:15:00Z', NOW), /45/);
    assert.match(shortTime('2026-11-19T12:00:00Z', NOW), /2/);
  });

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
