import type { Issue } from '../api/problem.ts';
import { schema as words } from '../texts/schema.ts';
import { pointerOf } from './json-node.ts';
import { isObject, kindOf, MAX_SCHEMA_ISSUES, TYPES, type Json } from './schema-value.ts';

const MAX_SCHEMA_BYTES = 16 * 1024;
const MAX_SCHEMA_LEVELS = 16;

/** What is wrong with a JSON value as a schema for metadata, by the rules of the service. */
export function schemaIssues(schema: unknown): readonly Issue[] {
  const found = readIssues(schema);
  if (found.length > 0 || !isObject(schema)) return found;
  const types = [schema['type'] ?? 'object'].flat();
  return types.includes('object') ? [] : [{ pointer: '/type', detail: words.mustIncludeObject }];
}

/** What is wrong with a JSON value as a schema for any value. */
export function readIssues(schema: unknown): readonly Issue[] {
  if (!isObject(schema)) return [{ pointer: '', detail: words.mustBeObject(kindOf(schema)) }];
  const bytes = new TextEncoder().encode(JSON.stringify(schema)).length;
  if (bytes > MAX_SCHEMA_BYTES)
    return [{ pointer: '', detail: words.tooLong(bytes, MAX_SCHEMA_BYTES) }];
  const issues: Issue[] = [];
  checkSchema(schema, '', 1, issues);
  return issues.slice(0, MAX_SCHEMA_ISSUES);
}

type Rule = (value: unknown) => string | undefined;

const mustBe =
  (what: string, is: (value: unknown) => boolean): Rule =>
  (value) =>
    is(value) ? undefined : words.mustBeA(what, kindOf(value));
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const text = mustBe(words.types.string, (value) => typeof value === 'string');
const number = mustBe(words.types.number, isNumber);
const count: Rule = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : words.mustBeCount;
const anything: Rule = () => undefined;

/** What the value of each keyword must be. Schemas within it are checked apart. */
const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    $schema: text,
    $comment: text,
    title: text,
    description: text,
    default: anything,
    examples: mustBe(words.types.array, Array.isArray),
    type: (value) => {
      const list = [value].flat();
      const areTypes = list.every((type) => (TYPES as readonly unknown[]).includes(type));
      return list.length > 0 && areTypes ? undefined : words.mustBeType;
    },
    enum: (value) => (Array.isArray(value) && value.length > 0 ? undefined : words.mustBeValues),
    const: anything,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: (value) => number(value) ?? (Number(value) > 0 ? undefined : words.mustBePositive),
    minLength: count,
    maxLength: count,
    items: anything,
    minItems: count,
    maxItems: count,
    uniqueItems: mustBe(words.types.boolean, (value) => typeof value === 'boolean'),
    minProperties: count,
    maxProperties: count,
    required: (value) =>
      Array.isArray(value) && value.every((name) => typeof name === 'string')
        ? undefined
        : words.mustBeNames,
    properties: mustBe(words.types.object, isObject),
    additionalProperties: anything,
  } satisfies Record<string, Rule>),
);

/** The names of all keywords. */
export const KEYWORDS: readonly string[] = [...RULES.keys()];

/** The keywords that decide what is valid; the others are for readers. */
export const RULE_KEYWORDS: readonly string[] = KEYWORDS.filter(
  (name) => RULES.get(name) !== text && name !== 'default' && name !== 'examples',
);

function checkSchema(schema: Json, at: string, level: number, issues: Issue[]): void {
  const report = (step: string, detail: string | undefined): void => {
    if (detail !== undefined) issues.push({ pointer: at + pointerOf([step]), detail });
  };
  for (const keyword of Object.keys(schema)) {
    if (issues.length >= MAX_SCHEMA_ISSUES) return;
    if (!RULES.has(keyword)) report(keyword, words.unsupported(keyword));
  }
  for (const [keyword, rule] of RULES) {
    if (Object.hasOwn(schema, keyword)) report(keyword, rule(schema[keyword]));
  }
  const { items, properties, additionalProperties } = schema;
  const members = isObject(properties) ? Object.entries(properties) : [];
  const subs: readonly (readonly [unknown, string])[] = [
    [items, '/items'],
    ...members.map(([name, sub]) => [sub, pointerOf(['properties', name])] as const),
    [additionalProperties, '/additionalProperties'],
  ];
  for (const [sub, within] of subs) {
    if (issues.length >= MAX_SCHEMA_ISSUES) return;
    if (sub === undefined || typeof sub === 'boolean') continue;
    const here = at + within;
    if (!isObject(sub)) issues.push({ pointer: here, detail: words.mustBeSchema(kindOf(sub)) });
    else if (level === MAX_SCHEMA_LEVELS)
      issues.push({ pointer: here, detail: words.tooDeep(MAX_SCHEMA_LEVELS) });
    else checkSchema(sub, here, level + 1, issues);
  }
}
