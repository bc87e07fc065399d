import { unescaped } from '../text/text.ts';

/** No vowels, so that codes contain no words; no `0 O 1 l I`, which are easy to confuse. */
export const CODE_ALPHABET = '23456789BCDFGHJKMNPQRSTVWXZbcdfghjkmnpqrstvwxz';
export const MIN_CODE_LENGTH = 6;
export const MAX_CODE_LENGTH = 32;
export const DEFAULT_CODE_LENGTH = 8;

/** The minimum length of a custom code; generated codes are longer. */
export const SHORTEST_CODE = 4;

const CODE = /^[0-9A-Za-z]{4,32}$/;

/** Whether `text` can be a code. Checked before a query. */
export function isCode(text: string): boolean {
  return CODE.test(text);
}

/**
 * Returns the code in a code or an address: the last path segment, without percent-encoding, as for a visit. The result
 * may not be a valid code.
 */
export function codeIn(text: string): string {
  const path = text.replace(/[?#].*$/s, '').replace(/\/$/, '');
  return unescaped(path.slice(path.lastIndexOf('/') + 1));
}

/** First path segments that the service uses or reserves; a code must not be one of them. */
export const RESERVED_PATHS: ReadonlySet<string> = new Set(
  (
    'v2 client manage dashboard health metrics docs openapi.json ' +
    '.well-known apple-app-site-association robots.txt favicon.ico smart-banner.js'
  ).split(' '),
);

/**
 * What follows `/manage/v1/smartlinks/` in the paths of the management API and looks like a code. A link with such a code could
 * not be shown or changed.
 */
export const RESERVED_CODES: ReadonlySet<string> = new Set(['bulk', 'changes', 'export']);
