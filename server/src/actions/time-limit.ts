/** A signal that aborts when `stop` does, or after a time. Must be ended. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  readonly end: () => void;
}

/**
 * Not `AbortSignal.any` of `AbortSignal.timeout`: on Node.js 20, `stop` would keep a reference for each call as long as the
 * process runs, and a timeout that is garbage collected never fires.
 */
export function timeLimit(ms: number, stop: AbortSignal): TimeLimit {
  const aborting = new AbortController();
  const abort = (): void => aborting.abort();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    abort();
  }, ms);
  stop.addEventListener('abort', abort, { once: true });
  if (stop.aborted) abort();
  return {
    signal: aborting.signal,
    isOver: () => isOver,
    end: () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', abort);
    },
  };
}
