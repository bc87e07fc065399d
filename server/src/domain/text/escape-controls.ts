/** The same JSON without the characters that control a terminal and that JSON allows in strings. */
export function escapeControls(json: string): string {
  return json.replaceAll(/[\u007f-\u009f]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
}
