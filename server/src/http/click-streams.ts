import type { ServerResponse } from 'node:http';
import { LiveTotals } from '../actions/clicks/live-totals.ts';
import type { Context } from '../actions/context.ts';
import { timeText } from '../actions/documents/click-document.ts';
import { areEqualCounts, countedSince, countsOfEventId, eventIdOf } from '../domain/click/live.ts';
import type { Counts } from '../domain/click/series.ts';
import { fail } from '../problem.ts';
import { onceClosed } from './disconnect.ts';
import { EventStream } from './event-stream.ts';
import { OpenCounts } from './open-counts.ts';

/** Open streams of a process, of one app, and of a member or the tokens of an app. */
const MAX_STREAMS = 500;
export const MAX_STREAMS_OF_APP = 50;
export const MAX_STREAMS_OF_HOLDER = 10;
/** The longest time of a stream; clients connect again after it. */
export const MAX_STREAM_SECONDS = 900;
/** Shorter than the time after which common proxies close a silent connection. */
const HEARTBEAT_MS = 15_000;
const RETRY_AFTER_SECONDS = 10;

export interface StreamRequest {
  readonly appId: string;
  /** Undefined: all links of the app. */
  readonly code: string | undefined;
  /** Who shares a limit, see `holderOf`. */
  readonly holder: string;
  readonly lastEventId: string | undefined;
  readonly seconds: number;
  /** Whether the caller may still read the counts. */
  readonly isPermitted: () => Promise<boolean>;
}

/** The open streams of counts of this process. */
export class ClickStreams {
  readonly #now: () => number;
  readonly #totals: LiveTotals;
  readonly #isStopping: () => boolean;
  readonly #open = new Set<ClickStream>();
  readonly #counts = new OpenCounts();

  constructor(ctx: Context, isStopping: () => boolean) {
    this.#now = ctx.now;
    this.#totals = new LiveTotals(ctx);
    this.#isStopping = isStopping;
  }

  /**
   * Starts a stream. `begin` takes over the response; it is called when nothing can be refused anymore.
   * @throws `too_many_streams`, `clicks_off`, `not_found`
   */
  async start(
    request: StreamRequest,
    begin: () => EventStream,
    raw: ServerResponse,
  ): Promise<void> {
    const leave = this.#enter(request);
    let stream: ClickStream | undefined;
    try {
      const { appId, code } = request;
      const { counts, end } = await this.#totals.watch(appId, code, (now) => {
        if (this.#isStopping()) stream?.end();
        else void stream?.update(now);
      });
      let isClosed = false;
      onceClosed(raw, () => {
        isClosed = true;
        end();
        leave();
        if (stream) this.#open.delete(stream);
      });
      if (isClosed) return;
      stream = new ClickStream(begin(), request, this.#now, counts);
      this.#open.add(stream);
      if (this.#isStopping() || request.seconds === 0) stream.end();
    } catch (error) {
      if (!stream) leave();
      throw error;
    }
  }

  /** Ends all streams, so that the process can stop. */
  close(): void {
    for (const stream of this.#open) stream.end();
  }

  #enter({ appId, holder }: StreamRequest): () => void {
    const leave = this.#counts.enter([
      { key: '', max: MAX_STREAMS },
      // So that one app leaves room for the others, and one member for the rest of the app.
      { key: `of ${appId}`, max: MAX_STREAMS_OF_APP },
      { key: `by ${holder}`, max: MAX_STREAMS_OF_HOLDER },
    ]);
    if (leave) return leave;
    const detail = `At most ${MAX_STREAMS_OF_HOLDER} streams of a member, or of the tokens of an app, can be open at the same time, ${MAX_STREAMS_OF_APP} of an app, and ${MAX_STREAMS} of all callers.`;
    return fail('too_many_streams', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

/** A stream to one reader. */
class ClickStream {
  readonly #events: EventStream;
  readonly #isPermitted: () => Promise<boolean>;
  readonly #now: () => number;
  readonly #until: number;
  #sent: Counts;
  #sentAt: number;
  #isBusy = false;
  #isEnded = false;

  constructor(
    events: EventStream,
    { lastEventId, seconds, isPermitted }: StreamRequest,
    now: () => number,
    counts: Counts,
  ) {
    this.#events = events;
    this.#isPermitted = isPermitted;
    this.#now = now;
    this.#sentAt = now();
    this.#until = this.#sentAt + seconds * 1000;
    this.#sent = countsOfEventId(lastEventId) ?? counts;
    this.#send(counts);
  }

  /** Sends what has changed, or a heartbeat if nothing was sent for long. Undefined: the counts are not known. */
  async update(counts: Counts | undefined): Promise<void> {
    if (this.#isBusy || this.#isEnded) return;
    const now = this.#now();
    if (now >= this.#until) return this.end();
    const changed = counts && !areEqualCounts(counts, this.#sent);
    if (!changed && now < this.#sentAt + HEARTBEAT_MS) return;
    this.#isBusy = true;
    const isPermitted = await this.#isPermitted();
    this.#isBusy = false;
    if (!isPermitted) return this.end();
    if (changed) return this.#send(counts);
    this.#sentAt = now;
    this.#events.sendHeartbeat();
  }

  end(): void {
    this.#isEnded = true;
    this.#events.end();
  }

  #send(counts: Counts): void {
    const at = this.#now();
    const added = countedSince(this.#sent, counts);
    const data = { at: timeText(at), new: added, lifetime: counts };
    this.#events.send('clicks', eventIdOf(counts), data);
    this.#sent = counts;
    this.#sentAt = at;
  }
}
