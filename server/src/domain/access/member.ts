export const MAX_EMAIL_LENGTH = 254;
export const MAX_NAME_LENGTH = 100;
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 256;

/** A member as other members see it. */
export interface Member {
  readonly id: string;
  readonly email: string;
  /** May be empty. */
  readonly name: string;
}

// The pattern that browsers use for `<input type="email">`.
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/;

// Lower-casing turns some other characters into ASCII: the Kelvin sign (U+212A) becomes "k".
const NOT_ASCII = /[^\0-\x7f]/u;

/**
 * Returns an e-mail address in its stored form, in lower case, so that an address has only one account. An
 * address with non-ASCII characters is returned unchanged; `emailIssue` rejects it.
 */
export function plainEmail(text: string): string {
  const trimmed = text.trim();
  return NOT_ASCII.test(trimmed) ? trimmed : trimmed.toLowerCase();
}

/** Returns the error of an e-mail address in its stored form; completes "the field …". */
export function emailIssue(email: string): string | undefined {
  if (email.length > MAX_EMAIL_LENGTH) return `must have at most ${MAX_EMAIL_LENGTH} characters`;
  const [other] = NOT_ASCII.exec(email) ?? [];
  if (other !== undefined) {
    const name = other.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return `must contain only ASCII characters, and has U+${name}; type the address again, or write the domain in its ASCII form (xn--…)`;
  }
  return EMAIL.test(email) ? undefined : 'must be an e-mail address such as ada@shop.example';
}

/** A password with fewer different characters is easy to guess. */
const MIN_DIFFERENT = 4;

/** Returns the form of a password that is hashed and compared: the same text for every way to type it. */
export function plainPassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Returns the error of a new password of the user with this e-mail address. It does not detect common
 * passwords: see `isGuessable`.
 */
export function passwordIssue(password: string, email: string): string | undefined {
  if (!password.isWellFormed()) return 'contains an unpaired surrogate (half of a character)';
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD_LENGTH) return `must have at least ${MIN_PASSWORD_LENGTH} characters`;
  if (length > MAX_PASSWORD_LENGTH) return `must have at most ${MAX_PASSWORD_LENGTH} characters`;
  const normalized = plainPassword(password);
  // One character can become 18, and the comparison with common passwords takes time.
  if (Array.from(normalized).length > MAX_PASSWORD_LENGTH)
    return `must have at most ${MAX_PASSWORD_LENGTH} characters in Unicode normalization form NFKC`;
  const plain = normalized.toLowerCase();
  if (plain === email) return 'must not be the e-mail address';
  if (new Set(plain).size < MIN_DIFFERENT) return 'repeats too few different characters';
  return undefined;
}
