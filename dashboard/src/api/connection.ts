import { useSyncExternalStore } from 'react';
import { listeners } from './listeners.ts';
import { SERVICE } from './service.ts';

/** The delay before the first attempt to reach the service again, and the longest one. */
const [FIRST_DELAY_MS, MAX_DELAY_MS] = [1000, 15_000];
/** An attempt that takes longer has failed. */
const ATTEMPT_MS = 5000;

let isDown = false;
let delayMs = FIRST_DELAY_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let attempt: Promise<boolean> | undefined;
const changed = listeners();
const returned = listeners();

export function reportResponse(): void {
  clearTimeout(timer);
  delayMs = FIRST_DELAY_MS;
  if (!isDown) return;
  isDown = false;
  changed.notify();
  returned.notify();
}

/** A request got no response. From now on, the service is asked until it responds. */
export function reportNoResponse(): void {
  if (isDown) return;
  isDown = true;
  changed.notify();
  tryLater();
}

function tryLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void checkConnection(), delayMs);
  delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
}

/** Asks the service for a small response. Returns whether there was one. */
export function checkConnection(): Promise<boolean> {
  attempt ??= askService().finally(() => (attempt = undefined));
  return attempt;
}

async function askService(): Promise<boolean> {
  try {
    await fetch(new URL('manage/v1/sign-in', SERVICE), { signal: AbortSignal.timeout(ATTEMPT_MS) });
    reportResponse();
    return true;
  } catch {
    if (isDown) tryLater();
    else reportNoResponse();
    return false;
  }
}

// Browsers report a lost network at once, but not whether the service can be reached.
for (const event of ['online', 'offline']) addEventListener(event, () => void checkConnection());
document.addEventListener('visibilitychange', () => {
  if (isDown && !document.hidden) void checkConnection();
});

/** True while the service does not respond. */
export function useServiceDown(): boolean {
  return useSyncExternalStore(changed.subscribe, () => isDown);
}

/** Calls `listener` each time the service responds again. Returns the function that ends this. */
export const onServiceReturn = returned.subscribe;
