import { setMaxListeners } from 'node:events';
import type { Context } from '../../actions/context.ts';
import { directoryOf } from '../../actions/directory.ts';
import { nextTurns, SLOTS, type WaitingWebhook } from '../../domain/webhook/turns.ts';
import { StoreUnavailable } from '../../storage/database.ts';
import { listDueWebhooks } from '../../storage/webhooks/leases.ts';
import { endLeasesOfKilled, newLeaseHolder } from './lease-holder.ts';
import { makeDeliveries } from './make-deliveries.ts';
import { removeOldEvents } from './remove-old-events.ts';
import { deletionTime } from '../../storage/deletion-time.ts';
import { reportExpired } from './report-expired.ts';
import { summarizeClicks } from './summarize-clicks.ts';
import type { TraceAttempt } from './send.ts';
import { WebhookCounts } from './webhook-counts.ts';
import { WebhookSender } from './webhook-sender.ts';

/** How often new events and due attempts are looked for. */
const TICK_MS = 250;
const EXPIRY_MS = 1000;
const CLEANING_MS = 10 * 60_000;
/** Webhooks that wait for the responses to what they sent in their turn, while others have their slots. */
const MAX_ENDING = SLOTS;
/** How long current attempts may take when the service stops. */
const STOP_MS = 2000;
const DAY_MS = 86_400_000;

interface Sending {
  readonly webhook: WaitingWebhook;
  readonly sender: WebhookSender;
  readonly begun: number;
  readonly ended: Promise<void>;
  /** Its turn is over, so it has no slot any more. */
  isEnding: boolean;
}

/** Sends events to webhooks. Every process runs one; leases in the database divide the work. */
export class WebhookDispatcher {
  readonly counts = new WebhookCounts();
  readonly #ctx: Context;
  readonly #logDays: number;
  readonly #onError: (error: unknown) => void;
  readonly #trace: TraceAttempt | undefined;
  readonly #holder = newLeaseHolder();
  readonly #senders = new Map<string, Sending>();
  readonly #stop = new AbortController();
  readonly #end = new AbortController();
  #timers: NodeJS.Timeout[] = [];
  #working: Promise<void> | undefined;
  #summarizing: Promise<void> | undefined;
  #expiryChecked = 0;
  #leasesChecked = false;

  constructor(
    ctx: Context,
    logDays: number,
    onError: (error: unknown) => void,
    trace?: TraceAttempt,
  ) {
    this.#ctx = ctx;
    this.#logDays = logDays;
    this.#onError = onError;
    this.#trace = trace;
    // Each attempt in progress has a listener. Node.js takes more than ten for a leak, and prints a warning.
    setMaxListeners(0, this.#end.signal);
  }

  start(): void {
    this.#timers = [
      setInterval(() => void this.work(), TICK_MS).unref(),
      setInterval(() => void this.clean(), CLEANING_MS).unref(),
    ];
  }

  /** Looks for new events and due attempts, and begins to send. Concurrent calls share the work. */
  work(): Promise<void> {
    if (this.#isStopped()) return Promise.resolve();
    this.#working ??= this.#work()
      .catch((error: unknown) => this.#report(error))
      .finally(() => (this.#working = undefined));
    return this.#working;
  }

  async #work(): Promise<void> {
    let isComplete: boolean;
    do isComplete = await this.#workOnce();
    while (!isComplete && !this.#isStopped());
  }

  /** Returns false if there can be more deliveries to make: others begin to be sent before that. */
  async #workOnce(): Promise<boolean> {
    const { db, now } = this.#ctx;
    if (!(await directoryOf(this.#ctx)).hasWebhooks) return true;
    if (!this.#leasesChecked) {
      await endLeasesOfKilled(this.#ctx);
      this.#leasesChecked = true;
    }
    if (performance.now() - this.#expiryChecked > EXPIRY_MS) {
      // Before it can fail: otherwise each turn of this work would fail here, and nothing would be sent.
      this.#expiryChecked = performance.now();
      const areReported = await reportExpired(this.#ctx, () => this.#isStopped());
      if (!areReported) this.#expiryChecked = -Infinity;
      this.#summarize();
    }
    const isComplete = await makeDeliveries(this.#ctx, () => this.#isStopped());
    const due = await listDueWebhooks(db, this.#holder, now());
    if (!this.#isStopped()) this.#giveTurns(due.filter(({ id }) => !this.#senders.has(id)));
    return isComplete;
  }

  #giveTurns(waiting: readonly WaitingWebhook[]): void {
    if (waiting.length === 0) return;
    const at = performance.now();
    const sending = [...this.#senders.values()]
      .filter(({ isEnding }) => !isEnding)
      .map(({ webhook, begun }) => ({ ...webhook, ms: at - begun }));
    const endable = MAX_ENDING - (this.#senders.size - sending.length);
    const { begin, end } = nextTurns(sending, waiting, endable);
    for (const webhook of begin) this.#begin(webhook);
    for (const id of end) {
      const ending = this.#senders.get(id);
      if (!ending) continue;
      ending.isEnding = true;
      ending.sender.endTurn();
    }
  }

  /** Beside the other work: the click store can be slow or unavailable while events can be sent. */
  #summarize(): void {
    this.#summarizing ??= summarizeClicks(this.#ctx, () => this.#isStopped())
      .catch((error: unknown) => this.#report(error))
      .finally(() => (this.#summarizing = undefined));
  }

  #begin(webhook: WaitingWebhook): void {
    const { id } = webhook;
    const signals = { stop: this.#stop.signal, end: this.#end.signal };
    const sender = new WebhookSender(
      this.#ctx,
      id,
      this.#holder,
      this.counts,
      signals,
      this.#trace,
    );
    const ended = sender
      .run()
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#senders.delete(id));
    this.#senders.set(id, { webhook, sender, begun: performance.now(), ended, isEnding: false });
  }

  /** Deletes events, with their deliveries and attempts, that are older than the log. */
  async clean(): Promise<void> {
    const { db, now } = this.#ctx;
    try {
      const before = (await deletionTime(db, now())) - this.#logDays * DAY_MS;
      await removeOldEvents(this.#ctx, before, () => this.#isStopped());
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    // Everything is tried again, and other parts report a database that is unavailable.
    if (!(error instanceof StoreUnavailable) && !this.#isStopped()) this.#onError(error);
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Waits a little for the current attempts, then ends them: they are made again, with the same id, by another process. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stop.abort();
    await Promise.all([this.#working, this.#summarizing]);
    const end = setTimeout(() => this.#end.abort(), STOP_MS);
    await Promise.all([...this.#senders.values()].map(({ ended }) => ended));
    clearTimeout(end);
  }
}
