import { isProblem } from './problem.ts';

/**
 * Sends a request. While the service has no room for it, and so stores nothing of it, it is sent again after the time
 * that the service asks to wait. `onBusy`: whether it waits. Fails with the reason of `signal` when that is aborted.
 */
export async function untilAccepted<T>(
  send: () => Promise<T>,
  signal: AbortSignal,
  onBusy: (isBusy: boolean) => void,
): Promise<T> {
  try {
    for (;;) {
      signal.throwIfAborted();
      try {
        return await send();
      } catch (error) {
        if (!isProblem(error, 'too_many_uploads', 'overloaded')) throw error;
        onBusy(true);
        if (!signal.aborted) await pause(error.retryAfterSeconds ?? 1, signal);
      }
    }
  } finally {
    onBusy(false);
  }
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    signal.addEventListener('abort', end);
  });
}
