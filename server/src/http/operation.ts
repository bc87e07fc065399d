import { Type, type TSchema } from 'typebox';
import { PROBLEMS, type ProblemCode } from '../problems.ts';
import type { AllowedCallers } from './allowed-callers.ts';
import type { Operation, Success } from './endpoint.ts';
import { acceptsAnyQuery } from './query.ts';
import { DEFAULT_TAG } from './tags.ts';

// The OpenAPI entry of an endpoint.

/** Errors of HTTP itself, at any address. */
const TRANSPORT: readonly ProblemCode[] = ['bad_request', 'request_timeout', 'headers_too_large'];
const STORE: readonly ProblemCode[] = ['internal', 'store_unavailable'];
const BODY: readonly ProblemCode[] = [
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
];

const OF_APP = ['unauthorized', 'wrong_token_kind', 'cross_site', 'not_found'] as const;
const OF_USER = ['unauthorized', 'wrong_token_kind', 'cross_site'] as const;

/** The errors of the check of the caller. */
const BY_CALLERS: Readonly<Record<AllowedCallers, readonly ProblemCode[]>> = {
  // The lowest role is never too low.
  viewer: OF_APP,
  editor: [...OF_APP, 'role_too_low'],
  owner: [...OF_APP, 'role_too_low'],
  member: [...OF_APP, 'session_required'],
  user: [...OF_USER, 'session_required'],
  'user-or-token': OF_USER,
  'same-origin': ['cross_site'],
  token: ['unauthorized'],
  'platform-token': ['unauthorized', 'wrong_token_kind'],
  anyone: [],
};

/** The errors that a conditional header adds. */
const BY_HEADER: Readonly<Record<string, ProblemCode>> = {
  'if-match': 'precondition_failed',
  'idempotency-key': 'idempotency_key_reused',
};

/** The sentence about the role that is added to a description. */
const WHO: Readonly<Partial<Record<AllowedCallers, string>>> = {
  viewer: '',
  member: 'For signed-in members.',
  editor: 'For editors and owners.',
  owner: 'For owners.',
};

const appHeader = Type.Optional(
  Type.String({
    description:
      'For signed-in users: the name of the app that the request is about. A token belongs to one app.',
  }),
);

/** The entry of an endpoint in the document, in Fastify's format. */
export function operationOf(operation: Operation) {
  const {
    id,
    tag = DEFAULT_TAG,
    summary,
    callers,
    params,
    query,
    headers,
    body,
    responses,
  } = operation;
  const who = WHO[callers];
  const description = [operation.description, who].filter(Boolean).join(' ');
  const inApp = who !== undefined && { 'smartlink-app': appHeader };
  const allHeaders = { ...headers?.properties, ...inApp };
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags: [tag],
    security: securityOf(callers),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(Object.keys(allHeaders).length > 0 && { headers: Type.Object(allHeaders) }),
    ...(body && { body: { content: jsonOf(body.schema) } }),
    response: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, success]) => [status, successOf(success)]),
      ),
      ...problems(codesOf(operation)),
    },
  };
}

function securityOf(callers: AllowedCallers): Record<string, never[]>[] {
  if (callers === 'anyone' || callers === 'same-origin') return [];
  if (callers === 'user' || callers === 'member') return [{ session: [] }];
  if (callers === 'token' || callers === 'platform-token') return [{ token: [] }];
  return [{ token: [] }, { session: [] }];
}

function successOf({ description, schema, mediaTypes, headers }: Success): object {
  return {
    ...contentOf(schema, mediaTypes),
    description,
    ...(headers && { headers }),
  };
}

function contentOf(schema: TSchema | undefined, mediaTypes: readonly string[] | undefined): object {
  if (schema) return { content: jsonOf(schema) };
  if (!mediaTypes) return { type: 'null' };
  const text = { schema: { type: 'string' } };
  return { content: Object.fromEntries(mediaTypes.map((type) => [type, text])) };
}

function jsonOf(schema: TSchema): object {
  const { $id } = schema as { readonly $id?: string };
  return { 'application/json': { schema: $id === undefined ? schema : { $ref: `${$id}#` } } };
}

function codesOf(operation: Operation): ProblemCode[] {
  const { tag, callers, query, headers, body, problems: own = [], usesStore } = operation;
  const named = new Set([
    ...TRANSPORT,
    ...(usesStore === false ? [] : STORE),
    // Health checks are answered under any load.
    ...(tag === 'Operations' ? [] : ['overloaded']),
    ...(acceptsAnyQuery(query) ? [] : ['validation_failed']),
    ...BY_CALLERS[callers],
    ...Object.keys(headers?.properties ?? {}).map((name) => BY_HEADER[name]),
    ...(body ? BODY : []),
    ...(body?.maxBytes === undefined ? [] : ['too_many_uploads']),
    ...own,
  ]);
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => named.has(code));
}

/** The error responses: one for each status, with its codes. */
function problems(codes: readonly ProblemCode[]): Record<number, object> {
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
        content: { 'application/problem+json': { schema: problemWith(same) } },
      },
    ]),
  );
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

/** The schemas with an `$id` that are bodies or responses of these operations. */
export function componentsOf(operations: readonly Operation[]): TSchema[] {
  return operations
    .flatMap(({ body, responses }) => [body, ...Object.values(responses)])
    .flatMap((one) => (one?.schema && '$id' in one.schema ? one.schema : []));
}
