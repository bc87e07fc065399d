import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../actions/context.ts';
import type { Log } from '../log.ts';
import { StoreUnavailable } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { MigrationProgress, QUIET_MS } from './migration-progress.ts';

const RETRY_MS = 1000;
/** Reasons that remain. */
const BROKEN = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT']);

/**
 * Migrates at the start. The service starts anyway if that takes long, or if the database exists but cannot be written
 * now, and responds with 503 where it needs what is missing. This retries until the database is migrated.
 */
export class Migration {
  readonly #ctx: Context;
  readonly #log: Log;
  readonly #ended = new AbortController();
  #progress: MigrationProgress | undefined;
  #pending: Promise<void> | undefined;

  constructor(ctx: Context, log: Log) {
    this.#ctx = ctx;
    this.#log = log;
  }

  /** Resolves when the service can start: the database is migrated, or `pending`. */
  async start(): Promise<void> {
    const migrated = this.#migrate();
    try {
      const isDone = migrated.then(() => true);
      if (await Promise.race([isDone, sleep(QUIET_MS, false, { ref: false })])) return;
    } catch (error) {
      if (isPermanent(error) || !(await this.#ctx.db.exists())) throw error;
    }
    const isStopped = once(this.#ended.signal, 'abort').then(() => undefined);
    this.#pending = Promise.race([this.#retry(migrated), isStopped]).then(() => {
      this.#pending = undefined;
    });
    // It can reject before the service listens and waits for it.
    this.#pending.catch(() => undefined);
  }

  async #migrate(): Promise<void> {
    const { db, now } = this.#ctx;
    const progress = new MigrationProgress((line) => this.#log.warn(line));
    this.#progress = progress;
    try {
      await migrate(db, now(), undefined, (step) => progress.begins(step));
    } finally {
      progress.end();
      this.#progress = undefined;
    }
  }

  async #retry(first: Promise<void>): Promise<void> {
    let attempt = first;
    for (let logged: string | undefined; !this.#ended.signal.aborted;) {
      try {
        await attempt;
        if (logged !== undefined) this.#log.warn('the database is available again');
        return;
      } catch (error) {
        if (isPermanent(error)) throw error;
        const { message } = error as Error;
        if (message !== logged) this.#log.error({ err: error }, FAILED);
        logged = message;
      }
      await sleep(RETRY_MS, undefined, { signal: this.#ended.signal, ref: false }).catch(
        () => undefined,
      );
      attempt = this.#ended.signal.aborted ? attempt : this.#migrate();
    }
  }

  /**
   * Resolves when a migration that `start` did not wait for is complete, or `stop` was called. Rejects with what would have
   * ended the start, such as `StoreTooNew`.
   */
  get pending(): Promise<void> | undefined {
    return this.#pending;
  }

  /** Whether a transaction of the database is open, which cannot be interrupted. */
  get isRunning(): boolean {
    return this.#progress !== undefined;
  }

  /** Why the database is not migrated, as a sentence; undefined if it is. */
  whyNotDone(): string | undefined {
    const status = this.#progress?.status();
    if (status !== undefined) return `The database is being migrated: ${status}.`;
    return this.#pending && 'The database could not be migrated; the service tries again.';
  }

  stop(): void {
    this.#ended.abort();
  }
}

/** Whether another attempt would fail as well. */
function isPermanent(error: unknown): boolean {
  return !(error instanceof StoreUnavailable) || BROKEN.has(error.reason);
}

const FAILED = 'the database is unavailable; retrying (DATABASE_URL)';
