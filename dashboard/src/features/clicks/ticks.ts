import type { Unit } from './view.ts';

/** A label below the chart. */
export interface Tick {
  readonly index: number;
  readonly label: string;
}

/** The numbers of points between two labels. */
const STEPS: Readonly<Record<Unit, readonly number[]>> = {
  hour: [1, 2, 3, 6, 12, 24, 48, 96],
  day: [1, 2, 7, 14, 28, 56],
  week: [1, 2, 4, 8, 13, 26, 52],
  month: [1, 2, 3, 6, 12, 24],
};

/** The labels of points, at most `room` if possible. Starts are in milliseconds since 1970-01-01 UTC. */
export function chartTicks(
  starts: readonly number[],
  unit: Unit,
  zone: string,
  room: number,
): Tick[] {
  const steps = STEPS[unit];
  const step = steps.find((size) => starts.length / size <= room) ?? steps.at(-1) ?? 1;
  const part = partsIn(zone);
  const isTick = (start: number, index: number): boolean => {
    const { hour, weekday, month } = part(start);
    // Labels are at round times, also if the period begins between them or a clock changes.
    if (unit === 'hour') return step <= 24 ? hour % step === 0 : hour === 0 && isDayStep(index);
    if (unit === 'day' && step === 7) return weekday === 'Mon';
    if (unit === 'month') return step <= 12 ? (month - 1) % step === 0 : index % step === 0;
    return index % step === 0;
  };
  const isDayStep = (index: number): boolean => Math.round(index / 24) % (step / 24) === 0;
  return starts.flatMap((start, index) =>
    isTick(start, index) ? [{ index, label: tickLabel(start, unit, zone, part(start)) }] : [],
  );
}

interface Parts {
  readonly day: number;
  readonly hour: number;
  readonly weekday: string;
  readonly month: number;
}

/** Numbers of a time in a time zone, independent of the language. */
function partsIn(zone: string): (at: number) => Parts {
  const numbers = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: 'numeric',
    weekday: 'short',
    day: 'numeric',
    month: 'numeric',
  });
  return (at) => {
    const parts = numbers.formatToParts(at);
    const value = (name: string): string => parts.find(({ type }) => type === name)?.value ?? '';
    return {
      day: Number(value('day')),
      hour: Number(value('hour')),
      weekday: value('weekday'),
      month: Number(value('month')),
    };
  };
}

function tickLabel(start: number, unit: Unit, zone: string, { hour, month }: Parts): string {
  if (unit === 'hour' && hour !== 0) {
    return format(zone, { hour: 'numeric', minute: '2-digit' }).format(start);
  }
  if (unit !== 'month') return format(zone, { day: 'numeric', month: 'short' }).format(start);
  return format(zone, month === 1 ? { year: 'numeric' } : { month: 'short' }).format(start);
}

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(undefined, { timeZone: zone, ...options });
}

/** The indexes of Saturdays and Sundays. */
export function weekendDays(starts: readonly number[], zone: string): number[] {
  const part = partsIn(zone);
  return starts.flatMap((start, index) => (part(start).weekday.startsWith('S') ? [index] : []));
}

/** The name of a point: "Mon, 23 Nov 2026", "23 Nov, 14:00"; "10 – 31 Jan 2026" if it is not a whole month. */
export function pointName(start: number, end: number, unit: Unit, zone: string): string {
  const day = { day: 'numeric', month: 'short' } as const;
  if (unit === 'month' && !isWholeMonth(start, end, zone)) {
    return format(zone, { ...day, year: 'numeric' }).formatRange(start, end - 1);
  }
  const names: Readonly<Record<Unit, Intl.DateTimeFormatOptions>> = {
    hour: { weekday: 'short', ...day, hour: 'numeric', minute: '2-digit' },
    day: { weekday: 'short', ...day, year: 'numeric' },
    week: { ...day, year: 'numeric' },
    month: { month: 'long', year: 'numeric' },
  };
  return format(zone, names[unit]).format(start);
}

/** Whether a point by months begins and ends with a month. */
function isWholeMonth(start: number, end: number, zone: string): boolean {
  const part = partsIn(zone);
  return part(start).day === 1 && part(end).day === 1;
}
