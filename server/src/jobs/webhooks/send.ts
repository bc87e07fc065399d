import type { IncomingMessage } from 'node:http';
import type { AttemptResult } from '../../domain/webhook/attempt.ts';
import { schemeOf } from '../../domain/text/uri.ts';
import { signatureOf } from '../../domain/webhook/signature.ts';
import { NotPublic } from '../../actions/outgoing-lookups.ts';
import { connectionFailure, requestTo, type Reach } from '../../actions/request-to.ts';
import { timeLimit } from '../../actions/time-limit.ts';
import { VERSION } from '../../version.ts';

/** The time limit of an attempt, from the DNS lookup to the last byte of the response. */
export const ATTEMPT_TIMEOUT_MS = 15_000;
/** What is read of a response. */
const MAX_RESPONSE_BYTES = 64 * 1024;
/** What the log keeps of it. */
const MAX_LOGGED_CHARACTERS = 1024;

/** Where an event is sent, and with which secrets. */
export interface Target {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly reach: Reach;
}

/** An event with its `webhook-id`, and the bytes to send. */
export interface SentEvent {
  readonly id: string;
  readonly payload: string;
}

/** Makes an attempt with more headers, which tell the receiver its trace. */
export type TraceAttempt = (
  send: (headers: Readonly<Record<string, string>>) => Promise<AttemptResult | undefined>,
) => Promise<AttemptResult | undefined>;

/**
 * Sends an event once. Never throws; errors are part of the result. Redirects are not followed. Returns undefined if
 * `stop` ended the attempt.
 */
export async function sendEvent(
  target: Target,
  event: SentEvent,
  now: () => number,
  stop: AbortSignal,
  more: Readonly<Record<string, string>> = {},
): Promise<AttemptResult | undefined> {
  const at = now();
  const begin = performance.now();
  const limit = timeLimit(ATTEMPT_TIMEOUT_MS, stop);
  const { signal } = limit;
  const attempt = (): Pick<AttemptResult, 'at' | 'durationMs'> => ({
    at,
    durationMs: Math.round(performance.now() - begin),
  });
  try {
    stop.throwIfAborted();
    // It can have been created while the settings allowed it.
    if (target.reach.isPublicOnly && schemeOf(target.url) !== 'https') throw new NotHttps();
    const response = await post(target, event, Math.floor(at / 1000), signal, more);
    const text = await startOf(response, signal);
    return {
      ...attempt(),
      status: response.statusCode ?? null,
      error: null,
      response: text,
      retryAfter: response.headers['retry-after'],
    };
  } catch (thrown) {
    if (stop.aborted) return undefined;
    const error = errorText(thrown, limit.isOver());
    return { ...attempt(), status: null, error, response: null, retryAfter: undefined };
  } finally {
    limit.end();
  }
}

function post(
  { url, secrets, reach }: Target,
  event: SentEvent,
  timestamp: number,
  signal: AbortSignal,
  more: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  const body = Buffer.from(event.payload);
  const headers = {
    ...more,
    'content-type': 'application/json',
    'content-length': body.length,
    'user-agent': `Smartlink/${VERSION}`,
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf({ ...event, timestamp }, secrets),
  };
  return requestTo(url, { reach, signal, headers, body });
}

/** The start of the response. Closes the connection if the rest is too long. */
async function startOf(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  const end = (): void => void response.destroy();
  signal.addEventListener('abort', end, { once: true });
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      chunks.push(chunk);
      if (length >= MAX_RESPONSE_BYTES) break;
    }
  } finally {
    signal.removeEventListener('abort', end);
  }
  signal.throwIfAborted();
  const text = Buffer.concat(chunks)
    .subarray(0, 4 * MAX_LOGGED_CHARACTERS)
    .toString('utf8');
  // PostgreSQL stores no NUL.
  return text.replaceAll('\0', '').slice(0, MAX_LOGGED_CHARACTERS).toWellFormed();
}

class NotHttps extends Error {
  override readonly name = 'NotHttps';
}

function errorText(thrown: unknown, timedOut: boolean): string {
  if (thrown instanceof NotHttps) return 'the address must begin with https://';
  if (thrown instanceof NotPublic) return 'the host leads to an address that is not public';
  if (timedOut) return `no complete response within ${ATTEMPT_TIMEOUT_MS / 1000} s`;
  const { name, isUntrusted } = connectionFailure(thrown);
  if (name === 'ENOTFOUND') return 'the host name does not exist';
  if (name === 'EAI_AGAIN') return 'no DNS server responded for the host name';
  if (isUntrusted) return `the certificate is not trusted (${name})`;
  return `the connection failed (${name})`;
}
