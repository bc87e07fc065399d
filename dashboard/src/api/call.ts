import { Problem, problemOf } from './problem.ts';

declare global {
  /** Answers that `index.html` asked for while this code was on its way, by address and app. */
  var asked: Map<string, Promise<Response>> | undefined;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface CallOptions {
  /** The app that it is about; left out for what belongs to the person. */
  readonly app?: string | undefined;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** JSON text that is sent as it is: for metadata, whose numbers and order must stay. */
  readonly json?: string;
  /** The `ETag` that was read: the change is refused with `precondition_failed` if it is not that any more. */
  readonly ifMatch?: string | undefined;
  /** The same key and body again get the first answer: nothing is made twice. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Answer<T> {
  readonly data: T;
  readonly etag: string | undefined;
  /** 201: something was made. */
  readonly status?: number;
}

/** Where the service is: the dashboard lies one level below it. */
const SERVICE = new URL('..', document.baseURI);

/** Who wants to know that nobody is signed in any more. */
export const signedOut = new EventTarget();

/** Asks the management API; `path` begins behind `/manage/v1/`. Fails with a `Problem`. */
export async function call<T>(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer<T>> {
  const response = await send(method, path, options);
  const text = await response.text();
  return {
    data: (text === '' ? undefined : JSON.parse(text)) as T,
    etag: response.headers.get('etag') ?? undefined,
    status: response.status,
  };
}

/** The same for an answer whose text counts, byte for byte. */
export async function callText(path: string, options: CallOptions = {}): Promise<Answer<string>> {
  const response = await send('GET', path, options);
  return { data: await response.text(), etag: response.headers.get('etag') ?? undefined };
}

/** What a query function of the data layer returns when the `ETag` does not matter. */
export async function get<T>(path: string, options: CallOptions = {}): Promise<T> {
  return (await call<T>('GET', path, options)).data;
}

async function send(method: string, path: string, options: CallOptions): Promise<Response> {
  const address = new URL(`manage/v1/${path}`, SERVICE);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== '') address.searchParams.set(name, String(value));
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
    const early = asked(method, `${address} ${options.app ?? ''}`);
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

/** Later they are not news any more. */
const FRESH_MS = 10_000;

/** What `index.html` asked for, once; after a change nothing of it is true for certain. */
function asked(method: string, name: string): Promise<Response> | undefined {
  if (method !== 'GET' || performance.now() > FRESH_MS) globalThis.asked = undefined;
  const answer = globalThis.asked?.get(name);
  globalThis.asked?.delete(name);
  return answer;
}
