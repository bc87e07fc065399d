import { fold } from './fold.ts';
import type { LinkQuery } from './link-query.ts';
import { textsOf, type SearchedLink } from './searched-link.ts';

/**
 * What the index knows of a link, as numbers: each character of its texts and each two or three successive ones, the
 * beginning of its code, its app, its tags and its template. Different things can have the same number, so what the
 * index finds is checked again.
 */

/** The links that every search of their app, tag or template checks, because their texts have too many terms. */
export const LONG = 1;
/** The same for searches of all apps, in blocks that an earlier version has written. */
export const ALWAYS = 0;

const GRAM = 3;
/** Terms of three ASCII characters are exact: seven bits each. */
const ASCII = 128;
const EXACT = ASCII ** GRAM;
const KINDS = { gram: 0, code: 1, app: 2, tag: 3, template: 4, pair: 5, character: 6 } as const;

/** A number between `EXACT` and 2^31 by the FNV-1a hash of a part of a text. */
function hashed(kind: keyof typeof KINDS, text: string, from = 0, to = text.length): number {
  let hash = Math.imul(0x811c9dc5 ^ KINDS[kind], 0x01000193);
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return EXACT + ((hash >>> 0) % (0x7fff_ffff - EXACT));
}

/** The term of the three characters at a position of a text. */
function gramAt(text: string, at: number): number {
  return exactGramAt(text, at) ?? hashed('gram', text, at, at + GRAM);
}

/** Undefined: they are not three, or not all ASCII. */
function exactGramAt(text: string, at: number): number | undefined {
  if (at + GRAM > text.length) return undefined;
  const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  return (a | b | c) < ASCII ? (a << 14) | (b << 7) | c : undefined;
}

/** `seen`: for each ASCII character, 1 if its term was added. Most characters of a link occur several times. */
function addTextTerms(text: string, terms: Set<number>, seen: Uint8Array): void {
  const folded = fold(text);
  for (let at = 0; at < folded.length; at++) {
    const character = folded.charCodeAt(at);
    if (character >= ASCII || seen[character] === 0) {
      if (character < ASCII) seen[character] = 1;
      terms.add(hashed('character', folded, at, at + 1));
    }
    const exact = exactGramAt(folded, at);
    if (exact !== undefined) terms.add(exact);
    else {
      // An exact term tells its first two characters; others do not.
      if (at + 2 <= folded.length) terms.add(hashed('pair', folded, at, at + 2));
      if (at + GRAM <= folded.length) terms.add(hashed('gram', folded, at, at + GRAM));
    }
  }
}

export function termsOfLink(link: SearchedLink): Set<number> {
  const terms = new Set<number>();
  const seen = new Uint8Array(ASCII);
  for (const text of textsOf(link)) addTextTerms(text, terms, seen);
  // Characters that no text contains.
  terms.delete(ALWAYS);
  terms.delete(LONG);
  for (const term of filterTermsOfLink(link)) terms.add(term);
  return terms;
}

/** The terms of a link besides those of its texts: few, however long the link is. */
export function filterTermsOfLink(link: SearchedLink): Set<number> {
  const terms = new Set<number>();
  const code = fold(link.code);
  for (let length = 1; length <= GRAM; length++) terms.add(codeTerm(code, length));
  terms.add(appTerm(link.appId));
  for (const tag of link.tags) terms.add(tagTerm(tag));
  if (link.template !== null) terms.add(templateTerm(link.template));
  return terms;
}

const codeTerm = (folded: string, length: number): number =>
  hashed('code', folded, 0, Math.min(length, folded.length));
export const appTerm = (appId: string): number => hashed('app', appId);
export const tagTerm = (tag: string): number => hashed('tag', tag);
export const templateTerm = (name: string): number => hashed('template', name);

/** The terms of a search: a link that it finds has one term of each choice in `text`, or `code`. */
export interface QueryTerms {
  /** Undefined: no text can be found. */
  readonly text: readonly Choice[] | undefined;
  readonly code: number | undefined;
}

type Choice = readonly number[];

/** Enough to exclude nearly all other links. */
const MAX_CHOICES = 8;

export function termsOfQuery({ text, code }: LinkQuery): QueryTerms {
  return {
    text: text === undefined ? undefined : choicesOf(text),
    code: code === undefined ? undefined : codeTerm(code, GRAM),
  };
}

function choicesOf(folded: string): readonly Choice[] {
  if (folded.length === 1) return [[hashed('character', folded)]];
  if (folded.length < GRAM) return [pairChoice(folded)];
  const terms = new Set<number>();
  for (let at = 0; at + GRAM <= folded.length; at++) terms.add(gramAt(folded, at));
  return spread([...terms], MAX_CHOICES).map((term) => [term]);
}

/** Two characters: their own term, or any exact one that begins with them. */
function pairChoice(pair: string): Choice {
  const own = hashed('pair', pair);
  const first = exactGramAt(`${pair}\0`, 0);
  if (first === undefined) return [own];
  return [own, ...Array.from({ length: ASCII }, (_, third) => first + third)];
}

/** At most `count` of the items, evenly spaced, with the first and the last. */
function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (items.length <= count) return items;
  return Array.from(
    { length: count },
    (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))] as Item,
  );
}
