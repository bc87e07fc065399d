const WIDTH = 24;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A horizontal bar of at most 24 characters. A value above zero has at least the thinnest one. */
export function bar(value: number, highest: number): string {
  if (value <= 0 || highest <= 0) return '';
  const eighths = Math.max(1, Math.round((value / highest) * WIDTH * EIGHTHS.length));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
