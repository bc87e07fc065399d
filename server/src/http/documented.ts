import { PROBLEMS, type ProblemCode } from '../problem.ts';

/** The error answers of an operation for its OpenAPI entry, one for each status. */
export function problems(...codes: ProblemCode[]): Record<number, object> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set(codes)) {
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
  if (status === 401) {
    return { 'www-authenticate': { type: 'string', description: 'How to send a token.' } };
  }
  if (status === 429 || status === 503)
    return { 'retry-after': { type: 'integer', description: 'Seconds to wait.' } };
  return {};
}
