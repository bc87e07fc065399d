import type { FastifyRequest } from 'fastify';
import { shownTextFault } from '../../domain/text.ts';
import { MAX_URI_LENGTH } from '../../domain/uri.ts';
import { fail } from '../../problem.ts';

/** The parameters of a request as they came; one that comes twice is a list. */
export function parametersOf({ query }: FastifyRequest): Readonly<Record<string, unknown>> {
  return query as Readonly<Record<string, unknown>>;
}

/** A text among the parameters; undefined where it was left out. Fails with `bad_request`. */
export function textOf(
  wanted: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined {
  const value = wanted[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') fail('bad_request', `The parameter ${name} must come once.`);
  if (value === '' || value.length > MAX_URI_LENGTH) {
    fail('bad_request', `The parameter ${name} must have 1 to ${MAX_URI_LENGTH} characters.`);
  }
  const fault = shownTextFault(value);
  if (fault !== undefined) fail('bad_request', `The parameter ${name} ${fault}.`);
  return value;
}

/** One of some words; undefined where it was left out. Fails with `bad_request`. */
export function oneOf<Word extends string>(
  wanted: Readonly<Record<string, unknown>>,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = wanted[name];
  if (value === undefined) return undefined;
  const word = words.find((known) => known === value);
  return word ?? fail('bad_request', `The parameter ${name} must be one of ${words.join(', ')}.`);
}

/** `true` or `false`; undefined where it was left out. Fails with `bad_request`. */
export function flagOf(
  wanted: Readonly<Record<string, unknown>>,
  name: string,
): boolean | undefined {
  const word = oneOf(wanted, name, ['true', 'false']);
  return word === undefined ? undefined : word === 'true';
}
