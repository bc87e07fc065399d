import { keptValue } from './kept.ts';
import type { CheckedOptions } from './checked-options.ts';
import type { Send } from './send.ts';
import type { SmartlinkError } from './smartlink-error.ts';
import type { OpenBody, OpenResponse } from './types.ts';

/** The maximum number of reports that wait. The service refuses old ones. */
const MAX_WAITING = 50;

/** A report without a response. `at`: when the app was opened, in milliseconds since 1970. */
type Waiting = readonly [smartlink: string, id: string, at: number];

/** Reports that a link opened the app. Without a link: only what is waiting. Never rejects. */
export type Report = (smartlink?: string) => Promise<void>;

/** A report is stored with its id until it has a response, so that it is counted once. */
export function createReporter(options: CheckedOptions, send: Send): Report {
  const { uuid, reportOpens } = options;
  const kept = keptValue(options, 'app/opens');
  let waiting: readonly Waiting[] = [];
  let loading: Promise<void> | undefined;
  let sending: Promise<void> | undefined;

  const load = (stored: unknown): void => {
    waiting = ([] as Waiting[]).concat(stored as Waiting[]);
  };
  /** Changes what waits: here, and in the storage, which can also have reports of other tabs. */
  const change = (edit: (list: readonly Waiting[]) => readonly Waiting[]): Promise<void> => {
    waiting = edit(waiting);
    return kept.update((stored) => edit(([] as Waiting[]).concat(stored as Waiting[])));
  };
  const sendOne = async ([smartlink, open_id, at]: Waiting): Promise<unknown> => {
    // Whole seconds; not negative, also if the clock was put back.
    const age_seconds = Math.max(0, (Date.now() - at) / 1000) | 0;
    const body: OpenBody = { smartlink, open_id, age_seconds };
    return send(
      { path: '/client/v1/opens', body, read: (json) => (json as OpenResponse).code, once: true },
      {},
    );
  };
  // Until one fails that can succeed later.
  const sendAll = async (): Promise<void> => {
    while (waiting.length) {
      const first = waiting[0]!;
      await sendOne(first).catch((error: SmartlinkError) => {
        // A response that is not of the service, such as a page of a proxy, refuses nothing.
        if (error.code === 'invalid_response' || error.retryable) throw error;
      });
      // Compared as texts, because an invalid value in the storage can have any type.
      await change((list) => list.filter((one) => String(one) !== String(first)));
    }
  };

  return async (smartlink) => {
    if (reportOpens === false) return;
    try {
      await (loading = loading || kept.load().then(load, () => {}));
      if (smartlink) {
        const report: Waiting = [smartlink, uuid(), Date.now()];
        await change((list) => [...list, report].slice(-MAX_WAITING));
      }
      await (sending = sending || sendAll().finally(() => (sending = undefined)));
    } catch {
      // Sent later.
    }
  };
}
