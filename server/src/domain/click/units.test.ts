import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { DAY_MS } from './slots.ts';
import { TimeZone } from './time-zone.ts';
import { UNITS, unitStarts, type Unit } from './units.ts';

const MINUTE_MS = 60_000;

/** With changes of an hour or of half an hour, at midnight, by a whole day, and with odd offsets. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Asia/Beirut',
  'Asia/Pyongyang',
  'Australia/Lord_Howe',
  'Australia/Eucla',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kwajalein',
  'Pacific/Kiritimati',
  'Antarctica/Troll',
] as const;

function zoneOf(name: string): TimeZone {
  const zone = TimeZone.find(name);
  assert.ok(zone, name);
  return zone;
}

/** What a clock shows, as text that sorts by time: `2026-10-25 02:30`. Another way than that of the code. */
function clockOf(name: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: name,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return (at) => format.format(at);
}

/** The date with which the week of a date begins. */
function mondayOf(date: string): string {
  const known = mondays.get(date);
  if (known !== undefined) return known;
  const at = new Date(`${date}T00:00:00Z`);
  while (at.getUTCDay() !== 1) at.setUTCDate(at.getUTCDate() - 1);
  const monday = at.toISOString().slice(0, 10);
  mondays.set(date, monday);
  return monday;
}

const mondays = new Map<string, string>();

type Starts = Record<Unit, number[]>;

/** Looks at the clock every minute. Dates never go back: an hour that is repeated belongs to the later date. */
function startsByClock(name: string, from: number, to: number): Starts {
  const clock = clockOf(name);
  const starts: Starts = { minute: [], hour: [], day: [], week: [], month: [] };
  const previous: Partial<Record<Unit, string>> = {};
  let latest = '';
  // What is before `from` matters when an hour is repeated.
  for (let at = from - DAY_MS; at < to; at += MINUTE_MS) {
    const shown = clock(at);
    const date = shown.slice(0, 10);
    if (date > latest) latest = date;
    const labels = {
      minute: String(at),
      hour: `${shown.slice(0, 13)} ${differenceOf(shown, at)}`,
      day: latest,
      week: mondayOf(latest),
      month: latest.slice(0, 7),
    };
    for (const unit of UNITS) {
      if (at >= from && (labels[unit] !== previous[unit] || at === from)) starts[unit].push(at);
      previous[unit] = labels[unit];
    }
  }
  return starts;
}

function startsOf(name: string, from: number, to: number): Starts {
  const of = (unit: Unit): number[] => unitStarts(zoneOf(name), unit, from, to);
  return {
    minute: of('minute'),
    hour: of('hour'),
    day: of('day'),
    week: of('week'),
    month: of('month'),
  };
}

/** Another value after each change of the clock. */
function differenceOf(shown: string, at: number): number {
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - at;
}

const quarter = (start: string, end: string) =>
  fc
    .integer({ min: Date.parse(start) / 900_000, max: Date.parse(end) / 900_000 })
    .map((slot) => slot * 900_000);

describe('the starts of units', () => {
  for (const name of ZONES) {
    it(`are those of a clock in ${name}`, () => {
      fc.assert(
        fc.property(
          quarter('2005-01-01', '2035-01-01'),
          fc.integer({ min: 1, max: 3 * 96 }),
          (from, slots) => {
            const to = from + slots * 900_000;
            assert.deepEqual(startsOf(name, from, to), startsByClock(name, from, to));
          },
        ),
        { numRuns: 8 },
      );
    });
  }

  const CHANGES: readonly (readonly [zone: string, date: string])[] = [
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Africa/Casablanca', '2026-02-15'],
    ['Africa/Casablanca', '2026-03-22'],
    ['Asia/Beirut', '2026-03-29'],
    ['America/Havana', '2026-11-01'],
    ['America/Sao_Paulo', '2018-11-04'],
    // Clocks were set back to the previous day at 00:01, and a whole day was skipped.
    ['America/St_Johns', '2010-11-07'],
    ['Pacific/Apia', '2011-12-30'],
    ['Pacific/Kwajalein', '1993-08-21'],
    ['Asia/Pyongyang', '2018-05-05'],
    ['Antarctica/Troll', '2026-03-29'],
  ];
  for (const [name, date] of CHANGES) {
    it(`are those of a clock around ${date} in ${name}`, () => {
      const at = Date.parse(`${date}T00:00:00Z`);
      const [from, to] = [at - 2 * DAY_MS, at + 2 * DAY_MS];
      assert.deepEqual(startsOf(name, from, to), startsByClock(name, from, to));
    });
  }

  it('of weeks are Mondays, of months the first', () => {
    const zone = zoneOf('America/New_York');
    const [from, to] = [Date.parse('2026-01-01T05:00:00Z'), Date.parse('2027-01-01T05:00:00Z')];
    const dates = (unit: Unit): string[] =>
      unitStarts(zone, unit, from, to).map((at) => clockOf(zone.name)(at));
    const months = dates('month');
    assert.deepEqual([months.length, months[10]], [12, '2026-11-01 00:00']);
    const weeks = dates('week');
    assert.deepEqual(weeks.slice(0, 3), [
      '2026-01-01 00:00',
      '2026-01-05 00:00',
      '2026-01-12 00:00',
    ]);
    assert.equal(weeks.length, 53);
    assert.equal(unitStarts(zone, 'day', from, to).length, 365);
    assert.equal(unitStarts(zone, 'hour', from, to).length, 365 * 24);
  });

  it('are those of names that exist', () => {
    for (const name of ['', 'Mars/Olympus', '+01:00', 'Europe/Berlin ', 'x'.repeat(65), '../x']) {
      assert.equal(TimeZone.find(name), undefined, name);
    }
    assert.equal(TimeZone.find('Asia/Calcutta')?.name, 'Asia/Calcutta');
    assert.equal(TimeZone.find('Asia/Kolkata')?.name, 'Asia/Kolkata');
  });
});
