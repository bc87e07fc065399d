import { fold } from './fold.ts';
import type { LinkQuery } from './link-query.ts';
import { textsOf, type SearchedLink } from './searched-link.ts';

/**
 * What the index knows of a link, as numbers: each three characters of its texts, the first three of its code, its app,
 * its tags and its template. Different things can have the same number, so what the index finds is checked again.
 */

/** The links that every search of their app, tag or template checks, because their texts have too many terms. */
export const LONG = 1;
/** The same for searches of all apps, in blocks that an earlier version has written. */
export const ALWAYS = 0;

const GRAM = 3;
/** Terms of three ASCII characters are exact: seven bits each. */
const EXACT = 1 << 21;
const KINDS = { gram: 0, code: 1, app: 2, tag: 3, template: 4 } as const;

/** A number between `EXACT` and 2^31 by the FNV-1a hash of a text. */
function hashed(kind: keyof typeof KINDS, text: string): number {
  let hash = 0x811c9dc5 ^ KINDS[kind];
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return EXACT + ((hash >>> 0) % (0x7fff_ffff - EXACT));
}

function gramAt(text: string, at: number): number {
  const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  if ((a | b | c) < 128) return (a << 14) | (b << 7) | c;
  return hashed('gram', text.slice(at, at + GRAM));
}

function addGrams(text: string, terms: Set<number>): void {
  const folded = fold(text);
  for (let at = 0; at + GRAM <= folded.length; at++) terms.add(gramAt(folded, at));
}

/** All terms of a link. */
export function termsOfLink(link: SearchedLink): Set<number> {
  const terms = new Set<number>();
  for (const text of textsOf(link)) addGrams(text, terms);
  // Characters that no text contains.
  terms.delete(ALWAYS);
  terms.delete(LONG);
  for (const term of filterTermsOfLink(link)) terms.add(term);
  return terms;
}

/** The terms of a link besides those of its texts: few, however long the link is. */
export function filterTermsOfLink(link: SearchedLink): Set<number> {
  const terms = new Set<number>();
  terms.add(hashed('code', fold(link.code).slice(0, GRAM)));
  terms.add(appTerm(link.appId));
  for (const tag of link.tags) terms.add(tagTerm(tag));
  if (link.template !== null) terms.add(templateTerm(link.template));
  return terms;
}

export const appTerm = (appId: string): number => hashed('app', appId);
export const tagTerm = (tag: string): number => hashed('tag', tag);
export const templateTerm = (name: string): number => hashed('template', name);

/** The terms of a search: a link that it finds has all of `text`, or `code`. */
export interface QueryTerms {
  /** Undefined: no text can be found. */
  readonly text: readonly number[] | undefined;
  readonly code: number | undefined;
}

/** Enough to exclude nearly all other links. */
const MAX_TERMS = 8;

/** The terms of a search; undefined if it is too short for the index. */
export function termsOfQuery({ text, code }: LinkQuery): QueryTerms | undefined {
  const isShort = (part: string | undefined): boolean => part !== undefined && part.length < GRAM;
  if (isShort(text) || isShort(code)) return undefined;
  return {
    text: text === undefined ? undefined : spread(gramsOf(text), MAX_TERMS),
    code: code === undefined ? undefined : hashed('code', code.slice(0, GRAM)),
  };
}

function gramsOf(folded: string): readonly number[] {
  const terms = new Set<number>();
  for (let at = 0; at + GRAM <= folded.length; at++) terms.add(gramAt(folded, at));
  return [...terms];
}

/** At most `count` of the items, evenly spaced, with the first and the last. */
function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (items.length <= count) return items;
  return Array.from(
    { length: count },
    (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))] as Item,
  );
}
