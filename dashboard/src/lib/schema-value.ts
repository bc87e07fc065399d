import type { Issue } from '../api/problem.ts';
import { schema as words } from '../texts/schema.ts';
import { pointerOf } from './json-node.ts';
import { isMultipleOf } from './multiple-of.ts';

/** The maximum number of errors, of a schema or of a value. */
export const MAX_SCHEMA_ISSUES = 20;

export const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;
type TypeName = (typeof TYPES)[number];

export type Json = Readonly<Record<string, unknown>>;

/**
 * The errors of a value by a schema that `schemaIssues` accepts. The rules and words are those of the service, which
 * checks the value again (`server/src/domain/schema/`); both are tested with the same table.
 */
export function valueIssues(schema: Json, value: unknown): readonly Issue[] {
  const check = new ValueCheck();
  check.value(schema, value, '');
  return check.issues.slice(0, MAX_SCHEMA_ISSUES);
}

class ValueCheck {
  readonly issues: Issue[] = [];
  /** The texts of the allowed values, by the list in the schema: one of them can be looked up thousands of times. */
  private readonly allowed = new Map<unknown, ReadonlySet<string>>();

  value(schema: unknown, value: unknown, at: string): void {
    if (schema === undefined || schema === true || this.isFull) return;
    if (!isObject(schema)) return this.report(at, words.notAllowed);
    const types = [schema['type'] ?? []].flat() as unknown as readonly TypeName[];
    if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
      const wanted = TYPES.filter((type) => types.includes(type)).map((type) => words.types[type]);
      return this.report(at, words.mustBe(wanted, foundType(value, types)));
    }
    if (!this.isAllowed(schema, value)) this.report(at, words.notAllowedValue);
    if (typeof value === 'number') this.number(schema, value, at);
    // A pair of surrogates is one character.
    else if (typeof value === 'string') this.size(schema, 'string', Array.from(value).length, at);
    else if (Array.isArray(value)) this.array(schema, value, at);
    else if (isObject(value)) this.object(schema, value, at);
  }

  private isAllowed(schema: Json, value: unknown): boolean {
    const { enum: list } = schema;
    if (list === undefined && !Object.hasOwn(schema, 'const')) return true;
    const text = canonical(value);
    if (Object.hasOwn(schema, 'const') && canonical(schema['const']) !== text) return false;
    if (!Array.isArray(list)) return true;
    const known = this.allowed.get(list) ?? new Set(list.map(canonical));
    this.allowed.set(list, known);
    return known.has(text);
  }

  private number(schema: Json, value: number, at: string): void {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Numbers;
    if (minimum !== undefined && value < minimum) this.report(at, words.least(minimum));
    if (maximum !== undefined && value > maximum) this.report(at, words.most(maximum));
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
      this.report(at, words.more(exclusiveMinimum));
    if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
      this.report(at, words.less(exclusiveMaximum));
    if (multipleOf !== undefined && !isMultipleOf(value, multipleOf))
      this.report(at, words.multiple(multipleOf));
  }

  private size(schema: Json, kind: keyof typeof SIZES, size: number, at: string): void {
    const [least, most] = SIZES[kind].map((keyword) => schema[keyword] as number | undefined);
    const [one = '', many = ''] = words.sizes[kind];
    if (least !== undefined && size < least) this.report(at, words.leastOf(least, one, many));
    else if (most !== undefined && size > most) this.report(at, words.mostOf(most, one, many));
  }

  private array(schema: Json, array: readonly unknown[], at: string): void {
    this.size(schema, 'array', array.length, at);
    const seen = new Map<string, number>();
    for (const [index, entry] of array.entries()) {
      if (this.isFull) return;
      if (schema['uniqueItems'] === true) {
        const text = canonical(entry);
        const first = seen.get(text);
        if (first === undefined) seen.set(text, index);
        else this.report(`${at}/${index}`, words.sameEntry(`${at}/${first}`));
      }
      this.value(schema['items'], entry, `${at}/${index}`);
    }
  }

  private object(schema: Json, object: Json, at: string): void {
    const { required = [], properties = {}, additionalProperties } = schema as Objects;
    this.size(schema, 'object', Object.keys(object).length, at);
    for (const name of new Set(required)) {
      if (this.isFull) return;
      if (!Object.hasOwn(object, name)) this.report(at + pointerOf([name]), words.required);
    }
    for (const [name, member] of Object.entries(object)) {
      const here = at + pointerOf([name]);
      if (Object.hasOwn(properties, name)) this.value(properties[name], member, here);
      else if (additionalProperties === false) this.report(here, words.notAllowedKey);
      else this.value(additionalProperties, member, here);
    }
  }

  private report(pointer: string, detail: string): void {
    this.issues.push({ pointer, detail });
  }

  private get isFull(): boolean {
    return this.issues.length >= MAX_SCHEMA_ISSUES;
  }
}

type Numbers = Partial<
  Record<'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf', number>
>;

interface Objects {
  readonly required?: readonly string[];
  readonly properties?: Json;
  readonly additionalProperties?: unknown;
}

const SIZES = {
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
} as const;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfType(value: unknown, type: TypeName): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isObject(value) : typeof value === type;
}

function foundType(value: unknown, types: readonly TypeName[]): string {
  return typeof value === 'number' && types.includes('integer')
    ? words.kinds.fraction
    : kindOf(value);
}

/** The kind of a value, for a message: `an array`. */
export function kindOf(value: unknown): string {
  if (typeof value === 'boolean') return words.kinds.boolean;
  return words.types[TYPES.find((type) => isOfType(value, type)) ?? 'null'];
}

/** The same text for equal values; the order of keys does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
