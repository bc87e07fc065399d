/**
 * Characters that an address must not contain: invisible ones, those that reorder displayed text, and
 * those that programs interpret differently.
 */

// C0, DEL and C1 controls; line and paragraph separators.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;
// Marks, embeddings, overrides and isolates that change the direction of the text around them.
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
// Soft hyphen, zero-width spaces, invisible operators, byte order mark, tags: some parsers remove these, so
// that an address does not mean what it shows. The two joiners (U+200C, U+200D) are allowed, because Persian,
// Hindi and emoji need them.
const INVISIBLE = /\u00ad|\u034f|\u180e|\u200b|[\u2060-\u2064]|\ufeff|[\u{e0000}-\u{e007f}]/u;

// Printable ASCII except the backslash, without a space at either end.
const PLAIN = /^[!-[\]-~](?:[ -[\]-~]*[!-[\]-~])?$/;

/** Returns the error in the characters of `text` as (part of) an address; completes "it …". */
export function addressTextIssue(text: string): string | undefined {
  // Nearly every address is plain ASCII without a backslash; one check is enough for these.
  if (PLAIN.test(text)) return undefined;
  const unreadable = displayTextIssue(text);
  if (unreadable !== undefined) return unreadable;
  if (INVISIBLE.test(text)) return 'contains an invisible character';
  if (text.includes('\\')) return 'contains a backslash; write "/" or "%5C"';
  if (text.trim() !== text) return OUTER_SPACE;
  return undefined;
}

/** The same as `addressTextIssue` for text that pages display. A schema reports what is no text. */
export function displayTextIssue(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  if (!text.isWellFormed()) return 'contains an unpaired surrogate (half of a character)';
  if (CONTROL.test(text)) return 'contains a control character';
  if (BIDI.test(text)) return 'contains a character that changes the direction of text';
  return undefined;
}

/** The same for a name or a tag, which must not begin or end with white space. */
export function labelIssue(text: unknown): string | undefined {
  const isOuter = typeof text === 'string' && text.trim() !== text;
  return displayTextIssue(text) ?? (isOuter ? OUTER_SPACE : undefined);
}

const OUTER_SPACE = 'begins or ends with white space';

/**
 * Whether `text` has more than `limit` characters. Characters are code points, as in JSON Schema's
 * `maxLength`: an emoji counts once, although its JavaScript `length` is 2.
 */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let count = 0;
  for (const _ of text) count++;
  return count > limit;
}

/** Returns at most `limit` UTF-16 code units of `text`, for a message; never splits a character. */
export function shortened(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

/** Returns a path segment without its percent escapes (`%41bc` is `Abc`); unchanged if they are invalid. */
export function unescaped(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
