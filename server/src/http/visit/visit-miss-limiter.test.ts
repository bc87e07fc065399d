import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VisitMissLimiter } from './visit-miss-limiter.ts';

describe('a network that guesses many codes at once', () => {
  it('opens links at a limited rate also when it pauses for longer than a minute', () => {
    let now = 0;
    const limiter = new VisitMissLimiter(60, () => now);
    for (let burst = 0; burst < 3; burst++) {
      // All are looked up before the first one is counted.
      for (let guess = 0; guess < 5000; guess++) limiter.miss('192.0.2.1');
      now += 61_000;
      const opened = Array.from({ length: 2000 }, () => limiter.waitOf('192.0.2.1') === 0);
      assert.equal(limiter.watching, true);
      assert.ok(opened.filter(Boolean).length <= 600, `burst ${burst}`);
    }
    assert.equal(limiter.waitOf('192.0.2.99'), 0, 'another network');
    now += 3_700_000;
    assert.equal(limiter.waitOf('192.0.2.1'), 0);
    assert.equal(limiter.watching, false);
  });
});
