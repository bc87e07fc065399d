import { isCode, MAX_CODE_LENGTH } from '../link/code.ts';
import { fold } from './fold.ts';

/** What is searched for, folded. A link is found by either of the two. */
export interface LinkQuery {
  /** Any part of a text of the link. Undefined: only the code counts. */
  readonly text: string | undefined;
  /** The beginning of the code. Undefined: no code begins with this. */
  readonly code: string | undefined;
}

const CODE_START = new RegExp(`^[0-9a-z]{1,${MAX_CODE_LENGTH}}$`);
const SCHEME = /^https?:\/\//i;

/**
 * Reads the text of a search. `bases`: the addresses under which links open, without a trailing slash; what follows
 * one of them, with or without the scheme, is the beginning of a code. Undefined: every link is found.
 */
export function parseLinkQuery(typed: string, bases: readonly string[]): LinkQuery | undefined {
  const text = fold(typed.trim());
  const code = afterBase(text, bases);
  if (text === '' || code === '') return undefined;
  if (code !== undefined) return { text: undefined, code: asCodeStart(code) };
  return { text, code: asCodeStart(text) };
}

function asCodeStart(text: string): string | undefined {
  return CODE_START.test(text) ? text : undefined;
}

/** The code in a complete address of a link, or the text itself if it is one; undefined: there is none. */
export function exactCode(typed: string, bases: readonly string[]): string | undefined {
  const text = typed.trim();
  // The host of a base can be a code too.
  const code = afterBase(text, bases) || text;
  return isCode(code) ? code : undefined;
}

/** The first path segment after one of the bases, empty if there is none; undefined: the text begins with no base. */
function afterBase(text: string, bases: readonly string[]): string | undefined {
  const bare = text.replace(SCHEME, '');
  const folded = fold(bare);
  const base = bases
    .map((one) => one.replace(SCHEME, ''))
    .find((one) => folded === fold(one) || folded.startsWith(`${fold(one)}/`));
  return base && bare.slice(base.length + 1).replace(/[/?#].*$/s, '');
}
