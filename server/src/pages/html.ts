import { isRefusedScheme } from '../domain/text/refused-schemes.ts';

/** Text that goes into a page as it is. Only `html` and `trusted` create it. */
class Safe<Kind extends 'markup' | 'code'> {
  readonly kind: Kind;
  readonly #text: string;

  constructor(kind: Kind, text: string) {
    this.kind = kind;
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Html = Safe<'markup'>;
/** The content of a script or a style. */
export type Code = Safe<'code'>;

/** What a template accepts. Lists are joined; `undefined`, `null` and `false` insert nothing. */
export type Value = string | number | false | null | undefined | Html | Code | readonly Value[];

type Insert = (value: Value) => string;

/** How the values of each template are inserted. */
const INSERTS = new WeakMap<TemplateStringsArray, readonly Insert[]>();

/**
 * Makes HTML from a template. Values are escaped; the results of other templates are inserted as they are.
 * Values can be in text, in quoted attributes and, if they are `trusted`, in scripts and styles. The first use
 * of a template throws if a value is elsewhere.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  let inserts = INSERTS.get(strings);
  if (!inserts) INSERTS.set(strings, (inserts = insertsOf(strings)));
  let text = strings[0] ?? '';
  inserts.forEach((insert, index) => {
    text += insert(values[index]) + (strings[index + 1] ?? '');
  });
  return new Safe('markup', text);
}

/** Marks a script or a style of our own. Without `<`, nothing in it can end its element. */
export function trusted(code: string): Code {
  if (code.includes('<')) throw new Error('A script or style must not contain "<".');
  return new Safe('code', code);
}

/** Stands for a value in the text of a template. */
const HOLE = '\0';
const ATTRIBUTES = String.raw`((?:\s+[a-zA-Z-]+(?:="[^"]*"|='[^']*')?)*)\s*`;
/** What templates consist of: scripts and styles, other tags, and text. There are no comments. */
const PART = new RegExp(
  `<(script|style)${ATTRIBUTES}>([^<]*)</\\1>|</?(?!script|style)[a-z][a-z0-9]*${ATTRIBUTES}/?>|<!doctype html>|([^<]+)`,
  'gy',
);
const ATTRIBUTE = /([a-zA-Z-]+)=(["'])(.*?)\2/gs;
/** Attributes whose values are only text for browsers. */
const TEXT_ATTRIBUTE =
  /^(?:alt|aria-labelledby|class|content|d|dir|id|lang|name|property|title|viewBox|data-[a-z-]+)$/;

function insertsOf(strings: TemplateStringsArray): readonly Insert[] {
  const source = strings.join(HOLE);
  const parts = [...source.matchAll(PART)];
  const inserts = parts.flatMap(([, , own = '', code = '', attributes = '', text = '']) => [
    ...Array.from((own + attributes).matchAll(ATTRIBUTE)).flatMap(([, name = '', , value = '']) =>
      insertsFor(value, insertOfAttribute(name, value)),
    ),
    ...insertsFor(code, insertCode),
    ...insertsFor(text, insertText),
  ]);
  const isComplete = parts.map(([part]) => part).join('') === source;
  if (isComplete && inserts.length === strings.length - 1) return inserts;
  const shown = source.replaceAll(HOLE, '…');
  throw new Error(`This template has a value in an unsafe position, or invalid HTML: ${shown}`);
}

function insertsFor(text: string, insert: Insert | undefined): Insert[] {
  return insert ? Array.from({ length: text.split(HOLE).length - 1 }, () => insert) : [];
}

/** Undefined if the attribute takes no values. */
function insertOfAttribute(name: string, value: string): Insert | undefined {
  // The scheme is at the beginning of an address, so a value must be the complete address.
  if (name === 'href' && value === HOLE) return insertHref;
  if (name === 'src' && value === HOLE) return insertImage;
  return TEXT_ATTRIBUTE.test(name) ? insertAttribute : undefined;
}

function insertText(value: Value): string {
  if (typeof value === 'string') return escaped(value);
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'number') return String(value);
  if (!(value instanceof Safe)) return value.map(insertText).join('');
  if (value.kind === 'markup') return value.toString();
  throw new TypeError('Code belongs in a script or a style.');
}

function insertAttribute(value: Value): string {
  if (typeof value !== 'object' || value === null) return insertText(value);
  throw new TypeError('An attribute takes text, not markup or a list.');
}

/** Browsers ignore spaces before a scheme, and tabs and line breaks in it. */
const SCHEME = /^[\0- ]*([a-z][a-z0-9+.\-\t\n\r]*):/i;

/** Empty if no link may have the scheme. Only this service creates `intent:` addresses, from checked ones. */
function insertHref(value: Value): string {
  const address = insertAttribute(value);
  const scheme = SCHEME.exec(address)?.[1]?.replace(/[\t\n\r]/g, '') ?? '';
  return isRefusedScheme(scheme) && !address.startsWith('intent://') ? '' : address;
}

/** Empty if it is not an image in a `data:` address: pages load nothing. */
function insertImage(value: Value): string {
  const address = insertAttribute(value);
  return address.startsWith('data:image/') ? address : '';
}

function insertCode(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Safe && value.kind === 'code') return value.toString();
  throw new TypeError('A script or a style takes only code that is marked with `trusted`.');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
