import { MAX_ISSUES, MAX_POINTERS_LENGTH } from './issue.ts';
import { forEachNumber } from './json.ts';

/**
 * A number that does not match has at most 15 significant digits and a small exponent: a double keeps it
 * exactly.
 */
const MAY_LOSE_DIGITS = /[\d.]{16}|[eE][-+]?\d{3}/;

/** A number of a JSON text, and what a double keeps of it. */
export interface ChangedNumber {
  readonly pointer: string;
  readonly kept: number;
}

/**
 * The first numbers of a JSON text whose value a double cannot keep, with their pointers, which begin with `at`.
 * `1.10` and `1e2` are kept: they denote what the doubles 1.1 and 100 denote.
 */
export function numbersThatChange(text: string, at: string): readonly ChangedNumber[] {
  const found: ChangedNumber[] = [];
  if (!MAY_LOSE_DIGITS.test(text)) return found;
  let length = 0;
  forEachNumber(text, (place, source) => {
    if (found.length >= MAX_ISSUES || length > MAX_POINTERS_LENGTH) return;
    const kept = Number(source);
    if (denotes(source, kept)) return;
    const pointer = at + place();
    length += pointer.length;
    found.push({ pointer, kept });
  });
  return found;
}

/** Whether the shortest decimal form of this double is the same number as `source`. */
export function denotes(source: string, value: number): boolean {
  return Number.isFinite(value) && canonical(source) === canonical(String(value));
}

/**
 * The error of a number that `JSON.parse` rounds to an integer: `0.99999999999999999` is read as 1. `source`: its JSON text.
 */
export function roundedIntegerIssue(
  value: unknown,
  source: string | undefined,
): string | undefined {
  if (source === undefined || !MAY_LOSE_DIGITS.test(source)) return undefined;
  const isRounded = Number.isSafeInteger(value) && !denotes(source, value as number);
  return isRounded ? 'must be a whole number, not a fraction' : undefined;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i;

/** Returns one spelling for each decimal number: `-12.50e3` becomes `-125e2`. */
function canonical(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  // Also for -0: JSON can write zero in two ways.
  if (end === 0) return '0';
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign}${digits.slice(0, end)}e${power}`;
}
