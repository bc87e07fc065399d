/** No vowels, so no words; no `0 O 1 l I`, so nothing to misread. */
export const CODE_ALPHABET = '23456789BCDFGHJKMNPQRSTVWXZbcdfghjkmnpqrstvwxz';
export const MIN_CODE_LENGTH = 6;
export const MAX_CODE_LENGTH = 32;
export const DEFAULT_CODE_LENGTH = 8;

/** Of a custom code; generated codes are longer. */
export const SHORTEST_CODE = 4;

const CODE = /^[0-9A-Za-z]{4,32}$/;

/** Can `text` be a code at all? Asked before the store is. */
export function isCode(text: string): boolean {
  return CODE.test(text);
}

/** The code in a code or an address: its last path segment, whatever it is. */
export function codeIn(text: string): string {
  const path = text.replace(/[?#].*$/s, '').replace(/\/$/, '');
  return path.slice(path.lastIndexOf('/') + 1);
}

/** First path segments that belong to the service, now or by contract; no code may be one. */
export const RESERVED_PATHS: ReadonlySet<string> = new Set(
  (
    'v2 client manage dashboard health metrics docs openapi.json ' +
    '.well-known apple-app-site-association robots.txt favicon.ico'
  ).split(' '),
);

export function isReservedPath(segment: string): boolean {
  return RESERVED_PATHS.has(segment);
}
