import { DAY_MS } from './slots.ts';

/** A period in which clocks are always the same time ahead of UTC. All values in milliseconds. */
export interface Segment {
  readonly from: number;
  /** Not included. */
  readonly to: number;
  /** What is added to UTC. */
  readonly offset: number;
}

/** Since 2000, clocks change at full minutes, and in no time zone twice within six days. */
const SEARCH_MS = 6 * DAY_MS;
const MINUTE_MS = 60_000;

const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/**
 * The clocks of a time zone. Times are milliseconds since 1970-01-01 UTC. A local time is what a clock shows, as
 * if it were UTC.
 */
export class TimeZone {
  /** As it was given; the service of another version may prefer another spelling. */
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;

  private constructor(name: string, format: Intl.DateTimeFormat) {
    this.name = name;
    this.#format = format;
  }

  /** Returns undefined if there is no time zone with this IANA name. */
  static find(name: string): TimeZone | undefined {
    if (!NAME.test(name)) return undefined;
    try {
      const format = new Intl.DateTimeFormat('en-US', {
        timeZone: name,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
      return new TimeZone(name, format);
    } catch {
      return undefined;
    }
  }

  /** The local time at a time. */
  localOf(at: number): number {
    return at + this.#offset(at);
  }

  /** The parts of a period between changes of the clocks. */
  segments(from: number, to: number): Segment[] {
    const found: Segment[] = [];
    let start = from;
    let offset = this.#offset(from);
    for (let at = from; at < to;) {
      const next = Math.min(at + SEARCH_MS, to);
      const later = this.#offset(next);
      if (later !== offset) {
        const change = this.#changeIn(at, next, offset);
        found.push({ from: start, to: change, offset });
        [start, offset] = [change, later];
      }
      at = next;
    }
    if (start < to) found.push({ from: start, to, offset });
    return found;
  }

  /** The first time after `before` with another offset. */
  #changeIn(before: number, after: number, offset: number): number {
    let [low, high] = [Math.floor(before / MINUTE_MS), Math.ceil(after / MINUTE_MS)];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#offset(middle * MINUTE_MS) === offset) low = middle;
      else high = middle;
    }
    return high * MINUTE_MS;
  }

  #offset(at: number): number {
    // This takes half of the time of `formatToParts`.
    const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = (
      this.#format.format(at).match(/\d+/g) ?? []
    ).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  }
}

/**
 * The first time at which clocks show `local` or later: the first of two if they are set back, and the time of
 * the change if they skip it. `segments` must include the day before and the day after.
 */
export function firstTimeAt(segments: readonly Segment[], local: number): number {
  for (const { from, to, offset } of segments) {
    const at = Math.max(from, local - offset);
    if (at < to) return at;
  }
  return segments.at(-1)?.to ?? local;
}
