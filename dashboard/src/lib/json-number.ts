const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i;

/**
 * Does JavaScript represent a JSON number exactly? Yes for `1.10` and `1e2`, no for `0.1234567890123456789`. The
 * same rule as in `server/src/domain/text/json-number.ts`.
 */
export function isExact(source: string): boolean {
  const value = Number(source);
  return Number.isFinite(value) && canonical(source) === canonical(String(value));
}

/** One spelling for each decimal number: `-12.50e3` is `-125e2`. */
function canonical(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  if (end === 0) return '0';
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign}${digits.slice(0, end)}e${power}`;
}
