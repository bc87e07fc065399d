import {
  BROKEN_SCHEME,
  intendedAddress,
  withoutQuotes,
} from '../../../server/src/domain/text/intended-address.ts';

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
    intendedAddress(bare),
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
