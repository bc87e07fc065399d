import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { MAX_ISSUES, pointer, type Issue } from '../domain/text/issue.ts';
import { unknownName } from '../domain/text/schema.ts';
import { isLongerThan } from '../domain/text/text.ts';
import { fail, refuse } from '../problem.ts';

type Sent = Readonly<Record<string, string | readonly string[]>>;

/** A query without parameters of its own that is not checked. */
export function acceptsAnyQuery(query: TObject | undefined): boolean {
  return (query as { additionalProperties?: boolean } | undefined)?.additionalProperties === true;
}

/**
 * A hook that reads the query by its schema. Unknown and repeated parameters are refused with
 * `validation_failed`, so that a misspelled `dry_run` cannot change anything; other wrong values with
 * `bad_request`; both with all errors. It runs after the check of the caller, so that only permitted callers
 * learn the parameters, and before the body is read. Undefined: any query is accepted.
 */
export function queryHook(query: TObject | undefined) {
  if (acceptsAnyQuery(query)) return undefined;
  const properties = query?.properties ?? {};
  const known = Object.keys(properties);
  return (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    const sent = request.query as Sent;
    assertValid(sent, known, properties);
    if (known.length > 0) {
      request.query = read(sent as Readonly<Record<string, string>>, properties);
    }
    done();
  };
}

/** A query parameter with a value that cannot be used. `detail`: "must …". */
export interface WrongParameter {
  readonly name: string;
  readonly detail: string;
}

/** Fails with `bad_request` and an error for each of these parameters, of which there is at least one. */
export function refuseParameters(wrong: readonly WrongParameter[]): never {
  const [first] = wrong;
  const detail =
    wrong.length === 1
      ? `The parameter ${first?.name} ${first?.detail}.`
      : `${wrong.length} parameters have wrong values; see errors.`;
  fail('bad_request', detail, { issues: wrong.map(issueOf) });
}

function issueOf({ name, detail }: WrongParameter): Issue {
  return { pointer: pointer('query', name), detail };
}

function assertValid(
  sent: Sent,
  known: readonly string[],
  properties: Readonly<Record<string, TSchema>>,
): void {
  const misused: WrongParameter[] = [];
  const wrong: WrongParameter[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (misused.length === MAX_ISSUES) break;
    if (!known.includes(name)) {
      misused.push({ name, detail: unknownName('query parameter', name, known) });
    } else if (typeof value !== 'string') {
      misused.push({ name, detail: 'is given more than once' });
    } else {
      const detail = valueIssue(value, properties[name] ?? {});
      if (detail !== undefined) wrong.push({ name, detail });
    }
  }
  if (misused.length > 0) refuse([...misused, ...wrong].slice(0, MAX_ISSUES).map(issueOf));
  if (wrong.length > 0) refuseParameters(wrong);
}

function read(
  sent: Readonly<Record<string, string>>,
  properties: Readonly<Record<string, TSchema>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sent).map(([name, text]) => {
      const { type } = (properties[name] ?? {}) as Keywords;
      return [name, type === 'integer' ? Number(text) : text];
    }),
  );
}

interface Keywords {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

function valueIssue(text: string, schema: TSchema): string | undefined {
  const { type, enum: words, minimum = 0, maximum, maxLength } = schema as Keywords;
  if (type === 'integer') {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= minimum && value <= (maximum ?? value)) return undefined;
    return `must be a whole number from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`;
  }
  if (words && !words.includes(text)) return `must be one of ${words.join(', ')}`;
  if (maxLength !== undefined && isLongerThan(text, maxLength)) {
    return `must have at most ${maxLength} characters`;
  }
  return undefined;
}
