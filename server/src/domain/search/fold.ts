const ASCII = /^[\0-\x7f]*$/;

/** A text as it is compared: without differences of letter case and of composed characters. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // A sigma has another form at the end of a word.
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}
