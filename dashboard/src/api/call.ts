import { Problem, problemOf } from './problem.ts';
import type { Api } from './schema.ts';

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
  readonly signal?: AbortSignal;
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

/** The address of the service; the dashboard is one level below it. */
const SERVICE = new URL('..', document.baseURI);

/** Gets an `unauthorized` event when the session has ended. */
export const signedOut = new EventTarget();

/** Calls the management API. `path` is relative to `/manage/v1/`. Fails with a `Problem`. */
export async function call<P extends Path, M extends Method<P>>(
  method: M,
  path: P,
  ...[options]: Arguments<P, M>
): Promise<Answer<Part<Operation<P, M>, 'data'>>> {
  const response = await send(method, path, options);
  const text = await response.text();
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
  const response = await send('GET', path, options);
  return { data: await response.text(), etag: response.headers.get('etag') ?? undefined };
}

/** The data of a response, for queries that do not need the `ETag`. */
export async function get<P extends GetPath>(
  path: P,
  ...[options]: Arguments<P, 'GET'>
): Promise<Part<Operation<P, 'GET'>, 'data'>> {
  const response = await send('GET', path, options);
  return await response.json();
}

type SendOptions = CallOptions & { readonly params?: Readonly<Record<string, string>> };

async function send(method: string, path: string, options: SendOptions = {}): Promise<Response> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(options.params?.[name] ?? ''),
  );
  const address = new URL(`manage/v1/${filled}`, SERVICE);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  const body =
    options.json ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const headers = new Headers();
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (options.app !== undefined) headers.set('smartlink-app', options.app);
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch);
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  let response: Response;
  try {
    const early = takeEarlyResponse(method, `${address} ${options.app ?? ''}`);
    response = await (early ??
      fetch(address, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      }));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Problem(
      'offline',
      'The service cannot be reached. Check the connection and try again.',
    );
  }
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (problem.code === 'unauthorized') signedOut.dispatchEvent(new Event('unauthorized'));
  throw problem;
}

/** Responses to earlier requests are out of date after this time. */
const FRESH_MS = 10_000;

/** A response that `index.html` requested, used once. After a change, all of them may be out of date. */
function takeEarlyResponse(method: string, name: string): Promise<Response> | undefined {
  if (method !== 'GET' || performance.now() > FRESH_MS) globalThis.early = undefined;
  const response = globalThis.early?.get(name);
  globalThis.early?.delete(name);
  return response;
}
