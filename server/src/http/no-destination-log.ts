import { Throttle } from '../actions/throttle.ts';
import type { Log } from '../log.ts';

/** The time between two log lines for one app. */
const EVERY_MS = 60 * 60 * 1000;

/** Logs that an app creates links without a destination, at most once an hour for each app. */
export class NoDestinationLog {
  readonly #log: Log;
  readonly #logged: Throttle;

  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#logged = new Throttle(now, EVERY_MS);
  }

  note(appId: string, code: string): void {
    if (!this.#logged.isDue(appId)) return;
    const fields = { app_id: appId, code };
    this.#log.warn(
      fields,
      'the app creates links without a destination: no platform has a base; smartlink doctor suggests a fix',
    );
  }
}
