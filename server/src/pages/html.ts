/** Makes text safe inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** May a page lead there, or name it as a picture? An address of a script is none of these. */
export function isWebAddress(address: string | undefined): address is string {
  return address !== undefined && /^https?:\/\//i.test(address) && URL.canParse(address);
}
