import { issueAt, pointer, type Issue } from '../text/issue.ts';
import { canonicalJson } from '../text/json.ts';
import {
  isOfType,
  isRecord,
  kindOf,
  TYPE_TEXTS,
  wrongType,
  type JsonType,
} from '../text/json-value.ts';
import { LIMIT_KEYWORDS, LIMITS, type LimitKeyword } from './limits.ts';

/** A schema that was read: what values must fulfil. */
export interface SchemaNode {
  /** Undefined: all types. */
  readonly types: readonly JsonType[] | undefined;
  /** The canonical text of the values of `enum` and of `const`; each set must contain the value. */
  readonly allowed: readonly ReadonlySet<string>[];
  readonly limits: ReadonlyMap<LimitKeyword, number>;
  readonly uniqueItems: boolean;
  readonly items: SubSchema;
  readonly required: readonly string[];
  // A map: a key can be `__proto__`.
  readonly properties: ReadonlyMap<string, SubSchema>;
  readonly additionalProperties: SubSchema;
}

/** What a part of a value must fulfil. `false`: it must not exist; undefined: it can be anything. */
export type SubSchema = SchemaNode | false | undefined;

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

type Schema = Readonly<Record<string, unknown>>;
/** What is wrong with the value of a keyword; completes "the keyword …". */
type Check = (value: unknown) => string | undefined;

const is =
  (type: JsonType): Check =>
  (value) =>
    isOfType(value, type) ? undefined : wrongType(value, [type]);

/** Of the keywords that cannot have any value. */
const CHECKS: Readonly<Record<string, Check>> = {
  $schema: is('string'),
  $comment: is('string'),
  title: is('string'),
  description: is('string'),
  examples: is('array'),
  type: typeIssue,
  enum: (list) =>
    Array.isArray(list) && list.length > 0 ? undefined : 'must be an array with at least one value',
  ...Object.fromEntries(LIMIT_KEYWORDS.map((keyword) => [keyword, LIMITS[keyword].issueOf])),
  uniqueItems: is('boolean'),
  required: (list) => (isNames(list) ? undefined : 'must be an array of strings'),
  properties: is('object'),
};

const JSON_TYPES = Object.keys(TYPE_TEXTS) as JsonType[];

function typeIssue(type: unknown): string | undefined {
  const list: unknown[] = [type].flat();
  const isKnown = list.length > 0 && list.every((one) => JSON_TYPES.includes(one as JsonType));
  return isKnown ? undefined : `must be one of ${JSON_TYPES.join(', ')}, or a list of them`;
}

function isNames(list: unknown): list is readonly string[] {
  return Array.isArray(list) && list.every((name) => typeof name === 'string');
}

type ReadSchema = { readonly node: SchemaNode } | { readonly issues: readonly Issue[] };

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
function readNode(schema: Schema, at: string, level: number, issues: Issue[]): SchemaNode {
  for (const [keyword, value] of Object.entries(schema)) {
    if (issues.length >= MAX_SCHEMA_ISSUES) break;
    const detail = KEYWORDS.has(keyword) ? CHECKS[keyword]?.(value) : unsupported(keyword);
    issues.push(...issueAt(at + pointer(keyword), detail));
  }
  const sub = (value: unknown, within: string): SubSchema => {
    if (value === undefined || value === true || issues.length >= MAX_SCHEMA_ISSUES)
      return undefined;
    if (value === false) return false;
    const here = at + within;
    if (isRecord(value) && level < MAX_SCHEMA_LEVELS) {
      return readNode(value, here, level + 1, issues);
    }
    const detail = isRecord(value)
      ? `is nested more than ${MAX_SCHEMA_LEVELS} levels deep`
      : `must be a schema: an object, true or false, not ${kindOf(value)}`;
    issues.push({ pointer: here, detail });
    return undefined;
  };
  const { type, required, properties } = schema;
  return {
    types: type === undefined ? undefined : JSON_TYPES.filter((one) => [type].flat().includes(one)),
    allowed: allowedValues(schema),
    limits: new Map(
      LIMIT_KEYWORDS.flatMap((keyword) => {
        const limit = schema[keyword];
        return typeof limit === 'number' ? [[keyword, limit]] : [];
      }),
    ),
    uniqueItems: schema['uniqueItems'] === true,
    items: sub(schema['items'], '/items'),
    required: isNames(required) ? [...new Set(required)] : [],
    properties: new Map(
      Object.entries(isRecord(properties) ? properties : {}).map(([name, value]) => [
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

function allowedValues(schema: Schema): ReadonlySet<string>[] {
  const { enum: list, const: only } = schema;
  return [
    ...(Array.isArray(list) ? [new Set(list.map(canonicalJson))] : []),
    // `null` is a value, too.
    ...(Object.hasOwn(schema, 'const') ? [new Set([canonicalJson(only)])] : []),
  ];
}
