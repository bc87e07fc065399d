import type { ClickReport, CountedPeriod } from '../clicks/click-report.ts';
import { DAY_MS } from '../../domain/click/slots.ts';

/** A report of clicks as the API and the commands return it. */
export function clickDocument(report: ClickReport) {
  const { period, previous, breakdowns, lifetime, days, settings } = report;
  return {
    from: timeText(period.from),
    to: timeText(period.to),
    time_zone: period.zone.name,
    unit: period.unit,
    totals: report.totals,
    funnel: report.funnel ?? null,
    previous: previous
      ? {
          from: timeText(previous.period.from),
          to: timeText(previous.period.to),
          totals: previous.totals,
          funnel: previous.funnel ?? null,
          series: seriesDocument(previous),
        }
      : null,
    series: seriesDocument(report),
    breakdowns: Object.fromEntries(breakdowns),
    lifetime,
    breakdown_days: days
      ? { from: dateText(days.first), to: dateText(days.last), totals: days.totals }
      : null,
    recording: { raw_days: settings.rawDays, months: settings.months },
  };
}

function seriesDocument({ series }: CountedPeriod) {
  return series.map(({ start, clicks, visitors, other }) => ({
    start: timeText(start),
    clicks,
    visitors,
    other,
  }));
}

/** RFC 3339, UTC, without a fraction. `at`: milliseconds. */
export function timeText(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

/** `2026-11-23`. `day`: days since 1970-01-01. */
export function dateText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
