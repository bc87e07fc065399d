import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, dateIn, daysIn, isDate, isTimeZone, periodName, startOfMonth } from './dates.ts';

describe('calendar dates', () => {
  it('depend on the time zone', () => {
    const at = Date.parse('2026-11-23T18:30:00Z');
    assert.equal(dateIn('UTC', at), '2026-11-23');
    assert.equal(dateIn('Asia/Kathmandu', at), '2026-11-24');
    assert.equal(dateIn('America/New_York', at), '2026-11-23');
  });

  it('are counted across months and leap days', () => {
    assert.equal(addDays('2028-02-28', 1), '2028-02-29');
    assert.equal(addDays('2026-03-01', -1), '2026-02-28');
    assert.equal(daysIn('2028-02-01', '2028-03-01'), 30);
    assert.equal(daysIn('2026-11-23', '2026-11-23'), 1);
    assert.equal(startOfMonth('2026-01-31', -1), '2025-12-01');
    assert.equal(startOfMonth('2026-11-23', 2), '2027-01-01');
  });

  it('must exist', () => {
    assert.equal(isDate('2028-02-29'), true);
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', 'today', '']) {
      assert.equal(isDate(text), false, text);
    }
  });

  it('are in time zones that the browser knows', () => {
    assert.equal(isTimeZone('Europe/Berlin'), true);
    assert.equal(isTimeZone('Moon/Sea'), false);
    assert.equal(isTimeZone(''), false);
  });

  it('have a short name', () => {
    assert.match(periodName('2026-03-01', '2026-03-03'), /1.*3.*2026/);
  });
});
