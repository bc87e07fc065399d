import { setTimeout as sleep } from 'node:timers/promises';
import {
  healthAfter,
  nextStep,
  type AttemptResult,
  type Health,
  type NextStep,
} from '../../domain/webhook/attempt.ts';
import type { Context } from '../../actions/context.ts';
import { StoreUnavailable } from '../../storage/database.ts';
import { appendChange } from '../../storage/changes.ts';
import { insertAttempt } from '../../storage/webhooks/attempts.ts';
import {
  advanceDelivery,
  countAttempt,
  hasBlocked,
  listDue,
  parkBlocked,
  type DueDelivery,
} from '../../storage/webhooks/deliveries.ts';
import {
  releaseLease,
  saveHealth,
  takeLease,
  type LeasedWebhook,
} from '../../storage/webhooks/leases.ts';
import { oldSecrets } from '../../storage/webhooks/webhooks.ts';
import { ATTEMPT_TIMEOUT_MS, sendEvent, type TraceAttempt } from './send.ts';
import type { WebhookCounts } from './webhook-counts.ts';

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

interface Done {
  readonly delivery: DueDelivery;
  readonly result: AttemptResult;
  readonly next: NextStep;
  readonly health: Health;
}

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
  #taken = -Infinity;
  #parked = -Infinity;
  #writing: Promise<void> = Promise.resolve();
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
    await db.transaction((tx) => releaseLease(db, tx, this.#id, this.#holder), 'none');
  }

  /** Whether this process has the lease for long enough for another attempt. */
  async #isMine(): Promise<boolean> {
    if (this.#disabled) return false;
    if (performance.now() - this.#taken > EXTEND_AFTER_MS) {
      const before = performance.now();
      const { db } = this.#ctx;
      const taken = await db.transaction(
        (tx) => takeLease(db, tx, this.#id, this.#holder, LEASE_MS),
        'none',
      );
      if (!taken) return false;
      this.#webhook = { ...taken, failingSince: this.#webhook?.failingSince ?? taken.failingSince };
      // Before the database took the time, so the lease ends here before it ends there.
      this.#taken = before;
    }
    const { pausedUntil = 0 } = this.#webhook ?? {};
    return pausedUntil <= this.#ctx.now() || this.#inProgress.size > 0;
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
    if (!(await hasBlocked(db, this.#id, now()))) return;
    const park = () => db.transaction((tx) => parkBlocked(tx, this.#id, now()), 'none');
    this.#writing = this.#writing.catch(() => undefined).then(park);
    await this.#writing;
  }

  #hasTime(): boolean {
    return performance.now() - this.#taken < LEASE_MS - RESERVE_MS;
  }

  async #send(webhook: LeasedWebhook, delivery: DueDelivery): Promise<void> {
    const { url, secret, oldSecret, oldSecretUntil } = webhook;
    const { now, privateWebhooks } = this.#ctx;
    const isOldValid = oldSecretUntil !== null && oldSecretUntil > now();
    const secrets = [secret, ...(isOldValid ? oldSecrets(oldSecret) : [])];
    const target = { url, secrets, toPrivate: privateWebhooks };
    const send = (more?: Readonly<Record<string, string>>) =>
      sendEvent(target, delivery, now, this.#signals.end, more);
    const result = await (this.#trace ? this.#trace(send) : send());
    if (!result) return;
    const next = nextStep(result, delivery.tries + 1, Math.random());
    const health = healthAfter(this.#webhook?.failingSince ?? null, result);
    const until = next.state === 'pending' ? next.pausedUntil : undefined;
    this.#webhook = {
      ...webhook,
      ...this.#webhook,
      failingSince: health.failingSince,
      pausedUntil: Math.max(until ?? 0, this.#webhook?.pausedUntil ?? 0),
    };
    if (health.disable) this.#disabled = true;
    this.#counts.count(next.state, result);
    await this.#write({ delivery, result, next, health });
  }

  /** Results that arrive while others are written share the next transaction. */
  #write(done: Done): Promise<void> {
    this.#done.push(done);
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#writeAll());
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    const all = this.#done.splice(0);
    if (all.length === 0) return;
    for (;;) {
      try {
        return await this.#writeOnce(all);
      } catch (error) {
        // Without the results, the same would be sent again.
        if (!(error instanceof StoreUnavailable) || this.#signals.end.aborted || !this.#hasTime())
          throw error;
        await sleep(RETRY_WRITE_MS);
      }
    }
  }

  async #writeOnce(all: readonly Done[]): Promise<void> {
    const { db, now, cache } = this.#ctx;
    const id = this.#id;
    const appId = this.#webhook?.appId ?? '';
    const disabled = await db.transaction(async (tx) => {
      for (const { delivery, result, next } of all) {
        // The webhook or the event can have been deleted in the meantime.
        const exists = await countAttempt(tx, id, delivery.eventSeq);
        if (exists) await insertAttempt(tx, id, delivery.eventSeq, result);
        await advanceDelivery(tx, id, delivery, next, now());
      }
      const disable = all.find(({ health }) => health.disable !== null)?.health.disable ?? null;
      const failingSince = this.#webhook?.failingSince ?? null;
      const health = { failingSince, disable };
      const isDisabled = await saveHealth(tx, id, health, this.#webhook?.pausedUntil);
      if (isDisabled) await appendChange(tx, `app:${appId}`, now());
      return isDisabled;
    }, 'none');
    if (disabled) cache.forget(`app:${appId}`);
  }
}
