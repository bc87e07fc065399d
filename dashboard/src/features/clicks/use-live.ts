import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addressOf } from '../../api/call.ts';
import { REFRESH_MS } from '../../api/clicks-query.ts';
import { useApp } from '../../api/session.ts';
import { LiveConnection } from './live-connection.ts';

/** With a stream, numbers are loaded when they change; and now and then because time passes, such as midnight. */
const STREAMING_REFRESH_MS = 60_000;
/** The shortest time between two loads while clicks arrive all the time. */
const LEAST_MS = 4000;

export interface Live {
  /** Is there a stream? */
  readonly streaming: boolean;
  /** How often numbers are loaded without a change; false: never. */
  readonly refreshMs: number | false;
}

/**
 * Loads the numbers of an app, or of one of its links, again when clicks arrive. There is a stream while the page is
 * visible; if it fails, the numbers are loaded regularly instead. `enabled`: the period is not over.
 */
export function useLive(code: string | undefined, enabled: boolean): Live {
  const app = useApp();
  const client = useQueryClient();
  const [streaming, setStreaming] = useState(false);
  useEffect(() => {
    if (!enabled) return undefined;
    const load = throttled(LEAST_MS, () => {
      for (const queryKey of [
        ['clicks', app, code ?? null],
        ['top-links', app],
        ['top-groups', app],
        ['click-marks', app],
      ]) {
        // A load that takes longer than the time between two changes must end.
        void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
      }
    });
    const connection = new LiveConnection({
      open: () => new EventSource(addressOf('clicks/stream', { app, code })),
      onChange: () => load.call(),
      onStreaming: setStreaming,
    });
    const follow = (): void => {
      if (document.hidden) connection.close();
      else connection.open();
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      connection.close();
      load.cancel();
    };
  }, [app, code, enabled, client]);
  if (!enabled) return { streaming: false, refreshMs: false };
  return { streaming, refreshMs: streaming ? STREAMING_REFRESH_MS : REFRESH_MS };
}

/** Calls a function at once, and then at most once in a time; the last call is never lost. */
function throttled(milliseconds: number, run: () => void) {
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    call(): void {
      if (timer !== undefined) return;
      const wait = Math.max(0, last + milliseconds - performance.now());
      timer = setTimeout(() => {
        timer = undefined;
        last = performance.now();
        run();
      }, wait);
    },
    cancel: () => clearTimeout(timer),
  };
}
