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

/** The error of a value that has none of these types; completes "the field …". */
export function wrongType(value: unknown, types: readonly JsonType[]): string {
  const texts = types.map((type) => TYPE_TEXTS[type]);
  const others = texts.length > 1 ? `${texts.slice(0, -1).join(', ')} or ` : '';
  const isFraction = typeof value === 'number' && types.includes('integer');
  return `must be ${others}${texts.at(-1)}, not ${isFraction ? 'a fraction' : kindOf(value)}`;
}

export function isOfType(value: unknown, type: JsonType): boolean {
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
