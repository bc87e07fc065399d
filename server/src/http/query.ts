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
 * `bad_request`. It runs after the check of the caller, so that only permitted callers learn the
 * parameters, and before the body is read. Undefined: any query is accepted.
 */
export function queryHook(query: TObject | undefined) {
  if (acceptsAnyQuery(query)) return undefined;
  const properties = query?.properties ?? {};
  const known = Object.keys(properties);
  return (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    const sent = request.query as Sent;
    assertKnown(sent, known);
    if (known.length > 0)
      request.query = read(sent as Readonly<Record<string, string>>, properties);
    done();
  };
}

function assertKnown(sent: Sent, known: readonly string[]): void {
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (issues.length === MAX_ISSUES) break;
    const at = pointer('query', name);
    if (!known.includes(name)) {
      issues.push({ pointer: at, detail: unknownName('query parameter', name, known) });
    } else if (Array.isArray(value)) {
      issues.push({ pointer: at, detail: 'is given more than once' });
    }
  }
  if (issues.length > 0) refuse(issues);
}

function read(
  sent: Readonly<Record<string, string>>,
  properties: Readonly<Record<string, TSchema>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sent).map(([name, text]) => [name, valueOf(name, text, properties[name] ?? {})]),
  );
}

interface Keywords {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

function valueOf(name: string, text: string, schema: TSchema): string | number {
  const { type, enum: words, minimum = 0, maximum, maxLength } = schema as Keywords;
  const wrong = (must: string): never => fail('bad_request', `The parameter ${name} must ${must}.`);
  if (type === 'integer') {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= minimum && value <= (maximum ?? value)) return value;
    return wrong(
      `be a whole number from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`,
    );
  }
  if (words && !words.includes(text)) return wrong(`be one of ${words.join(', ')}`);
  if (maxLength !== undefined && isLongerThan(text, maxLength)) {
    return wrong(`have at most ${maxLength} characters`);
  }
  return text;
}
