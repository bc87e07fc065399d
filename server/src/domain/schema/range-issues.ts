import { pointer, type Issue } from '../text/issue.ts';
import { MAX_SCHEMA_ISSUES } from './read-schema.ts';
import type { SchemaNode, SubSchema } from './schema-node.ts';

/** The limits of a schema that no value can fulfil, such as a minimum above the maximum. */
export function rangeIssues(schema: SchemaNode, at: string): readonly Issue[] {
  const issues: Issue[] = [];
  addIssues(schema, at, issues);
  return issues.slice(0, MAX_SCHEMA_ISSUES);
}

function addIssues(schema: SubSchema, at: string, issues: Issue[]): void {
  if (!schema || issues.length >= MAX_SCHEMA_ISSUES) return;
  const { range, exclusiveRange, length, entries, keys } = schema;
  for (const [lower, least, upper, most] of [
    ['minimum', range.least, 'maximum', range.most],
    ['minimum', range.least, 'exclusiveMaximum', exclusiveRange.most],
    ['exclusiveMinimum', exclusiveRange.least, 'maximum', range.most],
    ['exclusiveMinimum', exclusiveRange.least, 'exclusiveMaximum', exclusiveRange.most],
    ['minLength', length.least, 'maxLength', length.most],
    ['minItems', entries.least, 'maxItems', entries.most],
    ['minProperties', keys.least, 'maxProperties', keys.most],
  ] as const) {
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
