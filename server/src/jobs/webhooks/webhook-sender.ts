import { setTimeout as sleep } from 'node:timers/promises';
import {
  healthAfter,
  nextStep,
  type AttemptResult,
  type Health,
  type NextStep,
} from '../../domain/webhook/attempt.ts';
import type { Context } from '../../actions/context.ts';
import { StoreUnavailable, type Transaction } from '../../storage/database.ts';
import {
  hasBlocked,
  listDue,
  parkBlocked,
  type DueDelivery,
} from '../../storage/webhooks/deliveries.ts';
import { releaseLease, takeLease, type LeasedWebhook } from '../../storage/webhooks/leases.ts';
import { oldSecrets } from '../../storage/webhooks/webhooks.ts';
import { ATTEMPT_TIMEOUT_MS, sendEvent, type TraceAttempt } from './send.ts';
import type { WebhookCounts } from './webhook-counts.ts';
import { writeResults, type Done } from './write-results.ts';

/** How long no other process sends to a webhook after this one has taken or extended its lease. */
const LEASE_MS = 30_000;
const EXTEND_AFTER_MS = 5000;
/** An attempt must have ended before another process can begin. */
const RESERVE_MS = ATTEMPT_TIMEOUT_MS + 5000;
/** Attempts to one webhook at the same time; to one that fails, so that it is not flooded when it recovers. */
const CONCURRENCY = { healthy: 10, failing: 2 };
/** How often new deliveries are looked for while others are being sent. */
const LOOK_MS = 250;
const RETRY_WRITE_MS = 500;

/** `stop`: no more attempts begin; `end`: the current ones are ended. */
export interface Signals {
  readonly stop: AbortSignal;
  readonly end: AbortSignal;
}

/** Sends what is due to one webhook, while this process has its lease. */
export class WebhookSender {
  readonly #ctx: Context;
  readonly #id: string;
  readonly #holder: string;
  readonly #counts: WebhookCounts;
  readonly #signals: Signals;
  readonly #trace: TraceAttempt | undefined;
  readonly #inProgress = new Map<number, Promise<void>>();
  #webhook: LeasedWebhook | undefined;
  /** `failingSince` as it is stored. `#webhook` also has what is not written yet. */
  #failingSince: number | null = null;
  #taken = -Infinity;
  #parked = -Infinity;
  #writing: Promise<unknown> = Promise.resolve();
  #done: Done[] = [];
  #disabled = false;
  #hasTurn = true;

  /** `holder` names this process. */
  constructor(
    ctx: Context,
    id: string,
    holder: string,
    counts: WebhookCounts,
    signals: Signals,
    trace?: TraceAttempt,
  ) {
    this.#ctx = ctx;
    this.#id = id;
    this.#holder = holder;
    this.#counts = counts;
    this.#signals = signals;
    this.#trace = trace;
  }

  /** Other webhooks wait: after what it has begun, this one gives its lease back. */
  endTurn(): void {
    this.#hasTurn = false;
  }

