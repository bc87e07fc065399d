import { isRefusedScheme } from './refused-schemes.ts';
import { addressTextIssue, unescaped } from './text.ts';

/** The longest URI or route that can be sent, in characters (code points; see `isLongerThan`). */
export const MAX_URI_LENGTH = 2048;
/** The longest link that may come out of a base or a template, in characters. */
export const MAX_LINK_LENGTH = 4096;

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;

/** The scheme of an absolute address, lower case and without its colon. */
export function schemeOf(text: string): string | undefined {
  return SCHEME.exec(text)?.[1]?.toLowerCase();
}

// Nothing in it can stand for another character: no entity, no escape, ASCII only.
const PLAIN = /^[\x21-\x24\x27-\x7e]*$/;
const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['colon', ':'],
  ['amp', '&'],
  ['tab', ''],
  ['newline', ''],
  ['nbsp', ''],
  ['shy', ''],
]);
/** How often something may have been escaped over. */
const MAX_ESCAPES = 8;

/**
 * The scheme that some program further on may read out of `text`, after folding letter shapes,
 * HTML entities, percent escapes and everything invisible. For refusing only; never for use.
 */
function disguisedScheme(text: string): string | undefined {
  const slash = text.indexOf('/');
  if (PLAIN.test(slash === -1 ? text : text.slice(0, slash))) return schemeOf(text);
  // A scheme is at the front; this bounds the work on hostile input.
  let folded = text.slice(0, 512).normalize('NFKC');
  for (let pass = 0, before = ''; pass < MAX_ESCAPES && folded !== before; pass++) {
    before = folded;
    folded = folded
      .replace(/&#x0*([0-9a-f]{1,6});?/gi, (_, hex: string) => codePoint(parseInt(hex, 16)))
      .replace(/&#0*([0-9]{1,7});?/g, (_, digits: string) => codePoint(Number(digits)))
      .replace(
        /&([a-z]+);?/gi,
        (whole, name: string) => NAMED_ENTITIES.get(name.toLowerCase()) ?? whole,
      )
      .replace(/(?:%[0-9a-f]{2})+/gi, unescaped);
  }
  return schemeOf(
    folded.normalize('NFKC').replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, ''),
  );
}

function codePoint(value: number): string {
  return value <= 0x10ffff ? String.fromCodePoint(value) : '';
}

/** What is wrong with an address before it is read: its characters, or what they disguise. */
function hiddenFault(text: string): string | undefined {
  const textIssue = addressTextIssue(text);
  if (textIssue) return textIssue;
  const scheme = disguisedScheme(text);
  if (scheme === undefined || !isRefusedScheme(scheme)) return undefined;
  return `uses the scheme "${scheme}:", which is refused`;
}

/** What an app sends as `uri`: the form it has and the path that every platform shares. */
export interface BaseUri {
  readonly form: 'http' | 'deep-link' | 'path';
  /** Lower case, absent for a path. */
  readonly scheme?: string;
  /**
   * Path, query and fragment as they were sent: of an http(s) URI and of a path without one leading
   * slash, of a deep link all that follows `scheme://`.
   */
  readonly path: string;
}

export type Parsed<T> = { readonly value: T } | { readonly issue: string };

/** Reads the base URI of a link. The fault finishes the sentence "the URI …". */
export function parseBaseUri(text: string): Parsed<BaseUri> {
  const hidden = hiddenFault(text);
  if (hidden) return { issue: hidden };
  const scheme = schemeOf(text);
  if (scheme !== undefined && text.startsWith('://', scheme.length)) {
    const parsed = parseAbsolute(text, scheme);
    if ('issue' in parsed) return parsed;
    if (scheme === 'http' || scheme === 'https') {
      return { value: { form: 'http', scheme, path: withoutSlash(afterAuthority(text)) } };
    }
    return {
      value: { form: 'deep-link', scheme, path: text.slice(scheme.length + 3) },
    };
  }
  if (text.startsWith('//')) {
    return { issue: 'begins with "//"; write a scheme ("https://…") or a single slash' };
  }
  if (firstSegment(text).includes(':')) {
    return {
      issue:
        'is neither "http(s)://…", nor "scheme://…", nor a path (the first segment of a path cannot contain a colon)',
    };
  }
  return { value: { form: 'path', path: withoutSlash(text) } };
}

/**
 * Reads an absolute address that somebody wants visitors to be sent to. The fault finishes the
 * sentence "the address …".
 */
export function parseAddress(text: string): Parsed<URL> {
  const hidden = hiddenFault(text);
  if (hidden) return { issue: hidden };
  const scheme = schemeOf(text);
  if (scheme === undefined) return { issue: 'must be absolute ("https://…" or "scheme://…")' };
  return parseAbsolute(text, scheme);
}

function parseAbsolute(text: string, scheme: string): Parsed<URL> {
  if (isRefusedScheme(scheme)) return { issue: `uses the scheme "${scheme}:", which is refused` };
  const web = scheme === 'http' || scheme === 'https';
  if (web && !/^https?:\/\/[^/?#]/i.test(text)) {
    return { issue: `must have a host after "${scheme}://"` };
  }
  if (text.startsWith('//', scheme.length + 1) && authority(text).includes('@')) {
    return { issue: 'contains user info ("user@") before the host' };
  }
  const url = parseUrl(text);
  if (url === undefined) return { issue: 'cannot be read as a URL' };
  if (url.username !== '' || url.password !== '') return { issue: 'contains user info' };
  return { value: url };
}

/** The URL that a browser would read out of `text`; undefined where it would read none. */
export function parseUrl(text: string): URL | undefined {
  // Saves the exception, which costs more than everything else here, for text that is no URL.
  if (!SCHEME.test(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function authority(text: string): string {
  const rest = text.slice(text.indexOf('://') + 3);
  const end = rest.search(/[/?#]/);
  return end === -1 ? rest : rest.slice(0, end);
}

function afterAuthority(text: string): string {
  return text.slice(text.indexOf('://') + 3 + authority(text).length);
}

function firstSegment(text: string): string {
  const end = text.search(/[/?#]/);
  return end === -1 ? text : text.slice(0, end);
}

/**
 * Text that comes to stand right behind `scheme://`, where URLs have their host: what a host cannot
 * hold (`@bob`, `a b`, `a:b`) is escaped up to the first slash, and means the same to the app.
 */
export function asAuthority(text: string): string {
  const head = firstSegment(text);
  return head.replace(/[ <>^|@:[\]]/g, encodeURIComponent) + text.slice(head.length);
}

/** Less one leading slash. */
export function withoutSlash(path: string): string {
  return path.startsWith('/') ? path.slice(1) : path;
}

/** A platform's base joined with the path that all platforms share. */
export function joinBase(base: string, { form, path }: BaseUri): string {
  if (base.endsWith('://')) return base + asAuthority(path);
  // `shop:///cart` is a common way to write `shop://cart`.
  const rest = form === 'deep-link' ? withoutSlash(path) : path;
  const joined = rest === '' || base.endsWith('/') || rest.startsWith('?') || rest.startsWith('#');
  return joined ? base + rest : `${base}/${rest}`;
}
