/** Scheme, host, port and path, without query and fragment. Each part can match in only one way. */
const ADDRESS =
  /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#@:[\]\\"<>^`{|}%]+)(?::(\d{1,5}))?(?:\/[^\s?#\\]*)?$/i;

/**
 * Validates the address in the option `name` and removes trailing slashes. Throws a `TypeError` for anything
 * but `http(s)://host:port/path`, with a suggestion if there is one.
 */
export function baseAddress(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  if (isAddress(text)) return text.replace(/\/+$/, '');
  const meant = correctionOf(text);
  throw new TypeError(
    `${name} is ${text.trim() ? JSON.stringify(text) : 'missing'}. Pass an address such as "https://go.shop.example".` +
      (meant && ` Did you mean "${meant}"?`),
  );
}

function isAddress(text: string): boolean {
  const found = ADDRESS.exec(text);
  return !!found && Number(found[1] || 0) <= 65_535;
}

/** Returns the address with common mistakes corrected; empty if that is not possible. */
function correctionOf(text: string): string {
  const [, scheme = '', rest = ''] =
    /^(https?:(?=[/\\])|[a-z][a-z\d+.-]*:(?=\/\/))?[/\\]*([^?#]*)/i.exec(text.trim())!;
  // `/links` has no host.
  if (!scheme && /^[/\\](?![/\\])/.test(text.trim())) return '';
  const place = rest.replace(/^[^/]*@/, '').replace(/\/+$/, '');
  const local = /^(?:localhost|\d|\[)/i.test(place);
  const secure = /^http:/i.test(scheme) || (local && !/^https:/i.test(scheme)) ? 'http' : 'https';
  const corrected = `${secure}://${place}`;
  return isAddress(corrected) ? corrected : '';
}
