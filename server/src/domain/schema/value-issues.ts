import { pointer, type Issue } from '../text/issue.ts';
import { canonicalJson } from '../text/json.ts';
import { isOfType, isRecord, wrongType } from '../text/json-value.ts';
import { LIMITS } from './limits.ts';
import { MAX_SCHEMA_ISSUES, type SchemaNode, type SubSchema } from './read-schema.ts';

/**
 * Returns the errors of a value by a schema. Each part of the value is looked at once for each level of the schema at
 * most, so the time depends on the sizes of both, not on their product. The texts contain no value of the schema's
 * `enum` and `const`: the sender of a value may not be the reader of the schema. `isPublic`: the sender has a public token, so
 * the texts contain no limits of the schema either.
 */
export function valueIssues(
  schema: SchemaNode,
  value: unknown,
  at: string,
  isPublic = false,
): Issue[] {
  const issues: Issue[] = [];
  checkValue(schema, value, at, { issues, isPublic });
  return issues.slice(0, MAX_SCHEMA_ISSUES);
}

interface Check {
  /** The errors so far. */
  readonly issues: Issue[];
  readonly isPublic: boolean;
}

function checkValue(schema: SubSchema, value: unknown, at: string, check: Check): void {
  const { issues, isPublic } = check;
  if (schema === undefined || issues.length >= MAX_SCHEMA_ISSUES) return;
  const report = (detail: string) => issues.push({ pointer: at, detail });
  if (schema === false) {
    report('is not allowed');
    return;
  }
  const { types, allowed } = schema;
  if (types && !types.some((type) => isOfType(value, type))) {
    report(wrongType(value, types));
    return;
  }
  if (allowed.length > 0) {
    const text = canonicalJson(value);
    if (!allowed.every((values) => values.has(text))) report('is not one of the allowed values');
  }
  for (const [keyword, limit] of schema.limits) {
    const { measure, holds, text, publicText } = LIMITS[keyword];
    const found = measure(value);
    if (found !== undefined && !holds(found, limit)) report(isPublic ? publicText : text(limit));
  }
  if (Array.isArray(value)) checkArray(schema, value, at, check);
  else if (isRecord(value)) checkObject(schema, value, at, check);
}

function checkArray(schema: SchemaNode, array: readonly unknown[], at: string, check: Check): void {
  const { issues } = check;
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
  const { issues } = check;
  const { required, properties, additionalProperties } = schema;
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
