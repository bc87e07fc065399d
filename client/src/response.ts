import { ERRORS, InvalidResponseError, type DocumentedErrors } from './errors.ts';
import type { FetchResponse } from './options.ts';
import { SmartlinkError, type ErrorFacts } from './smartlink-error.ts';
import type { Problem } from './types.ts';

/** Reads what it needs from a successful response; returns undefined or throws if the response is invalid. */
export type Reader<T> = (body: unknown, status: number) => T | undefined;

/** Reads the text of a response. Throws a `SmartlinkError` for an error or an invalid response. */
export function readResponse<T>(
  baseUrl: string,
  response: FetchResponse,
  text: string,
  read: Reader<T>,
): T {
  const { status } = response;
  let body: unknown;
  let cause: unknown;
  try {
    body = JSON.parse(text);
    const result = status >= 200 && status < 300 ? read(body, status) : undefined;
    if (result !== undefined) return result;
  } catch (error) {
    cause = error;
  }
  const after = response.headers.get('Retry-After') || '';
  const retryAfterSeconds = /^\d+$/.test(after) ? Number(after) : undefined;
  throw errorOf(baseUrl, body as Problem, { status, cause, retryAfterSeconds });
}

type Facts = ErrorFacts & { readonly status: number };

function errorOf(
  baseUrl: string,
  problem: Problem | null | undefined,
  facts: Facts,
): SmartlinkError {
  const { code, title, detail = title } = problem || ({} as Partial<Problem>);
  if (facts.status < 400 || !code || typeof code !== 'string') {
    return new InvalidResponseError(
      `${baseUrl} responded with status ${facts.status}, but not as Smartlink does. Check baseUrl and any proxy.`,
      facts,
    );
  }
  const known = { ...facts, problem: problem! };
  const Kind = ERRORS[code as keyof DocumentedErrors];
  const words = typeof detail === 'string' && detail ? detail : code;
  return Kind ? new Kind(words, known) : new SmartlinkError(code, words, known);
}
