/** Scheme, host, port and path, without query and fragment. Each part can match in only one way. */
const ADDRESS =
  /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#@:[\]\\"<>^`{|}%]+)(?::(\d{1,5}))?(?:\/[^\s?#\\]*)?$/i;

/**
 * Validates the address in the option `name` and removes trailing slashes. Throws a `TypeError` for anything
 * but `http(s)://host:port/path`, with a suggestion if there is one.
 */
export function baseAddress(name: string, value: unknown): string {
  if (typeof value !== 'string' || !value.trim()) {
    throw new TypeError(
      `${name} is missing. Pass the address of the service, such as "https://go.shop.example".`,
    );
  }
  if (isAddress(value)) return value.replace(/\/+$/, '');
  const meant = correctionOf(value);
  throw new TypeError(
    `${name} is ${JSON.stringify(value)}, which ${issueOf(value)}. ` +
      (meant
        ? `Did you mean "${meant}"?`
        : 'Pass the address of the service, such as "https://go.shop.example".'),
  );
}

function isAddress(text: string): boolean {
  const found = ADDRESS.exec(text);
  return !!found && Number(found[1] || 0) <= 65_535;
}

function issueOf(text: string): string {
  if (/^https?:\/\//i.test(text)) {
    if (/[?#]/.test(text)) return 'has a query or a fragment';
    if (/^https?:\/\/[^/]*@/i.test(text)) return 'has a user name in it';
    return 'is not a valid address';
  }
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return 'does not begin with http:// or https://';
  return 'has no scheme';
}

/** Returns the address with common mistakes corrected; empty if that is not possible. */
function correctionOf(text: string): string {
  const [, scheme = '', rest = ''] =
    /^(https?:(?=[/\\])|[a-z][a-z\d+.-]*:(?=\/\/))?[/\\]*([^?#]*)/i.exec(text.trim())!;
  // `/links` has no host.
  if (!scheme && /^[/\\](?![/\\])/.test(text.trim())) return '';
  const place = rest.replace(/^[^/]*@/, '').replace(/\/+$/, '');
  const local = /^(?:localhost|127\.|\[::1\]|10\.|192\.168\.)/i.test(place);
  const secure = /^http:/i.test(scheme) || (local && !/^https:/i.test(scheme)) ? 'http' : 'https';
  const corrected = `${secure}://${place}`;
  return isAddress(corrected) ? corrected : '';
}
