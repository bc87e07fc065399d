/** The units in which a duration can be entered, the largest first, in seconds. */
const DURATION_UNITS = { days: 86_400, hours: 3600, minutes: 60 } as const;
export type DurationUnit = keyof typeof DURATION_UNITS;
export const UNIT_NAMES = Object.keys(DURATION_UNITS) as DurationUnit[];

/** A duration as it is typed. */
export interface TypedDuration {
  readonly text: string;
  readonly unit: DurationUnit;
}

/** The duration in its largest whole unit; undefined: none. */
export function typedDuration(seconds: number | undefined): TypedDuration {
  if (seconds === undefined) return { text: '', unit: 'days' };
  const unit = UNIT_NAMES.find((name) => seconds % DURATION_UNITS[name] === 0) ?? 'minutes';
  return { text: String(seconds / DURATION_UNITS[unit]), unit };
}

/** Stands for text that is no whole number of at least 1. The service refuses it. */
export const WRONG_DURATION = 0;

/** Seconds; undefined: none. Nothing is corrected: other text is `WRONG_DURATION`, so that it cannot be saved. */
export function secondsOf({ text, unit }: TypedDuration): number | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  return /^[1-9]\d{0,6}$/.test(typed) ? Number(typed) * DURATION_UNITS[unit] : WRONG_DURATION;
}
