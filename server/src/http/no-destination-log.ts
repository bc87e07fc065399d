import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';

/** The time between two log lines for one app. */
const EVERY_MS = 60 * 60 * 1000;
/** The maximum number of apps to remember. */
const MAX_APPS = 1000;

/** Logs that an app creates links without a destination, at most once an hour for each app. */
export class NoDestinationLog {
  readonly #log: Log;
  readonly #now: () => number;
  readonly #last = new LRUCache<string, number>({ max: MAX_APPS });

  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  note(appId: string, code: string): void {
    const last = this.#last.get(appId);
    if (last !== undefined && this.#now() - last < EVERY_MS) return;
    this.#last.set(appId, this.#now());
    const fields = { app_id: appId, code };
    this.#log.warn(
      fields,
      'the app creates links without a destination: no platform has a base; smartlink doctor suggests a fix',
    );
  }
}
