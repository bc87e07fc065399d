import { PROBLEMS, type ProblemCode } from '../problem.ts';

/** The error answers of an operation for its OpenAPI entry, one for each status. */
export function problems(...codes: ProblemCode[]): Record<number, object> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      {
        description: same.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
        headers: headersOf(status),
        content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } },
      },
    ]),
  );
}

function headersOf(status: number): object {
  if (status === 401)
    return {
      'www-authenticate': { description: 'How to send a token.', schema: { type: 'string' } },
    };
  if (status === 405)
    return { allow: { description: 'The methods that work here.', schema: { type: 'string' } } };
  if (status === 503)
    return { 'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer' } } };
  return {};
}
