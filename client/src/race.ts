import { host } from './host.ts';
import type { Signal } from './options.ts';

/** The maximum delay of a timer. */
const MAX_MS = 2 ** 31 - 1;

/** The reason of a signal. Old platforms provide none. */
function reasonOf(signal: Signal): unknown {
  if (signal.reason !== undefined) return signal.reason;
  return Object.assign(new Error('Aborted.'), { name: 'AbortError' });
}

/**
 * Settles as `work` does, unless the signal aborts first or the time is over: then the result is that of
 * `late`. If the signal is already aborted, `work` does not start. Needs no AbortController.
 */
export function race<T>(
  work: () => Promise<T>,
  signal: Signal | undefined,
  ms?: number,
  late?: () => T | Promise<T>,
): Promise<T> {
  let stop: () => void;
  let timer: unknown;
  return new Promise<T>((resolve, reject) => {
    if (signal) {
      stop = () => reject(reasonOf(signal));
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop);
    }
    if (late) timer = host.setTimeout(() => resolve(late()), Math.min(ms!, MAX_MS));
    work().then(resolve, reject);
  }).finally(() => {
    if (late) host.clearTimeout(timer);
    if (signal) signal.removeEventListener('abort', stop);
  });
}
