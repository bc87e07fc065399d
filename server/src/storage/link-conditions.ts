import type { LinkState } from '../domain/link/link-state.ts';
import { isTagGroup } from '../domain/link/tags.ts';
import type { ExpiryPeriod, ValidityPhase } from '../domain/link/validity.ts';
import type { LinkQuery } from '../domain/search/link-query.ts';
import type { Engine, SqlValue } from './database.ts';
import { codeList } from './in-index.ts';

/** The conditions for the links of a list; undefined: no condition. */
export interface LinkFilter {
  /** Undefined: all except deleted links. */
  readonly state?: LinkState | undefined;
  readonly tag?: string | undefined;
  readonly externalId?: string | undefined;
  readonly template?: string | undefined;
  readonly unique?: boolean | undefined;
  /** Links in this phase at a time (milliseconds since 1970-01-01 UTC). */
  readonly validity?: { readonly phase: ValidityPhase; readonly now: number } | undefined;
  /** Links whose end is in this period (milliseconds since 1970-01-01 UTC). */
  readonly expiring?: ExpiryPeriod | undefined;
  readonly query?: LinkQuery | undefined;
}

export type Condition = readonly [sql: string, ...parameters: SqlValue[]];

/** Links with other codes than these. */
export function notAmong(engine: Engine, codes: readonly string[]): Condition {
  const list = codeList(engine, codes);
  return engine === 'sqlite'
    ? ['code not in (select value from json_each(?))', list]
    : ['code <> all(?::text[])', list];
}

/** What a filter asks of the columns, in their order: those stored after long metadata cost the most. */
export function conditionsOf(
  { state, tag, template, unique, externalId, validity, expiring, query }: LinkFilter,
  engine: Engine,
): Condition[] {
  const conditions: Condition[] = [];
  if (unique !== undefined) conditions.push([`unique_key is ${unique ? 'not' : ''} null`]);
  if (template !== undefined) conditions.push(['template = ?', template]);
  if (tag !== undefined && isTagGroup(tag)) conditions.push(mayHaveTag(tag, engine));
  if (externalId !== undefined) conditions.push(['external_id = ?', externalId]);
  if (validity) conditions.push(...phaseConditions(validity.phase, validity.now));
  if (expiring) {
    conditions.push(['valid_until > ?', expiring.after], ['valid_until <= ?', expiring.until]);
  }
  conditions.push(state === undefined ? [`state <> 'deleted'`] : ['state = ?', state]);
  const text = query?.text ?? query?.code ?? '';
  const parts = plainParts(text);
  if (parts.length > 0) conditions.push(...parts.map((part) => mayContain(part, engine)));
  else if (text.includes('\\')) conditions.push(hasBackslash(engine));
  else if (!ASCII.test(text)) conditions.push(mayHaveOtherCharacters(engine));
  return conditions;
}

/** Excludes most links before their rows are sent: `tags` is a JSON array. */
function mayHaveTag(group: string, engine: Engine): Condition {
  const find = engine === 'sqlite' ? 'instr' : 'strpos';
  const itself = JSON.stringify(group.slice(0, -1));
  const below = JSON.stringify(group).slice(0, -1);
  return [`(${find}(tags, ?) > 0 or ${find}(tags, ?) > 0)`, below, itself];
}

function phaseConditions(phase: ValidityPhase, now: number): Condition[] {
  switch (phase) {
    case 'scheduled':
      return [
        ['valid_from > ?', now],
        ['(valid_until is null or valid_until > ?)', now],
      ];
    case 'expired':
      return [['valid_until <= ?', now]];
    case 'valid':
      return [
        ['(valid_from is null or valid_from <= ?)', now],
        ['(valid_until is null or valid_until > ?)', now],
      ];
  }
}

/**
 * The longest parts of a folded text that are the same in a text, in JSON, and in lower case by either engine. Not "k", ";"
 * and "`", which "\u212a" (the Kelvin sign), "\u037e" and "\u1fef" become, and no "i" at the end: it can be all of "\u0130".
 */
function plainParts(folded: string): string[] {
  const found = folded.match(/[ -!#-.0-:<-[\]-_a-jl-~]+/g) ?? [];
  const parts = new Set(found.map((part) => part.replace(/i$/, '')).filter((part) => part !== ''));
  return [...parts].toSorted((a, b) => b.length - a.length).slice(0, CHECKED_PARTS);
}

/** One alone, such as "products", may exclude nothing. */
const CHECKED_PARTS = 2;
const ASCII = /^[\0-\x7f]*$/;

/** The texts in which a search looks, as one. JSON can contain escaped letters. */
const TEXTS = [
  'code',
  'uri',
  'tags',
  ...['external_id', 'name', 'note', 'social', 'metadata'].map(
    (column) => `coalesce(${column}, '')`,
  ),
].join(` || ' ' || `);

/** Excludes most links before their rows are sent. */
function mayContain(part: string, engine: Engine): Condition {
  return engine === 'sqlite'
    ? [`(instr(lower(${TEXTS}), ?) > 0 or instr(metadata, '\\u') > 0)`, part]
    : [`(strpos(lower((${TEXTS}) collate "C"), ?) > 0 or strpos(metadata, '\\u') > 0)`, part];
}

/** A backslash in JSON is escaped, with a backslash. */
function hasBackslash(engine: Engine): Condition {
  return [`${engine === 'sqlite' ? 'instr' : 'strpos'}(${TEXTS}, '\\') > 0`];
}

/** Characters beyond ASCII, which have several bytes; in JSON they can be escaped. */
function mayHaveOtherCharacters(engine: Engine): Condition {
  const bytes = engine === 'sqlite' ? `length(cast((${TEXTS}) as blob))` : `octet_length(${TEXTS})`;
  const [escaped] = hasBackslash(engine);
  return [`(${bytes} > length(${TEXTS}) or ${escaped})`];
}
