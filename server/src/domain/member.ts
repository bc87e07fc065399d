import { shownTextFault } from './text.ts';

export const MAX_EMAIL_LENGTH = 254;
export const MAX_NAME_LENGTH = 100;
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 256;

/** A person as others see them. */
export interface Member {
  readonly id: string;
  readonly email: string;
  /** May be empty. */
  readonly name: string;
}

// What browsers take for an e-mail address.
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/;

// Some other characters become ASCII in small letters: the Kelvin sign (U+212A) becomes a "k".
const NOT_ASCII = /[^\0-\x7f]/u;

/**
 * An e-mail address in the form in which it is stored: one account for an address, in small or capital
 * letters. An address with other characters than ASCII stays as it is, and `emailFault` refuses it.
 */
export function plainEmail(text: string): string {
  const trimmed = text.trim();
  return NOT_ASCII.test(trimmed) ? trimmed : trimmed.toLowerCase();
}

/** What is wrong with an e-mail address in its stored form, to finish "the field …". */
export function emailFault(email: string): string | undefined {
  if (email.length > MAX_EMAIL_LENGTH) return `must have at most ${MAX_EMAIL_LENGTH} characters`;
  const [other] = NOT_ASCII.exec(email) ?? [];
  if (other !== undefined) {
    const name = other.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return `must contain only ASCII characters, and has U+${name}; type the address again, or write the domain in its ASCII form (xn--…)`;
  }
  return EMAIL.test(email) ? undefined : 'must be an e-mail address such as ada@shop.example';
}

export function nameFault(name: string): string | undefined {
  return (
    shownTextFault(name) ?? (name.trim() === name ? undefined : 'begins or ends with white space')
  );
}

// Those of the well-known lists that are long enough to get this far, in small letters.
const COMMON: ReadonlySet<string> = new Set(
  (
    'password1234 password12345 password123456 passwordpassword 123456789012 1234567890123 ' +
    '12345678901234 123456789012345 1234567890123456 1234567890qwerty qwertyuiop123 qwertyuiop12 ' +
    'qwertyuiopasdfgh qwertyuiopasdfghjkl qwerty123456 qwerty1234567 1q2w3e4r5t6y 1q2w3e4r5t6y7u ' +
    '1qaz2wsx3edc 1qaz2wsx3edc4rfv q1w2e3r4t5y6 zaq12wsxcde3 abcdefghijkl abcdefghijklm ' +
    'abcdefghijklmnop abc123456789 a1b2c3d4e5f6 letmeinletmein iloveyou1234 welcome12345 ' +
    'welcome123456 adminadminadmin administrator admin1234567 administrator1 changemechangeme ' +
    'changeme1234 trustno1trustno1 monkeymonkey dragondragon footballfootball unbelievable ' +
    'correcthorsebatterystaple 0123456789ab 012345678901 987654321098 210987654321'
  ).split(' '),
);
/** A password of fewer different characters is one that anybody tries. */
const MIN_DIFFERENT = 4;

/** The same text for every way to type it: what is hashed and compared. */
export function plainPassword(password: string): string {
  return password.normalize('NFKC');
}

/** What is wrong with a new password of the person with this e-mail address. */
export function passwordFault(password: string, email: string): string | undefined {
  if (!password.isWellFormed()) return 'contains an unpaired surrogate (half of a character)';
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD_LENGTH) return `must have at least ${MIN_PASSWORD_LENGTH} characters`;
  if (length > MAX_PASSWORD_LENGTH) return `must have at most ${MAX_PASSWORD_LENGTH} characters`;
  const plain = plainPassword(password).toLowerCase();
  if (plain === email) return 'must not be the e-mail address';
  if (COMMON.has(plain)) return 'is one of the passwords that are tried first; choose another one';
  if (new Set(plain).size < MIN_DIFFERENT) return 'repeats too few different characters';
  return undefined;
}
