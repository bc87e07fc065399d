import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localTime, utcTime } from './local-time.ts';

describe('a local time', () => {
  for (const time of ['2026-12-24T17:00:00.000Z', '2026-06-01T00:30:00.000Z']) {
    it(`of ${time} is the same time in UTC again`, () => {
      assert.match(localTime(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
      assert.equal(utcTime(localTime(time)), time);
    });
  }

  it('that is empty or no time is none', () => {
    assert.equal(localTime(null), '');
    for (const text of ['', 'x']) assert.equal(utcTime(text), null);
  });
});
