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

/** When the last slice began. */
let lastSlice = -Infinity;

/** How long after its last slice long work waits while a transaction is open. */
const PAUSE_MS = 100;
/** How long a transaction makes it wait, so that one that waits for long work itself does not take much longer. */
const MAX_PAUSED_MS = 1000;
/** Transactions that are open, and since when long work waits for them. */
let transactions = 0;
let openSince = 0;
/** When the last one ended. */
let closedAt = -Infinity;
/** Ends the pause of the work that waits. */
let pause: NodeJS.Timeout | undefined;

function beginSlice(): void {
  lastSlice = performance.now();
  sliceEnd = lastSlice + SLICE_MS;
  setImmediate(endSlice);
}

function endSlice(): void {
  sliceEnd = undefined;
  const pauseMs = waiting.length > 0 ? restOfPause() : 0;
  if (pauseMs > 0) {
    pause ??= setTimeout(endPause, pauseMs);
    return;
  }
  const next = waiting.shift();
  if (!next) return;
  beginSlice();
  next();
}

function endPause(): void {
  clearTimeout(pause);
  pause = undefined;
  // Otherwise the slice of this turn has not ended.
  if (sliceEnd === undefined) endSlice();
}

/** How long the open transaction still makes long work wait, in milliseconds; not positive: it does not. */
function restOfPause(): number {
  if (transactions === 0) return 0;
  return Math.min(openSince + MAX_PAUSED_MS, lastSlice + PAUSE_MS) - performance.now();
}

/**
 * Runs a transaction for which all other writes wait. In the meantime, long work gets few slices: each statement costs a turn of
 * the event loop, and each slice would make the transaction longer.
 */
export async function pausingLongWork<Result>(transaction: () => Promise<Result>): Promise<Result> {
  // While long work waits, transactions that follow each other count as one: each would make it wait again.
  const now = performance.now();
  if (transactions++ === 0 && (waiting.length === 0 || now - closedAt > PAUSE_MS)) openSince = now;
  try {
    return await transaction();
  } finally {
    if (--transactions === 0) {
      closedAt = performance.now();
      if (pause !== undefined) setImmediate(endPause);
    }
  }
}

/**
 * Await this between two parts of long work. Resolves at once while the slice lasts, else in a later turn,
 * in the order of the calls. Throws the reason of `signal` once that is aborted.
 */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (sliceEnd !== undefined && performance.now() < sliceEnd) return;
  if (sliceEnd === undefined && waiting.length === 0 && restOfPause() <= 0) return beginSlice();
  const turn = new Promise<void>((resume) => waiting.push(resume));
  if (sliceEnd === undefined) endSlice();
  await turn;
  signal?.throwIfAborted();
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
