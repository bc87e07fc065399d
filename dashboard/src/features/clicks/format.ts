const COMPACT = new Intl.NumberFormat(undefined, {
  notation: 'compact',
  maximumSignificantDigits: 3,
});
const FULL = new Intl.NumberFormat(undefined);
const PERCENT = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const SHARE = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/** Numbers of at least this size are shortened. */
const LARGE = 1_000_000;

/** "12,345", or "1.23M" for large numbers. */
export function shortNumber(value: number): string {
  return value < LARGE ? FULL.format(value) : COMPACT.format(value);
}

/** A label of an axis: "1,200", "12K". */
export function axisNumber(value: number): string {
  return value < 10_000 ? FULL.format(value) : COMPACT.format(value);
}

interface NumberChange {
  /** "+12%". */
  readonly text: string;
  readonly direction: 'up' | 'down' | 'same';
}

/** The change from one number to another; undefined if there was nothing to compare with. */
export function numberChange(now: number, before: number): NumberChange | undefined {
  if (before === 0) return undefined;
  const text = PERCENT.format(now / before - 1);
  if (now === before) return { text, direction: 'same' };
  return { text, direction: now > before ? 'up' : 'down' };
}

/** "34%"; "<1%" for a small part that is not zero. */
export function share(part: number, whole: number): string {
  if (whole === 0 || part === 0) return SHARE.format(0);
  return part / whole < 0.01 ? `<${SHARE.format(0.01)}` : SHARE.format(part / whole);
}
