import { keptValue } from './kept.ts';
import type { CheckedOptions } from './checked-options.ts';
import type { Send } from './send.ts';
import type { SmartlinkError } from './smartlink-error.ts';
import type { OpenBody } from './types.ts';

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
  let list: Promise<Waiting[]> | undefined;
  let sending: Promise<void> | undefined;

  const sendOne = async ([smartlink, open_id, at]: Waiting): Promise<unknown> => {
    const age_seconds = Math.max(0, Math.trunc((Date.now() - at) / 1000));
    const body: OpenBody = { smartlink, open_id, age_seconds };
    return send({ path: '/client/v1/opens', body, read: (json) => json, once: true }, {});
  };
  // Until one fails that can succeed later.
  const sendAll = async (waiting: Waiting[]): Promise<void> => {
    while (waiting.length) {
      const first = waiting[0]!;
      await sendOne(first).catch((error: SmartlinkError) => {
        if (error.retryable) throw error;
      });
      // A newer one can have taken its place.
      if (waiting[0] === first) waiting.shift();
      await kept.save(waiting);
    }
  };

  return async (smartlink) => {
    if (reportOpens === false) return;
    try {
      list =
        list ||
        kept.load().then(
          (stored) => ([] as Waiting[]).concat(stored as Waiting[]),
          () => [],
        );
      const waiting = await list;
      if (smartlink) {
        waiting.push([smartlink, uuid(), Date.now()]);
        waiting.splice(0, waiting.length - MAX_WAITING);
        await kept.save(waiting);
      }
      if (!sending) await (sending = sendAll(waiting)).finally(() => (sending = undefined));
    } catch {
      // Sent later.
    }
  };
}
