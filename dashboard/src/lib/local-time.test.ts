import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localTime, utcTime, WRONG_TIME } from './local-time.ts';

describe('a local time', () => {
  for (const time of ['2026-12-24T17:00:00.000Z', '2026-06-01T00:30:00.000Z']) {
    it(`of ${time} is the same time in UTC again`, () => {
      assert.match(localTime(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
      assert.equal(utcTime(localTime(time)), time);
    });
  }

  for (const [time, shown] of [
    ['2026-12-24T23:59:59.000Z', /T\d\d:59:59$/],
    ['2026-12-24T23:59:00.999Z', /T\d\d:59:00\.999$/],
    ['2026-12-24T23:59:59.050Z', /T\d\d:59:59\.050$/],
  ] as const) {
    it(`of ${time} keeps its seconds`, () => {
      assert.match(localTime(time), shown);
      assert.equal(utcTime(localTime(time)), time);
    });
  }

  it('that is empty is none', () => {
    assert.equal(localTime(null), '');
    assert.equal(utcTime(''), null);
  });

  it('that cannot be read stays what it is, so that it is never sent as none', () => {
    for (const text of [WRONG_TIME, '202618-12-24T18:00']) assert.equal(utcTime(text), text);
    assert.equal(localTime(WRONG_TIME), WRONG_TIME);
  });

  it('has a year of four digits while it is typed', () => {
    assert.equal(localTime(utcTime('0020-12-24T18:00')), '0020-12-24T18:00');
  });
});
