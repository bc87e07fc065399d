import { untilAborted } from '../lib/until-aborted.ts';
import { checkConnection, reportNoResponse, reportResponse } from './connection.ts';
import { Problem } from './problem.ts';

/** The time limit of every request, in seconds. */
const LIMIT_SECONDS = 30;
/** If a response takes longer, the connection is checked. */
const SLOW_MS = 5000;

export interface Received {
  readonly response: Response;
  /** The body. */
  readonly text: string;
}

/**
 * Sends a request and reads the whole response. `early`: the same request, if it was already sent. Fails with the
 * problem `offline` or `timeout` if there is no response, and with the reason of `init.signal` if that is aborted.
 */
export async function exchange(
  address: URL,
  init: RequestInit,
  early?: Promise<Response>,
): Promise<Received> {
  const limit = new AbortController();
  const abort = (): void => limit.abort();
  const slow = setTimeout(() => void checkConnection(), SLOW_MS);
  const timer = setTimeout(abort, LIMIT_SECONDS * 1000);
  if (init.signal?.aborted) abort();
  init.signal?.addEventListener('abort', abort);
  try {
    const response = await (early === undefined
      ? fetch(address, { ...init, signal: limit.signal })
      : Promise.race([early, untilAborted(limit.signal)]));
    const text = await response.text();
    reportResponse();
    return { response, text };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    // What has a signal can be aborted, so it changes nothing.
    const isRead = init.method === 'GET' || Boolean(init.signal);
    const result = isRead ? '' : ' The change may have been saved.';
    if (!limit.signal.aborted) {
      reportNoResponse();
      throw new Problem(
        'offline',
        `The service cannot be reached.${result} Check the connection and try again.`,
      );
    }
    void checkConnection();
    throw new Problem('timeout', `There was no response within ${LIMIT_SECONDS} seconds.${result}`);
  } finally {
    clearTimeout(slow);
    clearTimeout(timer);
    init.signal?.removeEventListener('abort', abort);
  }
}
