import { PROBLEMS, type ProblemCode } from '../problem.ts';

/** What HTTP itself gets wrong, at any address. */
export const TRANSPORT_PROBLEMS = ['bad_request', 'request_timeout', 'headers_too_large'] as const;

/** The errors of every operation that uses the store; its query may have a parameter that it does not know. */
export const COMMON_PROBLEMS = [
  ...TRANSPORT_PROBLEMS,
  'validation_failed',
  'internal',
  'overloaded',
  'store_unavailable',
] as const;

/** The error responses of an operation for its OpenAPI entry: one for each status, with its codes. */
export function problems(...codes: ProblemCode[]): Record<number, object> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set(codes)) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => {
      const response = {
        description: same.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
        headers: headersOf(status),
        content: { 'application/problem+json': { schema: problemWith(same) } },
      };
      codesOf.set(response, same);
      return [status, response];
    }),
  );
}

const codesOf = new WeakMap<object, readonly ProblemCode[]>();

/** Error responses without one of their codes. */
export function withoutProblem(
  responses: Readonly<Record<string, object>>,
  without: ProblemCode,
): Record<string, object> {
  const { status } = PROBLEMS[without];
  const { [status]: found, ...others } = responses;
  const codes = found === undefined ? [] : (codesOf.get(found) ?? []);
  return { ...others, ...problems(...codes.filter((code) => code !== without)) };
}

/** A problem whose `code` is one of these, so that generated clients and tests know which there are. */
function problemWith(codes: readonly ProblemCode[]): object {
  const one = { type: 'object', required: ['code'], properties: { code: { enum: codes } } };
  return { allOf: [{ $ref: 'Problem#' }, one] };
}

function headersOf(status: number): object {
  if (status === 401) {
    return { 'www-authenticate': { type: 'string', description: 'How to send a token.' } };
  }
  if (status === 429 || status === 503)
    return { 'retry-after': { type: 'integer', description: 'Seconds to wait.' } };
  return {};
}
