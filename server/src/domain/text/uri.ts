import { isRefusedScheme } from './refused-schemes.ts';
import { addressTextIssue, unescaped } from './text.ts';

/** The maximum length of a URI or route in a request, in characters (code points; see `isLongerThan`). */
export const MAX_URI_LENGTH = 2048;
/** The maximum length of a link that a base or a template produces, in characters. */
export const MAX_LINK_LENGTH = 4096;

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;

/** Returns the scheme of an absolute address, in lower case and without its colon. */
export function schemeOf(text: string): string | undefined {
  return SCHEME.exec(text)?.[1]?.toLowerCase();
}

// No character in it can represent another one: no entity, no escape, only ASCII.
const PLAIN = /^[\x21-\x24\x27-\x7e]*$/;
const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['colon', ':'],
  ['amp', '&'],
  ['tab', ''],
  ['newline', ''],
  ['nbsp', ''],
  ['shy', ''],
]);
/** The maximum number of nested escapes. */
const MAX_ESCAPES = 8;

/**
 * Returns the scheme that another program may read in `text`, after it normalizes letter forms, HTML
 * entities, percent escapes and invisible characters. Use it only to reject an address.
 */
function disguisedScheme(text: string): string | undefined {
  const slash = text.indexOf('/');
  if (PLAIN.test(slash === -1 ? text : text.slice(0, slash))) return schemeOf(text);
  // A scheme is at the beginning; this bounds the work on hostile input.
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

/** Returns the error of an address before it is parsed: its characters, or a scheme that they disguise. */
function hiddenIssue(text: string): string | undefined {
  const textIssue = addressTextIssue(text);
  if (textIssue) return textIssue;
  const scheme = disguisedScheme(text);
  if (scheme === undefined || !isRefusedScheme(scheme)) return undefined;
  return `uses the scheme "${scheme}:", which is refused`;
}

/** The `uri` of a request: its form, and the path that all platforms share. */
export interface BaseUri {
  readonly form: 'http' | 'deep-link' | 'path';
  /** In lower case; undefined for a path. */
  readonly scheme?: string;
  /**
   * Path, query and fragment as they were sent: for an http(s) URI and a path without one leading slash, for
   * a deep link everything after `scheme://`.
   */
  readonly path: string;
}

export type Parsed<T> = { readonly value: T } | { readonly issue: string };

/** Reads the base URI of a link. The error completes "the URI …". */
export function parseBaseUri(text: string): Parsed<BaseUri> {
  const hidden = hiddenIssue(text);
  if (hidden) return { issue: hidden };
  const scheme = schemeOf(text);
  if (scheme !== undefined && text.startsWith('://', scheme.length)) {
    const parsed = parseAbsolute(text, scheme);
    if ('issue' in parsed) return parsed;
    if (scheme === 'http' || scheme === 'https') {
      return { value: { form: 'http', scheme, path: withoutSlash(afterAuthority(text)) } };
    }
    return { value: { form: 'deep-link', scheme, path: text.slice(scheme.length + 3) } };
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

const ABSOLUTE = 'must be absolute ("https://…" or "scheme://…")';

/**
 * Reads an absolute address that visitors can be redirected to. The error completes "the address …"; `wanted` is that of
 * one without a scheme.
 */
export function parseAddress(text: string, wanted = ABSOLUTE): Parsed<URL> {
  const hidden = hiddenIssue(text);
  if (hidden) return { issue: hidden };
  const scheme = schemeOf(text);
  if (scheme === undefined) return { issue: wanted };
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

/** Returns the URL that a browser would parse from `text`; undefined if it would parse none. */
export function parseUrl(text: string): URL | undefined {
  // Avoids an exception for text that is not a URL; it costs more than everything else here.
  if (!SCHEME.test(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function authority(text: string): string {
  return firstSegment(text.slice(text.indexOf('://') + 3));
}

function afterAuthority(text: string): string {
  return text.slice(text.indexOf('://') + 3 + authority(text).length);
}

function firstSegment(text: string): string {
  const end = text.search(/[/?#]/);
  return end === -1 ? text : text.slice(0, end);
}

/**
 * Escapes text that directly follows `scheme://`, where URLs have their host: characters that a host cannot
 * contain (`@bob`, `a b`, `a:b`) are escaped up to the first slash. The app reads the same text.
 */
export function asAuthority(text: string): string {
  const head = firstSegment(text);
  return head.replace(/[ <>^|@:[\]]/g, encodeURIComponent) + text.slice(head.length);
}

/** Removes one leading slash. */
export function withoutSlash(path: string): string {
  return path.startsWith('/') ? path.slice(1) : path;
}

/** Joins the base of a platform with the path that all platforms share. */
export function joinBase(base: string, { form, path }: BaseUri): string {
  if (base.endsWith('://')) return base + asAuthority(path);
  // `shop:///cart` is a common way to write `shop://cart`.
  const rest = form === 'deep-link' ? withoutSlash(path) : path;
  const joined = rest === '' || base.endsWith('/') || rest.startsWith('?') || rest.startsWith('#');
  return joined ? base + rest : `${base}/${rest}`;
}
