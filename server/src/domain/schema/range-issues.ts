import { pointer, type Issue } from '../text/issue.ts';
import { MAX_SCHEMA_ISSUES, type SchemaNode, type SubSchema } from './read-schema.ts';

const RANGES = [
  ['minimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** The limits of a schema that no value can fulfil, such as a minimum above the maximum. */
export function rangeIssues(schema: SchemaNode, at: string): readonly Issue[] {
  const issues: Issue[] = [];
  addIssues(schema, at, issues);
  return issues.slice(0, MAX_SCHEMA_ISSUES);
}

function addIssues(schema: SubSchema, at: string, issues: Issue[]): void {
  if (!schema || issues.length >= MAX_SCHEMA_ISSUES) return;
  for (const [lower, upper] of RANGES) {
    const [least, most] = [schema.limits.get(lower), schema.limits.get(upper)];
    if (least === undefined || most === undefined) continue;
    const isExclusive = lower === 'exclusiveMinimum' || upper === 'exclusiveMaximum';
    if (isExclusive ? least < most : least <= most) continue;
    const detail = `must be ${isExclusive ? 'less than' : 'at most'} ${most}, the value of "${upper}"`;
    issues.push({ pointer: at + pointer(lower), detail });
  }
  addIssues(schema.items, `${at}/items`, issues);
  for (const [name, property] of schema.properties) {
    addIssues(property, at + pointer('properties', name), issues);
  }
  addIssues(schema.additionalProperties, `${at}/additionalProperties`, issues);
}
