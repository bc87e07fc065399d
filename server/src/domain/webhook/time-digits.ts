import { TOKEN_ALPHABET } from '../access/token.ts';

/** Enough for more than a hundred years from 1970 on. */
export const TIME_DIGITS = 7;

/** A time in milliseconds as digits of `TOKEN_ALPHABET`, which is in the order of its characters, as times are. */
export function timeDigits(at: number): string {
  let digits = '';
  for (let rest = at; digits.length < TIME_DIGITS; rest = Math.floor(rest / TOKEN_ALPHABET.length))
    digits = TOKEN_ALPHABET.charAt(rest % TOKEN_ALPHABET.length) + digits;
  return digits;
}
