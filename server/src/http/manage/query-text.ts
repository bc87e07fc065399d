import type { FastifyRequest } from 'fastify';
import { isLongerThan, shownTextFault } from '../../domain/text/text.ts';
import { MAX_URI_LENGTH } from '../../domain/text/uri.ts';
import { fail } from '../../problem.ts';

/** Query parameters by name. Each is there once at the most: `refuseUnknownParameters` sees to it. */
export type Parameters = Readonly<Record<string, string | undefined>>;

export function parametersOf({ query }: FastifyRequest): Parameters {
  return query as Parameters;
}

/** A text among the parameters; undefined where it was left out. Fails with `bad_request`. */
export function textOf(wanted: Parameters, name: string): string | undefined {
  const value = wanted[name];
  if (value === undefined) return undefined;
  if (value === '' || isLongerThan(value, MAX_URI_LENGTH)) {
    fail('bad_request', `The parameter ${name} must have 1 to ${MAX_URI_LENGTH} characters.`);
  }
  const fault = shownTextFault(value);
  if (fault !== undefined) fail('bad_request', `The parameter ${name} ${fault}.`);
  return value;
}

/** One of some words; undefined where it was left out. Fails with `bad_request`. */
export function oneOf<Word extends string>(
  wanted: Parameters,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = wanted[name];
  if (value === undefined) return undefined;
  const word = words.find((known) => known === value);
  return word ?? fail('bad_request', `The parameter ${name} must be one of ${words.join(', ')}.`);
}

/** `true` or `false`; undefined where it was left out. Fails with `bad_request`. */
export function flagOf(wanted: Parameters, name: string): boolean | undefined {
  const word = oneOf(wanted, name, ['true', 'false']);
  return word === undefined ? undefined : word === 'true';
}
