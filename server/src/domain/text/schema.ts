import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { closest, distance } from 'fastest-levenshtein';
import type { Static, TSchema } from 'typebox';
import { MAX_ISSUES, pointer, type Issue, type Refused } from './issue.ts';
import { wrongType, type JsonType } from './json-value.ts';
import type { JsonText } from './json.ts';
import { patternRule } from './shapes.ts';
import type { Steps } from './steps.ts';

const validators: (() => unknown)[] = [];

/** Compiles all schemas, so that no request waits for it. */
export function* compileSchemas(): Steps<void> {
  for (const compile of validators) {
    compile();
    yield;
  }
}

/**
 * Returns a function that lists all errors of a value as text. `components` are the schemas that `schema`
 * references by `$id`.
 */
export function issuesOf(
  schema: TSchema,
  components: readonly object[],
): (value: unknown) => Issue[] {
  // Compiled at first use: a command needs few schemas, and compiling one costs as much as a hundred
  // requests.
  let compiled: ValidateFunction | undefined;
  const validator = (): ValidateFunction => {
    if (compiled) return compiled;
    const ajv = new Ajv({
      allErrors: true,
      allowUnionTypes: true,
      verbose: true,
      // The schemas are ours, and tests check them in the OpenAPI document. To compile the schema of schemas
      // takes longer than all of ours.
      meta: false,
      validateSchema: false,
      // To optimize the code takes 40 % of the time, and does not make it faster.
      code: { optimize: false },
    });
    for (const component of components) ajv.addSchema(component);
    return (compiled = ajv.compile(schema));
  };
  validators.push(validator);
  const most = Math.max(...[schema, ...components].map(longestList));
  return (value) => {
    const validate = validator();
    return validate(most > 0 ? shortened(value, most + 1) : value)
      ? []
      : (validate.errors ?? []).filter(concerns).slice(0, MAX_ISSUES).map(toIssue);
  };
}

/**
 * A parser of JSON that `schema` describes without references. `read` makes the result of what fits the schema,
 * or reports the errors that a schema cannot find.
 */
export function parserOf<Schema extends TSchema, Result extends object>(
  schema: Schema,
  read: (request: Static<Schema>, json: JsonText) => Result | Refused,
): (json: JsonText) => Result | Refused {
  const findIssues = issuesOf(schema, []);
  return (json) => {
    const issues = findIssues(json.value);
    return issues.length > 0 ? { issues } : read(json.value as Static<Schema>, json);
  };
}

/** The largest `maxItems` in a schema; 0 if there is none. */
function longestList(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  const { maxItems } = schema as { maxItems?: unknown };
  const own = typeof maxItems === 'number' ? maxItems : 0;
  return Math.max(own, ...Object.values(schema).map(longestList));
}

/** How many levels deep, and in how many members, lists that are too long are searched for. */
const LEVELS = 6;
const MEMBERS = 50;

/**
 * Returns the value with at most `length` entries in each list. A longer list is rejected for its length, and
 * a body can have thousands of invalid entries.
 */
function shortened(value: unknown, length: number, levels = LEVELS): unknown {
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  if (Array.isArray(value)) {
    const list: unknown[] = value.length > length ? value.slice(0, length) : value;
    return list.length > MEMBERS ? list : list.map((entry) => shortened(entry, length, levels - 1));
  }
  const members = Object.entries(value);
  // Of a large object, only its own lists are shortened.
  const deeper = members.length > MEMBERS ? 1 : levels - 1;
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      deeper > 1 || Array.isArray(member) ? shortened(member, length, deeper) : member,
    ]),
  );
}

/** Whether it is not about the alternative `null` of a value: what is wrong with the value is another error. */
function concerns({ keyword, schema, schemaPath }: ErrorObject): boolean {
  if (keyword === 'anyOf') return !(schema as readonly { type?: unknown }[]).some(isNull);
  return !(keyword === 'type' && schema === 'null' && /\/anyOf\/\d+\/type$/.test(schemaPath));
}

const isNull = ({ type }: { readonly type?: unknown }): boolean => type === 'null';

function toIssue(error: ErrorObject): Issue {
  const { missingProperty, additionalProperty } = error.params as Record<string, string>;
  const name = missingProperty ?? additionalProperty;
  const within = name === undefined ? '' : pointer(name);
  return { pointer: error.instancePath + within, detail: detailOf(error) };
}

function detailOf({ keyword, schema, data, params, parentSchema, message }: ErrorObject): string {
  const limit = String(params.limit);
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties': {
      const { properties = {} } = parentSchema as { readonly properties?: object };
      return unknownName('field', String(params.additionalProperty), Object.keys(properties));
    }
    case 'type':
      return wrongType(data, [schema as JsonType].flat());
    case 'minLength':
      return limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minimum':
    case 'maximum':
      return `must be ${String(params.comparison)} ${limit}`;
    case 'pattern':
      return patternRule(String(params.pattern));
    case 'minItems':
      return 'must not be empty';
    case 'maxItems':
      return `must have at most ${limit} entries`;
    case 'uniqueItems':
      return 'must not have duplicate entries';
    case 'enum':
      return `must be one of ${(params.allowedValues as string[]).join(', ')}`;
    default:
      return message ?? 'is not valid';
  }
}

/**
 * `unknown field; did you mean "redeem_limit"?`: suggests a name that differs in letter case or by a typo.
 */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  if (known.length === 0) return `unknown ${what}; no names are allowed here`;
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const wanted = plain(name.slice(0, 64));
  const nearest = closest(wanted, known.map(plain));
  const match = known.find((candidate) => plain(candidate) === nearest);
  const near = match !== undefined && distance(wanted, nearest) <= Math.max(1, nearest.length / 3);
  return near
    ? `unknown ${what}; did you mean "${match}"?`
    : `unknown ${what}; known names are ${known.join(', ')}`;
}
