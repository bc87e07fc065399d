import { randomUUID } from 'node:crypto';
import type { Context } from '../actions/context.ts';
import { scheduledBackup, type BackupPlan } from '../actions/operate/scheduled-backup.ts';
import { endBackup, keepBackup, takeBackup, type Outcome } from '../storage/backups/last-backup.ts';
import { StoreUnavailable } from '../storage/database.ts';

/** How often a process checks whether a backup is due. */
const CHECK_MS = 15_000;
/** Another process can take over if the one that makes a backup is silent for this long. */
const LEASE_MS = 60_000;
const MAX_RETRY_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const MAX_ERROR_CHARACTERS = 500;

type BackupReport = (level: 'info' | 'warn' | 'error', what: string, details: object) => void;

/** Makes scheduled backups. Every process runs one; a lease in the database decides which one makes a backup. */
export class Backups {
  readonly #ctx: Context;
  readonly #plan: BackupPlan;
  readonly #intervalMs: number;
  readonly #report: BackupReport;
  readonly #holder = randomUUID();
  readonly #end = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  constructor(ctx: Context, plan: BackupPlan, hours: number, report: BackupReport) {
    this.#ctx = ctx;
    this.#plan = plan;
    this.#intervalMs = hours * HOUR_MS;
    this.#report = report;
  }

  start(): void {
    const check = (): void => void this.work(this.#intervalMs);
    this.#timer = setInterval(check, CHECK_MS).unref();
    check();
  }

  /** Makes a backup if the last one is this old. Concurrent calls share the work. */
  work(intervalMs: number): Promise<void> {
    this.#working ??= this.#backUp(intervalMs)
      .catch((error: unknown) => {
        // The next check tries again.
        if (!(error instanceof StoreUnavailable)) this.#failed(error);
      })
      .finally(() => (this.#working = undefined));
    return this.#working;
  }

  async #backUp(intervalMs: number): Promise<void> {
    const { db } = this.#ctx;
    const retryMs = Math.min(intervalMs, MAX_RETRY_MS);
    const startedAt = await takeBackup(db, this.#holder, LEASE_MS, { intervalMs, retryMs });
    if (startedAt === undefined) return;
    const lost = new AbortController();
    const signal = AbortSignal.any([this.#end.signal, lost.signal]);
    const keep = setInterval(() => {
      keepBackup(db, this.#holder, LEASE_MS).then(
        // Another process has begun, because this one was silent for too long.
        (kept) => kept || lost.abort(new Error('another instance has taken over')),
        () => undefined,
      );
    }, LEASE_MS / 4);
    const outcome = await this.#make(startedAt, signal).finally(() => clearInterval(keep));
    await db.transaction((tx) => endBackup(tx, this.#holder, startedAt, outcome), 'none');
  }

  async #make(startedAt: number, signal: AbortSignal): Promise<Outcome> {
    const begin = performance.now();
    try {
      const onLeft = (folder: string, err: unknown): void =>
        this.#report('warn', 'an old backup cannot be deleted; delete it by hand', { folder, err });
      const made = await scheduledBackup(this.#ctx, this.#plan, startedAt, { signal }, onLeft);
      const seconds = Math.round(performance.now() - begin) / 1000;
      this.#report('info', 'a backup was made', { ...made, seconds });
      return made;
    } catch (error) {
      if (this.#end.signal.aborted) return 'stopped';
      this.#failed(error);
      const message = error instanceof Error ? error.message : String(error);
      return { error: message.slice(0, MAX_ERROR_CHARACTERS) };
    }
  }

  #failed(err: unknown): void {
    this.#report('error', 'the backup failed; it is tried again (BACKUP_FOLDER)', { err });
  }

  /** Stops a backup that is being made; another process, or the next start, makes it. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#end.abort();
    await this.#working;
  }
}
