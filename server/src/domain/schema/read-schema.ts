import { pointer, type Issue } from '../text/issue.ts';
import { canonicalJson } from '../text/json.ts';
import { isRecord, kindOf } from '../text/json-value.ts';
import {
  countOf,
  entriesOf,
  flagOf,
  namesOf,
  numberOf,
  stepOf,
  typesOf,
  type Report,
} from './read-keyword.ts';
import type { SchemaNode, SubSchema } from './schema-node.ts';

export const MAX_SCHEMA_BYTES = 16 * 1024;
export const MAX_SCHEMA_LEVELS = 16;
/** The maximum number of errors that are reported, of a schema or of a value. */
export const MAX_SCHEMA_ISSUES = 20;

/** Keywords for readers. */
const ANNOTATIONS = ['$schema', '$comment', 'title', 'description', 'default', 'examples'];
/** The keywords that decide what is valid. */
export const RULE_KEYWORDS = [
  'type',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
  'properties',
  'additionalProperties',
] as const;
export const KEYWORDS: ReadonlySet<string> = new Set([...ANNOTATIONS, ...RULE_KEYWORDS]);

export type ReadSchema = { readonly node: SchemaNode } | { readonly issues: readonly Issue[] };

/** Reads a JSON value as a schema, or returns its errors. `at`: its JSON pointer. */
export function readSchema(value: unknown, at: string): ReadSchema {
  if (!isRecord(value)) {
    return { issues: [{ pointer: at, detail: `must be an object, not ${kindOf(value)}` }] };
  }
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  if (bytes > MAX_SCHEMA_BYTES) {
    const detail = `is ${bytes} bytes of JSON; at most ${MAX_SCHEMA_BYTES}`;
    return { issues: [{ pointer: at, detail }] };
  }
  const issues: Issue[] = [];
  const node = readNode(value, at, 1, issues);
  return issues.length > 0 ? { issues: issues.slice(0, MAX_SCHEMA_ISSUES) } : { node };
}

/** Reads a schema within a schema. Appends errors to `issues`; the result is of use only if there are none. */
function readNode(
  schema: Readonly<Record<string, unknown>>,
  at: string,
  level: number,
  issues: Issue[],
): SchemaNode {
  const report: Report = (keyword, detail) =>
    issues.push({ pointer: at + pointer(keyword), detail });
  for (const keyword of Object.keys(schema)) {
    if (issues.length >= MAX_SCHEMA_ISSUES) break;
    if (!KEYWORDS.has(keyword)) report(keyword, unsupported(keyword));
  }
  const sub = (value: unknown, within: string): SubSchema => {
    if (value === undefined || value === true || issues.length >= MAX_SCHEMA_ISSUES)
      return undefined;
    if (value === false) return false;
    const here = at + within;
    if (!isRecord(value)) {
      const detail = `must be a schema: an object, true or false, not ${kindOf(value)}`;
      issues.push({ pointer: here, detail });
      return undefined;
    }
    if (level === MAX_SCHEMA_LEVELS) {
      const detail = `is nested more than ${MAX_SCHEMA_LEVELS} levels deep`;
      issues.push({ pointer: here, detail });
      return undefined;
    }
    return readNode(value, here, level + 1, issues);
  };
  checkAnnotations(schema, report);
  const number = (keyword: string) => numberOf(schema, keyword, report);
  const count = (keyword: string) => countOf(schema, keyword, report);
  return {
    types: typesOf(schema, report),
    allowed: allowedValues(schema, report),
    range: { least: number('minimum'), most: number('maximum') },
    exclusiveRange: { least: number('exclusiveMinimum'), most: number('exclusiveMaximum') },
    multipleOf: stepOf(schema, 'multipleOf', report),
    length: { least: count('minLength'), most: count('maxLength') },
    entries: { least: count('minItems'), most: count('maxItems') },
    uniqueItems: flagOf(schema, 'uniqueItems', report),
    items: sub(schema['items'], '/items'),
    keys: { least: count('minProperties'), most: count('maxProperties') },
    required: namesOf(schema, 'required', report),
    properties: new Map(
      entriesOf(schema, 'properties', report).map(([name, value]) => [
        name,
        sub(value, pointer('properties', name)),
      ]),
    ),
    additionalProperties: sub(schema['additionalProperties'], '/additionalProperties'),
  };
}

function unsupported(keyword: string): string {
  const isExpression = keyword === 'pattern' || keyword === 'patternProperties';
  const reason = isExpression ? ': a regular expression can take unbounded time' : '';
  return `the keyword "${keyword}" is not supported${reason}`;
}

function checkAnnotations(schema: Readonly<Record<string, unknown>>, report: Report): void {
  for (const keyword of ['$schema', '$comment', 'title', 'description']) {
    const value = schema[keyword];
    if (value !== undefined && typeof value !== 'string') {
      report(keyword, `must be a string, not ${kindOf(value)}`);
    }
  }
  const { examples } = schema;
  if (examples !== undefined && !Array.isArray(examples)) {
    report('examples', `must be an array, not ${kindOf(examples)}`);
  }
}

function allowedValues(
  schema: Readonly<Record<string, unknown>>,
  report: Report,
): ReadonlySet<string>[] {
  const allowed: ReadonlySet<string>[] = [];
  const list = schema['enum'];
  if (Array.isArray(list) && list.length > 0) allowed.push(new Set(list.map(canonicalJson)));
  else if (list !== undefined) report('enum', 'must be an array with at least one value');
  // `null` is a value, too.
  if (Object.hasOwn(schema, 'const')) allowed.push(new Set([canonicalJson(schema['const'])]));
  return allowed;
}
