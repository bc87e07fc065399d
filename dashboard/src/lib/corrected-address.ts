/**
 * What a field contains. `web`: a web address. `app`: a web address or a deep link. `base`: the same, and the path is
 * still missing, so a scheme alone is complete. `destination`: any of them, or a path.
 */
export type AddressKind = 'web' | 'app' | 'base' | 'destination';

/**
 * The addresses that an incomplete address probably stands for, such as `https://www.shop.example/sale` for
 * `www.shop.example/sale`, best first. Empty: the text is complete, or nothing is known about it.
 */
export function correctedAddresses(text: string, kind: AddressKind): readonly string[] {
  const typed = text.trim();
  const bare = withoutQuotes(typed);
  const found = [
    webAddress(bare),
    ...(kind === 'app' || kind === 'base' ? [deepLink(bare, kind)] : []),
  ]
    .filter((address) => address !== undefined)
    .filter((address) => address !== typed);
  // The domain of an app's identifier begins with the top-level domain: com.shop.app.
  return REVERSED.test(bare) ? found.toReversed() : found;
}

/** Does an address begin with a scheme and "//"? */
export function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim());
}

const REVERSED = /^(?:com|org|net|io|app|dev|de|co)\.(?!.*\/\/)/i;

function withoutQuotes(text: string): string {
  return /^(?:<[^<>]+>|"[^"]+"|“[^“”]+”|'[^']+')$/.test(text) ? text.slice(1, -1).trim() : text;
}

/** `https` with a typical typing error before the host. */
const BROKEN_SCHEME = /^(?:h{0,2}t{1,3}p{1,2}s{0,2}|httsp)(?:[:;]+\/*|\/\/+)/i;

function webAddress(text: string): string | undefined {
  const doubled = /^https?:\/\/(?=https?:\/\/[^/])/i.exec(text);
  if (doubled) return text.slice(doubled[0].length);
  if (/^https?:\/\/[^/?#]/i.test(text)) return text;
  const rest = text.replace(BROKEN_SCHEME, '').replace(/^\/\//, '');
  if (!startsWithHost(rest)) return undefined;
  return `${/^http[:;/]/i.test(text) ? 'http' : 'https'}://${rest}`;
}

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?';
const HOST = new RegExp(
  `^((?:${LABEL}\\.)+(xn--[a-z0-9-]+|\\p{L}{2,})|localhost|\\d+(?:\\.\\d+){3})(?::\\d{1,5})?$`,
  'iu',
);
/** A first segment such as `index.html` is a file, not a host. */
const FILES = new Set(
  'asp aspx css csv doc docx gif htm html ico jpeg jpg js json jsp md mp4 pdf php png ppt pptx svg txt webp xls xlsx xml'.split(
    ' ',
  ),
);

function startsWithHost(text: string): boolean {
  const [first = ''] = text.split(/[/?#]/, 1);
  const found = HOST.exec(first);
  return found !== null && !FILES.has(found[2]?.toLowerCase() ?? '');
}

/** Completes the scheme of an app: `com.shop.app` or `shop:/cart`. */
function deepLink(text: string, kind: AddressKind): string | undefined {
  if (hasScheme(text) || BROKEN_SCHEME.test(text) || /^www\.|\s/i.test(text)) return undefined;
  const [, scheme, colon, slashes = '', rest = ''] = PARTS.exec(text) ?? [];
  if (scheme === undefined) return undefined;
  const isScheme =
    colon === ''
      ? REVERSED.test(text) || (kind === 'base' && isWord(text))
      : // Others have no slashes, such as `mailto:`; and `shop.example:8080` has a port.
        (kind === 'base' || slashes !== '' || scheme.includes('.')) && !/^\d+(?:\/|$)/.test(rest);
  return isScheme ? `${scheme}://${rest}` : undefined;
}

const PARTS = /^([a-z][a-z0-9+.-]*)(:?)(\/{0,2})(.*)$/is;

/** In the field for a base, a word is a scheme, unless it may become `https`. */
function isWord(text: string): boolean {
  return /^[a-z][a-z0-9+-]*$/i.test(text) && !/^(?:h(?:t(?:t(?:ps?)?)?)?|localhost)$/i.test(text);
}
