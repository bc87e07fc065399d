export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The types of JSON schemas, and what an error calls their values. */
export const TYPE_TEXTS = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
} as const;
export type JsonType = keyof typeof TYPE_TEXTS;

/** The kind of a JSON value, for a message: `an array`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return isRecord(value) ? 'an object' : `a ${typeof value}`;
}
