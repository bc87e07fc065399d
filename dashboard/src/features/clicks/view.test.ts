import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readView, withChanges } from './view.ts';

const NOW = Date.parse('2026-11-23T22:30:00Z');

describe('the view of clicks', () => {
  it('is the last 30 days in the own time zone by default', () => {
    const { from, to, zone, unit, compare, measure, filters, live } = readView(
      {},
      'Europe/Berlin',
      NOW,
    );
    assert.deepEqual([from, to, zone], ['2026-10-25', '2026-11-23', 'Europe/Berlin']);
    assert.deepEqual([unit, compare, measure, filters, live], ['day', true, 'clicks', [], true]);
  });

  it('ends today in its time zone', () => {
    const view = readView({ range: 'today', zone: 'Asia/Kathmandu' }, 'UTC', NOW);
    assert.deepEqual([view.from, view.to, view.unit], ['2026-11-24', '2026-11-24', 'hour']);
    assert.equal(readView({ range: '7d' }, 'UTC', NOW).from, '2026-11-17');
    assert.equal(readView({ range: '90d' }, 'UTC', NOW).from, '2026-08-26');
  });

  it('has whole months for a year', () => {
    const view = readView({ range: '12m' }, 'UTC', NOW);
    assert.deepEqual([view.from, view.to, view.unit], ['2025-12-01', '2026-11-30', 'month']);
    assert.deepEqual(view.units, ['day', 'week', 'month']);
  });

  it('can have any period and a unit that suits it', () => {
    const search = { range: 'custom', from: '2026-03-01', to: '2026-03-31' };
    const view = readView({ ...search, unit: 'week' }, 'UTC', NOW);
    assert.deepEqual([view.from, view.to], ['2026-03-01', '2026-03-31']);
    assert.deepEqual([view.unit, view.live], ['week', false]);
    assert.equal(readView({ ...search, unit: 'month' }, 'UTC', NOW).unit, 'day');
  });

  it('has hours only in the 13 months for which they are kept, with the period before', () => {
    const unitsOf = (from: string, to: string) =>
      readView({ range: 'custom', from, to, unit: 'hour' }, 'UTC', NOW).units;
    assert.deepEqual(unitsOf('2026-01-01', '2026-01-05'), ['hour', 'day']);
    assert.deepEqual(unitsOf('2025-10-26', '2025-10-27'), ['hour', 'day']);
    assert.deepEqual(unitsOf('2025-10-25', '2025-10-26'), ['day']);
    assert.deepEqual(unitsOf('2024-10-25', '2024-10-25'), ['day']);
  });

  it('replaces what is wrong with the default', () => {
    for (const search of [
      { range: 'custom' },
      { range: 'custom', from: '2026-02-30', to: '2026-03-31' },
      { range: 'custom', from: '2026-04-01', to: '2026-03-31' },
      { range: 'custom', from: '1926-04-01', to: '2026-03-31' },
      {
        range: 'century',
        zone: 'Moon/Sea',
        unit: 'blink',
        show: 'all',
        compare: 'maybe',
        kind: 'constructor',
      },
    ]) {
      const view = readView(search, 'UTC', NOW);
      assert.deepEqual([view.range, view.from, view.zone], ['30d', '2026-10-25', 'UTC']);
      assert.deepEqual([view.unit, view.measure, view.compare], ['day', 'clicks', true]);
      assert.deepEqual(view.filters, []);
    }
  });

  it('has filters, also for the unknown value', () => {
    const { filters } = readView({ country: 'DE', campaign: '' }, 'UTC', NOW);
    assert.deepEqual(filters, [
      { by: 'country', value: 'DE' },
      { by: 'campaign', value: '' },
    ]);
  });

  it('has no hours if a filter is counted by day', () => {
    const today = (search: object) => readView({ range: 'today', ...search }, 'UTC', NOW);
    assert.equal(today({ country: 'DE' }).unit, 'day');
    assert.equal(today({ country: 'DE', unit: 'hour' }).unit, 'day');
    assert.equal(today({ platform: 'iphone', kind: 'human' }).unit, 'hour');
  });

  it('is live until the UTC days are over by which a filter is counted', () => {
    const isLive = (zone: string, to: string, now: string, filter: object): boolean => {
      const search = { range: 'custom', from: '2026-11-01', to, ...filter };
      return readView(search, zone, Date.parse(now)).live;
    };
    const auckland = (now: string, filter: object): boolean =>
      isLive('Pacific/Auckland', '2026-11-24', now, filter);
    assert.equal(auckland('2026-11-24T11:30:00Z', { country: 'DE' }), true);
    assert.equal(auckland('2026-11-24T11:30:00Z', {}), false);
    assert.equal(auckland('2026-11-24T11:30:00Z', { platform: 'iphone' }), false);
    assert.equal(auckland('2026-11-25T00:00:00Z', { country: 'DE' }), false);
    const losAngeles = (now: string): boolean =>
      isLive('America/Los_Angeles', '2026-11-23', now, { country: 'DE' });
    assert.equal(losAngeles('2026-11-24T02:00:00Z'), true);
    assert.equal(losAngeles('2026-11-24T08:00:00Z'), false);
  });

  it('leaves defaults out of the address', () => {
    const search = { range: 'custom', from: '2026-03-01', to: '2026-03-31', unit: 'week' };
    assert.deepEqual(withChanges(search, { range: '7d' }), { range: '7d' });
    assert.deepEqual(withChanges({ range: '7d' }, { range: '30d', country: 'DE' }), {
      country: 'DE',
    });
    assert.deepEqual(withChanges(search, { show: 'visitors' }), { ...search, show: 'visitors' });
    assert.deepEqual(withChanges({ show: 'other', compare: 'off' }, { show: 'clicks' }), {
      compare: 'off',
    });
    assert.deepEqual(withChanges({ country: 'DE' }, { country: undefined }), {});
  });
});
