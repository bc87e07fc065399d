import type { Steps } from './domain/text/steps.ts';

/**
 * Long work on the thread that answers visits. All of it together gets one slice of each turn of the
 * event loop; requests are answered in between. A slice is a time, not a number of steps, since a step
 * takes longer on a slow machine.
 */
const SLICE_MS = 5;

/** Work that waits for its slice, in the order of arrival. */
const waiting: (() => void)[] = [];
/** When the slice of the current turn ends; undefined: no long work has begun in this turn. */
let sliceEnd: number | undefined;

function beginSlice(): void {
  sliceEnd = performance.now() + SLICE_MS;
  setImmediate(endSlice);
}

function endSlice(): void {
  sliceEnd = undefined;
  const next = waiting.shift();
  if (!next) return;
  beginSlice();
  next();
}

/**
 * Await this between two parts of long work. Resolves at once while the slice lasts, else in a later turn,
 * in the order of the calls. Throws the reason of `signal` once that is aborted.
 */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (sliceEnd === undefined) beginSlice();
  else if (performance.now() >= sliceEnd) {
    await new Promise<void>((resume) => waiting.push(resume));
    signal?.throwIfAborted();
  }
}

/** Runs steps in slices. Throws the reason of `signal` once that is aborted. */
export async function runInSlices<Result>(
  steps: Steps<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    await yieldToEventLoop(signal);
    // Other work may have used up the slice in the meantime.
    while (performance.now() < (sliceEnd ?? 0)) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }
}
