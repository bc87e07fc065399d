import { counted } from './counted.ts';

const UNITS = [
  [86_400, 'day', 'days'],
  [3600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
] as const;

export const duration = {
  units: { days: 'days', hours: 'hours', minutes: 'minutes' },
  unit: 'Unit',
  wrong: 'Enter a whole number in digits only, or leave the field blank.',
};

/** A duration in its largest whole unit: "30 days". */
export function durationWords(seconds: number): string {
  const [size, one, many] = UNITS.find(([length]) => seconds % length === 0) ?? UNITS[3];
  return counted(seconds / size, one, many);
}
