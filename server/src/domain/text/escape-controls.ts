/** Escapes the control characters that JSON allows in strings: a terminal would interpret them. The value stays the same. */
export function escapeControls(json: string): string {
  return json.replaceAll(/[\u007f-\u009f]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
}
