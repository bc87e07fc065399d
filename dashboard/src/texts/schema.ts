const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** The words about JSON schemas for metadata. The texts of errors are those of the service. */
export const schema = {
  page: {
    title: 'Metadata',
    lead: 'Metadata is JSON that apps receive with a link, such as a coupon. A schema says which keys and values are allowed.',
  },
  ofApp: {
    label: 'JSON schema of the app',
    help: 'Checked when a link is created or its metadata is changed. Existing metadata stays. Leave it empty to accept all metadata.',
  },
  ofTemplate: {
    title: 'Metadata',
    label: 'JSON schema of the template',
    help: 'Replaces the schema of the app for links of this template. Leave it empty to use that of the app; {} accepts all metadata.',
  },
  insertExample: 'Insert an example',
  keywords: (names: readonly string[]) =>
    `Supported keywords of JSON Schema: ${names.join(', ')}. Regular expressions are not supported.`,
  issues: (count: number) => counted(count, 'problem in the schema', 'problems in the schema'),
  whole: 'The schema',

  // Errors of a value.
  types: {
    string: 'a string',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    array: 'an array',
    object: 'an object',
    null: 'null',
  },
  kinds: { fraction: 'a fraction', boolean: 'a boolean' },
  mustBe: (types: readonly string[], found: string) =>
    `must be ${alternatives(types)}, not ${found}`,
  notAllowed: 'is not allowed',
  notAllowedKey: 'is not an allowed key',
  notAllowedValue: 'is not one of the allowed values',
  required: 'is required',
  least: (limit: number) => `must be at least ${limit}`,
  most: (limit: number) => `must be at most ${limit}`,
  more: (limit: number) => `must be more than ${limit}`,
  less: (limit: number) => `must be less than ${limit}`,
  multiple: (step: number) => `must be a multiple of ${step}`,
  sameEntry: (pointer: string) => `is the same as the entry ${pointer}`,
  leastOf: (limit: number, one: string, many: string) =>
    `must have at least ${counted(limit, one, many)}`,
  mostOf: (limit: number, one: string, many: string) =>
    `must have at most ${counted(limit, one, many)}`,
  sizes: {
    string: ['character', 'characters'],
    array: ['entry', 'entries'],
    object: ['key', 'keys'],
  },

  // Errors of a schema.
  unsupported: (keyword: string) =>
    keyword === 'pattern' || keyword === 'patternProperties'
      ? `the keyword "${keyword}" is not supported: a regular expression can take unbounded time`
      : `the keyword "${keyword}" is not supported`,
  mustBeObject: (found: string) => `must be an object, not ${found}`,
  mustBeSchema: (found: string) => `must be a schema: an object, true or false, not ${found}`,
  mustBeA: (what: string, found: string) => `must be ${what}, not ${found}`,
  mustIncludeObject: 'must include "object": metadata is an object',
  mustBeType:
    'must be one of string, number, integer, boolean, array, object, null, or a list of them',
  mustBeCount: 'must be a whole number from 0',
  mustBePositive: 'must be more than 0',
  mustBeNames: 'must be an array of strings',
  mustBeValues: 'must be an array with at least one value',
  tooLong: (bytes: number, most: number) => `is ${bytes} bytes of JSON; at most ${most}`,
  tooDeep: (most: number) => `is nested more than ${most} levels deep`,
};

function alternatives(words: readonly string[]): string {
  return words.length < 2
    ? (words[0] ?? '')
    : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
