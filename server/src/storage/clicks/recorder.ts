import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Loss } from '../../domain/click/click.ts';
import { StoreUnavailable } from '../database.ts';
import { WorkerThread } from '../sqlite/worker-thread.ts';
import { BATCH_SIZE, BatchBuilder, type Click, type ClickBatch } from './batch.ts';
import type { ClickCommand, ClickThreadData, ClickWarnings } from './click-protocol.ts';
import type { ClickReport, ClickStats } from './clicks.ts';

/** The most clicks in memory, including those that the thread is storing. */
const MAX_WAITING = 65_536;
/** A thread that does not answer for this time is replaced if it waits for a server, whose statements have shorter limits. */
const ANSWER_MS = 30_000;
const RETRY_MS = 1000;
/** A batch that was not stored in time is stored in parts; smaller ones would hardly be faster. */
const MIN_ROWS = 512;
/** How often a store rejects a batch before it is given up: some causes disappear, such as a missing right. */
const MAX_REJECTIONS = 3;
const RETAIN_MS = 3_600_000;
const NOT_RETAINED = 'old clicks could not be deleted or summed up; the next attempt is in an hour';
const SETTLE_MS = 2000;
/** How long a stopping process waits for the store, and for the thread. */
const STOP_MS = 5000;
/** The same for a file: each statement waits three seconds for a lock at most, then the thread can end without the process. */
const FILE_STOP_MS = 20_000;

interface Sealed {
  readonly seq: number;
  readonly batch: ClickBatch;
}

/**
 * Records clicks. `record` only writes to memory; a thread stores one batch after the other. While the store is
 * unavailable, clicks wait until the buffer is full, and nothing waits for them.
 */
export class ClickRecorder {
  readonly #thread: WorkerThread<ClickCommand>;
  /** The process would end with a thread that ends during a statement of SQLite. */
  readonly #isReplaceable: boolean;
  readonly #flushMs: number;
  readonly #now: () => number;
  #report: ClickReport = () => undefined;

