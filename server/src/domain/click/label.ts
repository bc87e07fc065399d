/**
 * A text as a label of a table: without characters that are not visible, so that different labels look
 * different, and cropped.
 */
export function label(text: string, maxLength: number): string {
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu, '').trim();
  // Does not cut a character in two.
  return visible.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}
