import { countdown } from './countdown.ts';
import { NetworkError } from './errors.ts';
import { host } from './host.ts';
import type { CallOptions, ConnectionOptions, FetchRequest, FetchResponse } from './options.ts';
import { race } from './race.ts';
import { readResponse, type Reader } from './response.ts';
import { SmartlinkError } from './smartlink-error.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8000;
/** The least time for another attempt. With less, its time-out would replace the error of the service. */
const SHORTEST_ATTEMPT_MS = 500;

/** One call to the service, with all its attempts. */
export interface Call<T> {
  /** The path after the base URL. */
  readonly path: string;
  /** With a body the request is a POST, otherwise a GET. */
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly read: Reader<T>;
  /** `true`: one attempt, without retries. */
  readonly once?: boolean;
}

export type Send = <T>(call: Call<T>, limits: CallOptions) => Promise<T>;

/** Sends calls, and retries until there is a response or the time is over. */
export function sender(options: ConnectionOptions): Send {
  const { baseUrl, token, timeoutMs = 10_000, giveUpAfterMs: patience = 60_000 } = options;

  const noResponse = (why: string, cause?: unknown) =>
    new NetworkError(`No response from ${baseUrl}${why}. Check the address and the network.`, {
      cause,
    });

  /** One attempt: sends the request and reads the whole response. */
  async function exchange<T>(request: FetchRequest, { path, read }: Call<T>): Promise<T> {
    const send = options.fetch || host.fetch;
    if (!send) throw new TypeError('This platform has no fetch: pass the option fetch.');
    let response: FetchResponse;
    let text: string;
    try {
      response = await send(baseUrl + path, request);
      text = await response.text();
    } catch (cause) {
      throw noResponse(`: ${String(cause)}`, cause);
    }
    return readResponse(baseUrl, response, text, read);
  }

  return async (call, { signal, giveUpAfterMs = patience }) => {
    const leftMs = countdown(giveUpAfterMs);
    const { body } = call;
    const request: FetchRequest = {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...call.headers,
        Authorization: `Token ${token}`,
      },
      // Serialized once, so that every attempt sends the same.
      ...(body && { body: JSON.stringify(body) }),
    };

    let growing = FIRST_PAUSE_MS;
    for (let attempt = 1; ; attempt++) {
      const controller = host.AbortController && new host.AbortController();
      const own = controller ? { ...request, signal: controller.signal } : request;
      const ms = Math.min(timeoutMs, leftMs());
      const late = () => Promise.reject(noResponse(` in ${Math.round(ms)} ms`));
      try {
        return await race(() => exchange(own, call), signal, ms, late);
      } catch (error) {
        if (controller) controller.abort();
        if (call.once || !(error instanceof SmartlinkError && error.retryable)) throw error;
        const waitMs = (error.retryAfterSeconds || 0) * 1000 + growing * (0.5 + Math.random() / 2);
        if (waitMs + SHORTEST_ATTEMPT_MS > leftMs()) throw error;
        if (options.onRetry) options.onRetry({ error, attempt, waitMs });
        await race(
          () => new Promise<void>(() => {}),
          signal,
          waitMs,
          () => {},
        );
        // The timer was late: the device was asleep.
        if (leftMs() < SHORTEST_ATTEMPT_MS) throw error;
        growing = Math.min(growing * 2, LONGEST_PAUSE_MS);
      }
    }
  };
}
