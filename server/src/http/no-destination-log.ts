import { throttle } from '../actions/throttle.ts';
import type { Log } from '../log.ts';

/** The time between two log lines for one app. */
const EVERY_MS = 60 * 60 * 1000;

type NoteNoDestination = (appId: string, code: string) => void;

/** Logs that an app creates links without a destination, at most once an hour for each app. */
export function noDestinationLog(log: Log, now: () => number): NoteNoDestination {
  const isDue = throttle(now, EVERY_MS);
  return (appId, code) => {
    if (!isDue(appId)) return;
    log.warn(
      { app_id: appId, code },
      'the app creates links without a destination: no platform has a base; smartlink doctor suggests a fix',
    );
  };
}
