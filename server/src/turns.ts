import type { Steps } from './domain/text/steps.ts';

/**
 * Long work on the thread that answers visits. All of it together gets one slice of each turn of the
 * event loop; in between, requests are answered. Time decides, since the same data takes longer on a
 * slow machine.
 */
const SLICE_MS = 5;

/** Work that waits for its slice, the longest wait first. */
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
 * To be awaited between two parts of long work: resolves at once while the slice lasts, else when it is
 * the turn of this work again. Throws the reason of `signal` once that is aborted.
 */
export async function giveWay(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (sliceEnd === undefined) beginSlice();
  else if (performance.now() >= sliceEnd) {
    await new Promise<void>((resume) => waiting.push(resume));
    signal?.throwIfAborted();
  }
}

/** Runs steps in slices. Throws the reason of `signal` once that is aborted. */
export async function inTurns<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    await giveWay(signal);
    // Other work may have used up the slice since.
    while (performance.now() < (sliceEnd ?? 0)) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }
}