  /**
   * Sends until nothing is due or its turn ends. Throws `StoreUnavailable`; then another process goes on when the lease ends.
   */
  async run(): Promise<void> {
    try {
      while (!this.#signals.stop.aborted && (await this.#isMine())) {
        await this.#startDue();
        if (this.#inProgress.size === 0) break;
        await Promise.race([
          ...this.#inProgress.values(),
          sleep(LOOK_MS, undefined, { ref: false }),
        ]);
        // Not before the first attempts, so that each turn sends something.
        if (!this.#hasTurn) break;
      }
    } finally {
      await Promise.allSettled(this.#inProgress.values());
    }
    if (!this.#webhook) return;
    const { db } = this.#ctx;
    await db.transaction((tx) => releaseLease(tx, this.#id, this.#holder), 'none');
  }

  /** Whether this process has the lease for long enough for another attempt. */
  async #isMine(): Promise<boolean> {
    if (this.#disabled) return false;
    if (performance.now() - this.#taken > EXTEND_AFTER_MS) {
      const before = performance.now();
      const { db } = this.#ctx;
      const taken = await this.#inOrder(() =>
        db.transaction((tx) => takeLease(tx, this.#id, this.#holder, LEASE_MS), 'none'),
      );
      if (!taken) return false;
      this.#keep(taken);
      // Before the database took the time, so the lease ends here before it ends there.
      this.#taken = before;
    }
    const { pausedUntil = 0 } = this.#webhook ?? {};
    return pausedUntil <= this.#ctx.now() || this.#inProgress.size > 0;
  }

  /** Keeps what attempts said that is not written yet, unless a person changed the webhook. */
  #keep(taken: LeasedWebhook): void {
    const known = this.#webhook;
    if (known?.url === taken.url && this.#failingSince === taken.failingSince) {
      const pausedUntil = Math.max(known.pausedUntil, taken.pausedUntil);
      this.#webhook = { ...taken, failingSince: known.failingSince, pausedUntil };
      return;
    }
    this.#webhook = taken;
    this.#failingSince = taken.failingSince;
    this.#done = this.#done.map((done) => ({ ...done, disable: null }));
    this.#disabled = false;
  }

  async #startDue(): Promise<void> {
    const webhook = this.#webhook;
    if (!webhook || webhook.pausedUntil > this.#ctx.now()) return;
    const most = webhook.failingSince === null ? CONCURRENCY.healthy : CONCURRENCY.failing;
    const room = most - this.#inProgress.size;
    if (room <= 0) return;
    const { db, now } = this.#ctx;
    // One that ends while this waits or reads may still be due in what is read.
    const sending = new Set(this.#inProgress.keys());
    await this.#parkBlocked();
    const due = await listDue(db, this.#id, now(), room + sending.size);
    for (const delivery of due.filter(({ eventSeq }) => !sending.has(eventSeq))) {
      if (this.#inProgress.size >= most || !this.#hasTime()) return;
      const sent = this.#send(webhook, delivery).finally(() =>
        this.#inProgress.delete(delivery.eventSeq),
      );
      // `run` waits for all of them and reports nothing that has no effect: what was not written is sent again.
      sent.catch(() => undefined);
      this.#inProgress.set(delivery.eventSeq, sent);
    }
  }

  /** Before what is due is read, so that a queue behind one delivery is not read each time. Not while results are written. */
  async #parkBlocked(): Promise<void> {
    if (performance.now() - this.#parked < LOOK_MS) return;
    this.#parked = performance.now();
    const { db, now } = this.#ctx;
    // Not what is in an attempt, whose result would then have no effect.
    const parkable = () => ({ now: now(), sending: [...this.#inProgress.keys()] });
    while (await hasBlocked(db, this.#id, parkable())) {
      const park = (tx: Transaction) => parkBlocked(tx, this.#id, parkable());
      await this.#inOrder(() => db.transaction(park, 'none'));
      if (performance.now() - this.#parked > LOOK_MS) return;
    }
  }

  /** What writes to the webhook, one after the other. */
  #inOrder<Result>(write: () => Promise<Result>): Promise<Result> {
    const result = this.#writing.catch(() => undefined).then(write);
    this.#writing = result;
    return result;
  }

  #hasTime(): boolean {
    return performance.now() - this.#taken < LEASE_MS - RESERVE_MS;
  }

  async #send(webhook: LeasedWebhook, delivery: DueDelivery): Promise<void> {
    const { url, secret, oldSecret, oldSecretUntil } = webhook;
    const { now, reach } = this.#ctx;
    const isOldValid = oldSecretUntil !== null && oldSecretUntil > now();
    const secrets = [secret, ...(isOldValid ? oldSecrets(oldSecret) : [])];
    const target = { url, secrets, reach };
    const send = (more?: Readonly<Record<string, string>>) =>
      sendEvent(target, delivery, now, this.#signals.end, more);
    const result = await (this.#trace ? this.#trace(send) : send());
    if (!result) return;
    const next = nextStep(result, delivery.tries + 1, Math.random());
    this.#counts.count(next.state, result);
    const disable = this.#learn(webhook.url, result, next);
    await this.#write({ delivery, url, result, next, disable });
  }

  /** What an attempt says about the webhook, unless it has another address by now. Returns why it must be disabled. */
  #learn(url: string, result: AttemptResult, next: NextStep): Health['disable'] {
    const known = this.#webhook;
    if (known?.url !== url) return null;
    const { failingSince, disable } = healthAfter(known.failingSince, result);
    const until = next.state === 'delivered' ? undefined : next.pausedUntil;
    const pausedUntil = Math.max(until ?? 0, known.pausedUntil);
    this.#webhook = { ...known, failingSince, pausedUntil };
    if (disable) this.#disabled = true;
    return disable;
  }

  /** Results that arrive while others are written share the next transaction. */
  #write(done: Done): Promise<void> {
    this.#done.push(done);
    return this.#inOrder(() => this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    const all = this.#done.splice(0);
    if (all.length === 0) return;
    for (let isRepeated = false; ; isRepeated = true) {
      try {
        return await this.#writeOnce(all, isRepeated);
      } catch (error) {
        // Without the results, the same would be sent again.
        if (!(error instanceof StoreUnavailable) || this.#signals.end.aborted || !this.#hasTime())
          throw error;
        await sleep(RETRY_WRITE_MS);
      }
    }
  }

  async #writeOnce(all: readonly Done[], isRepeated: boolean): Promise<void> {
    const webhook = this.#webhook;
    if (!webhook) return;
    const saved = await writeResults(this.#ctx, webhook, this.#failingSince, all, isRepeated);
    // It is read again before the next attempt.
    if (saved === 'replaced' || saved === 'changed') this.#taken = -Infinity;
    if (saved !== 'replaced') this.#failingSince = webhook.failingSince;
  }
}
