import { exchange, type Received } from './exchange.ts';
import { problemOf } from './problem.ts';
import type { Api } from './schema.ts';
import { SERVICE } from './service.ts';
import { askAgain, hasShownMember, signInAgain, untilSignedIn } from './signed-in-member.ts';

declare global {
  /** Responses that `index.html` requested while this code was loading, by address and app. */
  var early: Map<string, Promise<Response>> | undefined;
}

type Path = keyof Api;
type Method<P extends Path> = keyof Api[P] & string;
type GetPath = { [P in Path]: Api[P] extends { GET: unknown } ? P : never }[Path];

/** What the operation `M` of the path `P` takes and returns. */
type Operation<P extends Path, M> = M extends keyof Api[P] ? Api[P][M] : never;
type Part<T, Name extends string> = T extends { readonly [N in Name]: infer V } ? V : never;

interface CallOptions<Query extends string = string, Body = unknown> {
  /** The app that the call is about; left out for calls about the signed-in user. */
  readonly app?: string | undefined;
  readonly query?: { readonly [Name in Query]?: string | number | boolean | undefined };
  /** Sent as JSON. */
  readonly body?: Body;
  /** JSON text that is sent unchanged: numbers and the order of keys in metadata must stay. */
  readonly json?: string;
  /** The `ETag` that was read. If it has changed, the call fails with `precondition_failed`. */
  readonly ifMatch?: string | undefined;
  /** A repeated call with the same key and body returns the first response; nothing is created twice. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
}

type ParameterOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;
type Parameters<P extends string> = { readonly [Name in ParameterOf<P>]: string };

type OptionsOf<P extends Path, M> = CallOptions<
  Extract<Part<Operation<P, M>, 'query'>, string>,
  Part<Operation<P, M>, 'body'>
>;
/** The options can be left out for a path without parameters. */
type Arguments<P extends Path, M> = [ParameterOf<P>] extends [never]
  ? [options?: OptionsOf<P, M>]
  : [options: OptionsOf<P, M> & { readonly params: Parameters<P> }];

export interface Answer<T> {
  readonly data: T;
  readonly etag: string | undefined;
  /** 201: a resource was created. */
  readonly status?: number;
}

/**
 * Calls the management API. `path` is relative to `/manage/v1/`. If the session has ended, the call waits until the user
 * has signed in again. Fails with a `Problem`.
 */
export async function call<P extends Path, M extends Method<P>>(
  method: M,
  path: P,
  ...[options]: Arguments<P, M>
): Promise<Answer<Part<Operation<P, M>, 'data'>>> {
  const { response, text } = await send(method, path, options);
  return {
    // The type of the data is that of the API description; the service is tested against it.
    data: text === '' ? undefined : JSON.parse(text),
    etag: response.headers.get('etag') ?? undefined,
    status: response.status,
  };
}

/** The same, with the exact text of the response. */
export async function callText<P extends GetPath>(
  path: P,
  ...[options]: Arguments<P, 'GET'>
): Promise<Answer<string>> {
  const { response, text } = await send('GET', path, options);
  return { data: text, etag: response.headers.get('etag') ?? undefined };
}

/** The data of a response, for queries that do not need the `ETag`. */
export async function get<P extends GetPath>(
  path: P,
  ...[options]: Arguments<P, 'GET'>
): Promise<Part<Operation<P, 'GET'>, 'data'>> {
  return JSON.parse((await send('GET', path, options)).text);
}

type SendOptions = CallOptions & { readonly params?: Readonly<Record<string, string>> };

/** The address of an operation that the browser requests itself, such as a download. */
export function addressOf<P extends GetPath>(path: P, query: OptionsOf<P, 'GET'>['query']): string {
  return withQuery(path, query).href;
}

function withQuery(path: string, query: CallOptions['query'] = {}): URL {
  const address = new URL(`manage/v1/${path}`, SERVICE);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  return address;
}

async function send(method: string, path: string, options: SendOptions = {}): Promise<Received> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(options.params?.[name] ?? ''),
  );
  const address = withQuery(filled, options.query);
  const body =
    options.json ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const headers = new Headers();
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (options.app !== undefined) headers.set('smartlink-app', options.app);
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch);
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  const { signal } = options;
  const init: RequestInit = { method, headers, body: body ?? null, signal: signal ?? null };
  const needsSession = !NEEDS_NO_SESSION.test(`${method} ${path}`);
  // Queries have a signal. What has none is an action of the user.
  if (needsSession && signal === undefined) askAgain();
  for (;;) {
    if (needsSession) await untilSignedIn(signal);
    const early = takeEarlyResponse(method, `${address} ${options.app ?? ''}`);
    const received = await exchange(address, init, early);
    if (received.response.ok) return received;
    const problem = problemOf(received.response, received.text);
    if (problem.code !== 'unauthorized' || !hasShownMember()) throw problem;
    await signInAgain('ended', signal);
  }
}

/** A sign-in must not wait for itself. `GET me` finds out who is signed in. */
const NEEDS_NO_SESSION = /^(?:GET me|\w+ sign-.*|POST invitations\/(?:accept|look))$/;

/** Responses to earlier requests are out of date after this time. */
const FRESH_MS = 10_000;

/** A response that `index.html` requested, used once. After a change, all of them may be out of date. */
function takeEarlyResponse(method: string, name: string): Promise<Response> | undefined {
  if (method !== 'GET' || performance.now() > FRESH_MS) globalThis.early = undefined;
  const response = globalThis.early?.get(name);
  globalThis.early?.delete(name);
  return response;
}
