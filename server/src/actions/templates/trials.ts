import { nanoid } from 'nanoid';
import { fail } from '../../problem.ts';
import { StoreUnavailable } from '../../storage/database.ts';
import { deleteTrial, extendTrial, insertTrial, listTriedApps } from '../../storage/trials.ts';
import type { Context } from '../context.ts';

/** Trials that run at the same time in the installation, of all apps together. */
export const MAX_TRIALS = 5;
const RETRY_AFTER_SECONDS = 1;
/** A trial of a process that dies counts for this long. */
export const TRIAL_LEASE_MS = 30_000;
const RENEW_MS = TRIAL_LEASE_MS / 3;

/**
 * Bounds the trials of the installation: one of an app, and five in all. Each may take seconds of the thread
 * that answers visits, so more of them would only make all of them slower. Each trial has a row in the store,
 * which its process renews and removes. If the store cannot be written, the process bounds its own trials only.
 */
export class Trials {
  readonly #ctx: Pick<Context, 'db' | 'now'>;
  /** The apps with a trial in this process: a second one is refused without asking the store. */
  readonly #apps = new Set<string>();

  constructor(ctx: Pick<Context, 'db' | 'now'>) {
    this.#ctx = ctx;
  }

  /** Runs a trial of an app. Fails with `too_many_trials`, and as `trial` does. */
  async run<Result>(appId: string, trial: () => Promise<Result>): Promise<Result> {
    refuseBeyondLimits(this.#apps, appId);
    this.#apps.add(appId);
    try {
      const id = await this.#begin(appId);
      // Nothing waits for a renewal; if one fails, the next one may not.
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
      });
      if (!begun) tooMany('Other trials began at the same moment.');
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
    return id;
  }

  #renew(id: string): Promise<void> {
    const { db, now } = this.#ctx;
    return db.transaction((tx) => extendTrial(tx, id, now() + TRIAL_LEASE_MS));
  }

  #end(id: string): Promise<void> {
    return this.#ctx.db.transaction((tx) => deleteTrial(tx, id));
  }
}

function refuseBeyondLimits(apps: ReadonlySet<string>, appId: string): void {
  if (apps.has(appId)) tooMany('A trial of this app is running; wait for its answer.');
  if (apps.size >= MAX_TRIALS) tooMany(`${MAX_TRIALS} trials of other apps are running.`);
}

function tooMany(detail: string): never {
  fail('too_many_trials', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