  readonly #current = new BatchBuilder();
  readonly #queue: Sealed[] = [];
  #seq = 0;
  /** Clicks that got a place in the buffer, and of these, those that have left it. */
  #accepted = 0;
  #finished = 0;
  #stored = 0;
  readonly #lost: Record<Loss, number> = {
    buffer_full: 0,
    store_failed: 0,
    store_timeout: 0,
    stopped: 0,
  };

  /** Clicks up to this number are sent without waiting for more of them. */
  #wanted = 0;
  #isStarted = false;
  #isOpen = false;
  #isBusy = false;
  #isFailing = false;
  /** How often the store rejected the oldest batch. */
  #rejections = 0;
  /** The clicks of one transaction: fewer after each failure, until transactions are short enough for a slow server. */
  #maxRows = BATCH_SIZE;
  #isClosed = false;
  /** Whether the last attempt to delete old clicks succeeded. */
  #isRetaining = true;
  #flushTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #retainTimer: NodeJS.Timeout | undefined;
  #observers: (() => void)[] = [];

  /** `now`: the clock of the process, in milliseconds since 1970-01-01 UTC. */
  constructor(data: Omit<ClickThreadData, 'writer'>, now: () => number) {
    const writer = randomBytes(12).toString('base64url');
    const workerData: ClickThreadData = { ...data, writer };
    this.#isReplaceable = !data.url.startsWith('sqlite:');
    this.#flushMs = data.settings.flushSeconds * 1000;
    this.#now = now;
    this.#thread = new WorkerThread({
      name: 'click',
      writes: true,
      start: () => new Worker(new URL('./click-thread.js', import.meta.url), { workerData }),
    });
  }

  /** Opens the store, in the background. */
  start(report: ClickReport): void {
    this.#report = report;
    this.#isStarted = true;
    this.#retainTimer = setInterval(() => this.#retain(), RETAIN_MS).unref();
    this.#work();
  }

  /** Runs for every visit. */
  record(click: Click): void {
    if (this.#isClosed) {
      this.#lost.stopped++;
      return;
    }
    if (this.#accepted - this.#finished >= MAX_WAITING) {
      this.#lost.buffer_full++;
      return;
    }
    this.#accepted++;
    this.#current.add(click);
    if (this.#current.size === BATCH_SIZE) this.#seal();
    else this.#flushTimer ??= setTimeout(() => this.#flush(), this.#flushMs).unref();
  }

  stats(): Omit<ClickStats, 'held'> {
    const { buffer_full: full, stopped } = this.#lost;
    return {
      recorded: this.#accepted + full + stopped,
      stored: this.#stored,
      waiting: this.#accepted - this.#finished,
      lost: { ...this.#lost },
    };
  }

  settle(): Promise<void> {
    return this.#flushed(SETTLE_MS, () => this.#isOpen);
  }

  /** Stores what is waiting, for some seconds at most. */
  async close(): Promise<void> {
    if (!this.#isStarted) return;
    await this.#flushed(STOP_MS, () => true);
    this.#isClosed = true;
    clearInterval(this.#retainTimer);
    clearTimeout(this.#flushTimer);
    clearTimeout(this.#retryTimer);
    const limit = this.#isReplaceable ? STOP_MS : FILE_STOP_MS;
    const deadline = setTimeout(() => void this.#thread.terminate(), limit);
    await this.#thread.close();
    clearTimeout(deadline);
    // Only now: the thread may still have stored the batch that was under way.
    const waiting = this.#accepted - this.#finished;
    if (waiting === 0) return;
    this.#lost.store_timeout += waiting;
    this.#finished = this.#accepted;
    this.#report('warn', `${waiting} clicks are lost: their store did not take them in time`);
  }

  /** Waits until the clicks that were recorded before are stored and `isReady`, or until the time is over. */
  #flushed(milliseconds: number, isReady: () => boolean): Promise<void> {
    const until = this.#accepted;
    const isDone = (): boolean => this.#finished >= until && isReady();
    if (isDone() || !this.#isStarted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(deadline);
        this.#observers = this.#observers.filter((one) => one !== observe);
        resolve();
      };
      const observe = (): void => {
        if (isDone()) end();
      };
      const deadline = setTimeout(end, milliseconds);
      this.#observers.push(observe);
      this.#wanted = Math.max(this.#wanted, until);
      this.#work();
    });
  }

  #flush(): void {
    this.#flushTimer = undefined;
    this.#wanted = this.#accepted;
    this.#work();
  }

  #seal(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    this.#queue.push({ seq: ++this.#seq, batch: this.#current.finish() });
    this.#work();
  }

  /** Does what is next, unless the thread is busy or an attempt has just failed. */
  #work(): void {
    if (!this.#isStarted || this.#isBusy || this.#isClosed || this.#retryTimer) return;
    if (!this.#isOpen) return void this.#open();
    // While batches wait, the current one fills up. So there are few of them, however often they are wanted.
    if (this.#queue.length === 0 && this.#current.size > 0 && this.#wanted > this.#finished) {
      return this.#seal();
    }
    const [next] = this.#queue;
    if (next) void this.#store(next);
  }

  async #open(): Promise<void> {
    if (!(await this.#ask({ kind: 'open', now: this.#now() }))) return;
    this.#isOpen = true;
    this.#notify();
    this.#work();
    this.#retain();
  }

  async #store({ seq, batch }: Sealed): Promise<void> {
    const [now, maxRows] = [this.#now(), this.#maxRows];
    if (!(await this.#ask({ kind: 'store', seq, batch, now, maxRows }))) return;
    this.#maxRows = Math.min(BATCH_SIZE, 2 * maxRows);
    this.#stored += batch.size;
    this.#finish(batch.size);
  }

  #finish(clicks: number): void {
    this.#rejections = 0;
    this.#queue.shift();
    this.#finished += clicks;
    this.#notify();
    this.#work();
  }

  /** Returns whether the thread did it. */
  async #ask(command: ClickCommand): Promise<boolean> {
    this.#isBusy = true;
    const deadline = setInterval(() => this.#late(command), ANSWER_MS);
    try {
      await this.#send(command);
      this.#isBusy = false;
      if (this.#isFailing && command.kind === 'store') {
        this.#report('info', 'clicks are stored again');
        this.#isFailing = false;
      }
      return true;
    } catch (error) {
      this.#isBusy = false;
      this.#failed(command, error);
      return false;
    } finally {
      clearInterval(deadline);
    }
  }

  async #send(command: ClickCommand): Promise<void> {
    const warnings = (await this.#thread.ask(command)) as ClickWarnings;
    for (const warning of warnings) this.#report('warn', warning);
  }

  /** The buffer bounds what waits. */
  #late({ kind }: ClickCommand): void {
    // A migration can take long, and would begin again.
    if (kind === 'open') {
      this.#report('warn', 'the click store is being opened or migrated; clicks wait');
    } else if (this.#isReplaceable) void this.#thread.terminate();
    else {
      this.#isFailing = true;
      this.#report('warn', 'the file of clicks does not answer; clicks wait');
    }
  }

  #failed(command: ClickCommand, error: unknown): void {
    if (this.#isClosed) return;
    if (
      command.kind === 'store' &&
      !(error instanceof StoreUnavailable) &&
      ++this.#rejections === MAX_REJECTIONS
    ) {
      // The store rejects this batch, and would again. Of one in parts, the first ones can be stored.
      const { size } = command.batch;
      this.#lost.store_failed += size;
      this.#report(
        'warn',
        `${this.#maxRows < size ? 'up to ' : ''}${size} clicks are lost: their store rejected them`,
        error,
      );
      return this.#finish(size);
    }
    if (command.kind === 'store' && error instanceof StoreUnavailable) {
      const rows = Math.min(this.#maxRows, command.batch.size);
      this.#maxRows = Math.max(MIN_ROWS, Math.ceil(rows / 2));
    }
    if (!this.#isFailing) this.#report('warn', 'clicks cannot be stored; retrying', error);
    this.#isFailing = true;
    // The store may be a new file by then.
    this.#isOpen = false;
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.#work();
    }, RETRY_MS).unref();
  }

  #retain(): void {
    if (!this.#isOpen || this.#isClosed) return;
    this.#send({ kind: 'retain', now: this.#now() }).then(
      () => (this.#isRetaining = true),
      (error: unknown) => {
        if (this.#isRetaining && !this.#isClosed) this.#report('warn', NOT_RETAINED, error);
        this.#isRetaining = false;
      },
    );
  }

  #notify(): void {
    for (const observe of this.#observers) observe();
  }
}
