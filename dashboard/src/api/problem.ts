import type * as Wire from './schema.ts';

/** A validation error; `pointer` is a JSON pointer into the request. */
export interface Issue {
  readonly pointer: string;
  readonly detail: string;
}

/** An error response of the service (RFC 9457). */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** The stable code of docs/errors.md; `offline` or `timeout` if there was no response. */
  readonly code: string;
  readonly status: number;
  readonly issues: readonly Issue[];
  /** Seconds to wait before the next attempt. */
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  /** The code of the link that already has the URI; with `uri_taken` only. */
  readonly existingCode: string | undefined;

  constructor(
    code: string,
    detail: string,
    more: Partial<Omit<Problem, keyof Error | 'code'>> = {},
  ) {
    super(detail);
    this.code = code;
    this.status = more.status ?? 0;
    this.issues = more.issues ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.requestId = more.requestId;
    this.existingCode = more.existingCode;
  }
}

export function isProblem(error: unknown, ...codes: string[]): error is Problem {
  return error instanceof Problem && (codes.length === 0 || codes.includes(error.code));
}

/** For requests that remove something which someone else may have removed already. Throws any other error. */
export function ignoreNotFound(error: unknown): void {
  if (!isProblem(error, 'not_found')) throw error;
}

/** `text`: the body of the response. */
export function problemOf(response: Response, text: string): Problem {
  const body = bodyOf(text);
  const retryAfter = Number(response.headers.get('retry-after'));
  return new Problem(
    typeof body.code === 'string' ? body.code : 'internal',
    body.detail ?? body.title ?? `The service responded with status ${response.status}.`,
    {
      status: response.status,
      issues: Array.isArray(body.errors) ? body.errors : [],
      retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
      requestId: body.request_id,
      existingCode: body.existing_code,
    },
  );
}

/** A proxy may respond with a page instead. */
function bodyOf(text: string): Partial<Wire.Problem> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Wire.Problem>;
  } catch {
    return {};
  }
}
