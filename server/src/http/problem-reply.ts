import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../actions/context.ts';
import { Problem } from '../problem.ts';
import { PROBLEMS, type ProblemCode } from '../problems.ts';
import { StoreUnavailable } from '../storage/database.ts';
import { closedObject, component } from '../domain/text/shapes.ts';

/** Seconds after which a request that got 503 can be retried. */
export const RETRY_AFTER_SECONDS = 1;

export const ProblemSchema = component(
  'Problem',
  {
    type: Type.String({
      format: 'uri',
      description: 'The address of the explanation of this code.',
    }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'What is wrong with this request.' }),
    code: Type.Enum(Object.keys(PROBLEMS), { description: 'Stable, for programs.' }),
    errors: Type.Optional(
      Type.Array(closedObject({ pointer: Type.String(), detail: Type.String() }), {
        description: 'All errors of the input, each with a JSON pointer to its location.',
      }),
    ),
    redemptions: Type.Optional(
      Type.Integer({
        description: 'How often the link was redeemed; with `redeem_limit_reached`.',
      }),
    ),
    redeem_limit: Type.Optional(
      Type.Integer({ description: 'How often it can be redeemed; with `redeem_limit_reached`.' }),
    ),
    existing_code: Type.Optional(
      Type.String({
        description:
          'The code of the link that has the URI or the external_id; with `uri_taken` and `external_id_taken`.',
      }),
    ),
    request_id: Type.Optional(
      Type.String({
        description: 'The id of the request in the log; with unexpected errors, status 5xx.',
      }),
    ),
  },
  { description: 'RFC 9457 problem details.' },
);

export function problemDocument(problem: Problem, baseUrl: string) {
  const { status, title } = PROBLEMS[problem.code];
  return {
    type: `${baseUrl}/docs/errors#${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code,
    errors: problem.issues,
    ...problem.members,
  };
}

/** The same as JSON. */
export function problemText(problem: Problem, baseUrl: string, requestId?: string): string {
  return JSON.stringify({ ...problemDocument(problem, baseUrl), request_id: requestId });
}

/** Every error response of the API is sent here. */
export function sendProblem(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
) {
  // These are in the log.
  const requestId = problem.status >= 500 ? request.id : undefined;
  if (requestId !== undefined) void reply.header('x-request-id', requestId);
  if (problem.status === 401)
    void reply.header('www-authenticate', 'Token realm="smartlink", Bearer realm="smartlink"');
  const retryAfter =
    problem.retryAfterSeconds ?? (problem.status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
  if (problem.code === 'unsupported_media_type') {
    void reply.header('accept', 'application/json').header('accept-encoding', 'identity');
  }
  // The body was read completely, so the connection can be reused.
  if (problem.code === 'invalid_json' && staysOpen(reply)) void reply.removeHeader('connection');
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json')
    .header('cache-control', 'no-store')
    .send(problemText(problem, ctx.own().baseUrl, requestId));
}

/** Unless the client asked for the end of the connection, or the service stops. */
function staysOpen({ raw }: FastifyReply): boolean {
  return raw.shouldKeepAlive && raw.getHeader('connection') === undefined;
}

const FROM_FASTIFY: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'bad_request',
};

/** The problem to send when this error is thrown. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreUnavailable) {
    if (error.reason === 'QUEUE_FULL' && !error.unknown) {
      const detail = 'Too many requests are waiting for the database. Nothing was stored.';
      return new Problem('overloaded', detail, { cause: error });
    }
    const detail = error.unknown
      ? 'The database failed during this request, so it is not known whether all, some or nothing of it was stored. Send the same request again: with the same Idempotency-Key, redemption_id or `unique` it counts once.'
      : 'The database is unavailable. Nothing was stored.';
    return new Problem('store_unavailable', detail, { cause: error });
  }
  const { code, statusCode, message } = error as Partial<FastifyError>;
  const known = FROM_FASTIFY[code ?? ''];
  if (known) return new Problem(known, PROBLEMS[known].remedy);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem('bad_request', message ?? 'The request cannot be read.');
  }
  const detail = 'The request failed because of an error in the service.';
  return new Problem('internal', detail, { cause: error });
}

const FROM_PARSER: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Responds to a request that must not reach the router. */
export function refuseRequest(ctx: Context, response: ServerResponse, detail: string): void {
  const headers = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    connection: 'close',
  };
  response.writeHead(PROBLEMS.bad_request.status, headers);
  response.end(problemText(new Problem('bad_request', detail), ctx.own().baseUrl));
}

/** Responds to data that is not a valid HTTP request, then closes the connection. */
export function refuseConnection(ctx: Context, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const current = currentResponse(socket);
  if (current?.req.complete) {
    // Invalid data after a valid request: only the request gets a response.
    current.once('close', () => socket.destroy());
    return;
  }
  const code = FROM_PARSER[error.code ?? ''] ?? 'bad_request';
  const { status, remedy } = PROBLEMS[code];
  const body = problemText(new Problem(code, remedy), ctx.own().baseUrl);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\n` +
      `Cache-Control: no-store\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), END_MS).unref();
}

/** How long a client may keep its side of a connection open that this side has ended. */
const END_MS = 1000;

/** Node.js keeps the current response in this property of the socket; there is no public API for it. */
export function currentResponse(socket: Socket): ServerResponse | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}
