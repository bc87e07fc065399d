import { displayTextIssue } from '../text/text.ts';

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
export function emailIssue(email: string): string | undefined {
  if (email.length > MAX_EMAIL_LENGTH) return `must have at most ${MAX_EMAIL_LENGTH} characters`;
  const [other] = NOT_ASCII.exec(email) ?? [];
  if (other !== undefined) {
    const name = other.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return `must contain only ASCII characters, and has U+${name}; type the address again, or write the domain in its ASCII form (xn--…)`;
  }
  return EMAIL.test(email) ? undefined : 'must be an e-mail address such as ada@shop.example';
}

export function nameIssue(name: string): string | undefined {
  return (
    displayTextIssue(name) ?? (name.trim() === name ? undefined : 'begins or ends with white space')
  );
}

/** A password of fewer different characters is one that anybody tries. */
const MIN_DIFFERENT = 4;

/** The same text for every way to type it: what is hashed and compared. */
export function plainPassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * What is wrong with a new password of the person with this e-mail address, but for common ones: see
 * `isGuessable`.
 */
export function passwordIssue(password: string, email: string): string | undefined {
  if (!password.isWellFormed()) return 'contains an unpaired surrogate (half of a character)';
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD_LENGTH) return `must have at least ${MIN_PASSWORD_LENGTH} characters`;
  if (length > MAX_PASSWORD_LENGTH) return `must have at most ${MAX_PASSWORD_LENGTH} characters`;
  const plain = plainPassword(password).toLowerCase();
  if (plain === email) return 'must not be the e-mail address';
  if (new Set(plain).size < MIN_DIFFERENT) return 'repeats too few different characters';
  return undefined;
}
