import { nanoid } from 'nanoid';
import { fail } from '../../problem.ts';
import { StoreUnavailable } from '../../storage/database.ts';
import { deleteTrial, extendTrial, insertTrial, listTriedApps } from '../../storage/trials.ts';
import type { Context } from '../context.ts';

/**
 * The maximum number of template trials that run at the same time in the installation, for all apps together.
 */
export const MAX_TRIALS = 5;
const RETRY_AFTER_SECONDS = 1;
/** How long a trial of a crashed process counts, in milliseconds. */
export const TRIAL_LEASE_MS = 30_000;
const RENEW_MS = TRIAL_LEASE_MS / 3;

/**
 * Limits the template trials of the installation: one per app, and five in total. Each can use seconds of the
 * thread that serves visits, so more of them would only slow down each other. Each trial has a row in the
 * database, which its process renews and removes. If the database is not writable, the process limits only
 * its own trials.
 */
export class Trials {
  readonly #ctx: Pick<Context, 'db' | 'now'>;
  /** The apps with a trial in this process: a second one is rejected without reading the database. */
  readonly #apps = new Set<string>();

  constructor(ctx: Pick<Context, 'db' | 'now'>) {
    this.#ctx = ctx;
  }

  /** Runs a trial of an app. Throws `too_many_trials`, and the errors of `trial`. */
  async run<Result>(appId: string, trial: () => Promise<Result>): Promise<Result> {
    refuseBeyondLimits(this.#apps, appId);
    this.#apps.add(appId);
    try {
      const id = await this.#begin(appId);
      // Renewal errors are ignored: the next renewal may succeed.
      const renewal = setInterval(() => void this.#renew(id).catch(() => undefined), RENEW_MS);
      try {
        return await trial();
      } finally {
        clearInterval(renewal);
        // If this fails, the row expires.
        await this.#end(id).catch(() => undefined);
      }
    } finally {
      this.#apps.delete(appId);
    }
  }

  async #begin(appId: string): Promise<string> {
    const { db, now } = this.#ctx;
    // A refusal writes nothing.
    refuseBeyondLimits(new Set(await listTriedApps(db, now())), appId);
    const id = nanoid();
    try {
      const begun = await db.transaction((tx) => {
        const expiresAt = now() + TRIAL_LEASE_MS;
        return insertTrial(tx, { id, appId, expiresAt }, MAX_TRIALS, now());
      }, 'none');
      if (!begun) tooMany('Other trials started at the same time.');
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
    return id;
  }

  #renew(id: string): Promise<void> {
    const { db, now } = this.#ctx;
    return db.transaction((tx) => extendTrial(tx, id, now() + TRIAL_LEASE_MS), 'none');
  }

  #end(id: string): Promise<void> {
    return this.#ctx.db.transaction((tx) => deleteTrial(tx, id), 'none');
  }
}

function refuseBeyondLimits(apps: ReadonlySet<string>, appId: string): void {
  if (apps.has(appId)) tooMany('A trial of this app is running; wait for its result.');
  if (apps.size >= MAX_TRIALS) tooMany(`${MAX_TRIALS} trials of other apps are running.`);
}

function tooMany(detail: string): never {
  fail('too_many_trials', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
