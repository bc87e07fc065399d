import { pointer, type Issue } from '../text/issue.ts';
import { canonicalJson } from '../text/json.ts';
import { isRecord, kindOf, TYPE_TEXTS, type JsonType } from '../text/json-value.ts';
import { PUBLIC_TEXTS, TEXTS, type LimitTexts, type SizeTexts } from './limit-texts.ts';
import { isMultipleOf } from './multiple-of.ts';
import { MAX_SCHEMA_ISSUES } from './read-schema.ts';
import type { Bounds, SchemaNode, SubSchema } from './schema-node.ts';

/** Who reads the errors. */
export interface Audience {
  /** The holder of a public token: the texts contain no limits of the schema. */
  readonly isPublic: boolean;
}

/**
 * Returns the errors of a value by a schema. Each part of the value is looked at once for each level of the schema at
 * most, so the time depends on the sizes of both, not on their product. The texts contain no value of the schema's
 * `enum` and `const`: the sender of a value may not be the reader of the schema.
 */
export function valueIssues(
  schema: SchemaNode,
  value: unknown,
  at: string,
  { isPublic }: Audience = { isPublic: false },
): Issue[] {
  const issues: Issue[] = [];
  checkValue(schema, value, at, { issues, texts: isPublic ? PUBLIC_TEXTS : TEXTS });
  return issues.slice(0, MAX_SCHEMA_ISSUES);
}

interface Check {
  /** The errors so far. */
  readonly issues: Issue[];
  readonly texts: LimitTexts;
}

function checkValue(schema: SubSchema, value: unknown, at: string, check: Check): void {
  const { issues, texts } = check;
  if (schema === undefined || issues.length >= MAX_SCHEMA_ISSUES) return;
  const report = (detail: string) => issues.push({ pointer: at, detail });
  if (schema === false) {
    report('is not allowed');
    return;
  }
  const { types, allowed } = schema;
  if (types && !types.some((type) => isOfType(value, type))) {
    report(`must be ${wantedTypes(types)}, not ${foundType(value, types)}`);
    return;
  }
  if (allowed.length > 0) {
    const text = canonicalJson(value);
    if (!allowed.every((values) => values.has(text))) report('is not one of the allowed values');
  }
  if (typeof value === 'number') {
    for (const detail of numberIssues(schema, value, texts)) report(detail);
  } else if (typeof value === 'string') {
    // A pair of surrogates is one character.
    const detail = sizeIssue(schema.length, () => Array.from(value).length, texts.characters);
    if (detail !== undefined) report(detail);
  } else if (Array.isArray(value)) checkArray(schema, value, at, check);
  else if (isRecord(value)) checkObject(schema, value, at, check);
}

function isOfType(value: unknown, type: JsonType): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    default:
      return typeof value === type;
  }
}

function wantedTypes(types: readonly JsonType[]): string {
  const texts = types.map((type) => TYPE_TEXTS[type]);
  const last = texts.at(-1) ?? '';
  return texts.length === 1 ? last : `${texts.slice(0, -1).join(', ')} or ${last}`;
}

function foundType(value: unknown, types: readonly JsonType[]): string {
  return typeof value === 'number' && types.includes('integer') ? 'a fraction' : kindOf(value);
}

function* numberIssues(
  { range, exclusiveRange, multipleOf }: SchemaNode,
  value: number,
  { number }: LimitTexts,
): Generator<string> {
  if (range.least !== undefined && value < range.least) yield number.least(range.least);
  if (range.most !== undefined && value > range.most) yield number.most(range.most);
  const { least, most } = exclusiveRange;
  if (least !== undefined && value <= least) yield number.above(least);
  if (most !== undefined && value >= most) yield number.below(most);
  if (multipleOf !== undefined && !isMultipleOf(value, multipleOf)) {
    yield number.multiple(multipleOf);
  }
}

function sizeIssue(
  { least, most }: Bounds,
  size: () => number,
  texts: SizeTexts,
): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  const found = size();
  if (least !== undefined && found < least) return texts.least(least);
  if (most !== undefined && found > most) return texts.most(most);
  return undefined;
}

function checkArray(schema: SchemaNode, array: readonly unknown[], at: string, check: Check): void {
  const { issues, texts } = check;
  const detail = sizeIssue(schema.entries, () => array.length, texts.entries);
  if (detail !== undefined) issues.push({ pointer: at, detail });
  const seen = new Map<string, number>();
  for (const [index, entry] of array.entries()) {
    if (issues.length >= MAX_SCHEMA_ISSUES) return;
    const here = `${at}/${index}`;
    if (schema.uniqueItems) {
      const text = canonicalJson(entry);
      const first = seen.get(text);
      if (first === undefined) seen.set(text, index);
      else issues.push({ pointer: here, detail: `is the same as the entry ${at}/${first}` });
    }
    checkValue(schema.items, entry, here, check);
  }
}

function checkObject(
  schema: SchemaNode,
  object: Readonly<Record<string, unknown>>,
  at: string,
  check: Check,
): void {
  const { issues, texts } = check;
  const { keys, required, properties, additionalProperties } = schema;
  const detail = sizeIssue(keys, () => Object.keys(object).length, texts.keys);
  if (detail !== undefined) issues.push({ pointer: at, detail });
  for (const name of required) {
    if (issues.length >= MAX_SCHEMA_ISSUES) return;
    if (Object.hasOwn(object, name)) continue;
    issues.push({ pointer: at + pointer(name), detail: 'is required' });
  }
  for (const [name, member] of Object.entries(object)) {
    if (issues.length >= MAX_SCHEMA_ISSUES) return;
    const here = at + pointer(name);
    if (properties.has(name)) checkValue(properties.get(name), member, here, check);
    else if (additionalProperties === false) {
      issues.push({ pointer: here, detail: 'is not an allowed key' });
    } else checkValue(additionalProperties, member, here, check);
  }
}
