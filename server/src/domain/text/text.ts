/**
 * Characters that an address must not contain: invisible ones, those that reorder displayed text, and
 * those that programs interpret differently.
 */

// C0, DEL and C1 controls; line and paragraph separators.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;
// Marks, embeddings, overrides and isolates that turn the direction of the text around them.
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
// Soft hyphen, zero-width spaces, invisible operators, byte order mark, tags: parsers drop some of
// these, so that an address means something else than it shows. The two joiners (U+200C, U+200D)
// are letters' glue in Persian, Hindi and emoji, and stay.
const INVISIBLE = /\u00ad|\u034f|\u180e|\u200b|[\u2060-\u2064]|\ufeff|[\u{e0000}-\u{e007f}]/u;

// Printable ASCII but the backslash, with no space at either end.
const PLAIN = /^[!-[\]-~](?:[ -[\]-~]*[!-[\]-~])?$/;

/**
 * What is wrong with the characters of `text` as (part of) an address, in words that finish the
 * sentence "it …"; undefined when nothing is.
 */
export function addressTextIssue(text: string): string | undefined {
  // Nearly every address is plain ASCII without a backslash, and one look says so.
  if (PLAIN.test(text)) return undefined;
  if (!text.isWellFormed()) return 'contains an unpaired surrogate (half of a character)';
  if (CONTROL.test(text)) return 'contains a control character';
  if (BIDI.test(text)) return 'contains a character that changes the direction of text';
  if (INVISIBLE.test(text)) return 'contains an invisible character';
  if (text.includes('\\')) return 'contains a backslash; write "/" or "%5C"';
  if (text.trim() !== text) return 'begins or ends with white space';
  return undefined;
}

/** The same for text that pages show to people. */
export function displayTextIssue(text: string): string | undefined {
  if (!text.isWellFormed()) return 'contains an unpaired surrogate (half of a character)';
  if (CONTROL.test(text)) return 'contains a control character';
  if (BIDI.test(text)) return 'contains a character that changes the direction of text';
  return undefined;
}

/**
 * Has `text` more than `limit` characters? Characters are code points, as JSON Schema counts them for
 * `maxLength`: an emoji counts once, although JavaScript says that its length is 2.
 */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && characterCount(text) > limit;
}

export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** At most `limit` UTF-16 code units of `text`, for a message; never half of a character. */
export function shortened(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

/** A path segment without its percent escapes (`%41bc` is `Abc`); as it is where they are broken. */
export function unescaped(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
