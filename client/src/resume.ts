import type { Resumed } from './client.ts';
import type { Journal, Opened } from './journal.ts';
import type { CallAgain, Opener } from './opener.ts';
import type { CallOptions } from './options.ts';
import { isDefinite, type Redeemer, type Release } from './redeemer.ts';

/** How often a handler is called again. A handler that crashes the app must not do so at every start. */
const MAX_TIMES = 3;

/** Creates the method that completes what an earlier start of the app started. */
export function resumer(journal: Journal, redeemer: Redeemer, opener: Opener) {
  return async (call: CallOptions = {}): Promise<Resumed[]> => {
    // Handlers run one after the other, as they would for URLs that a user opens. One that never returns holds up
    // only its own call of `resume`.
    let last: Promise<unknown> = Promise.resolve();
    /** Called when all results are there. Until then the app can end, and the next start needs the ids. */
    const releases: Release[] = [];

    /** Continues one redemption; undefined if there is nothing to report. */
    async function resumeOne(code: string): Promise<Resumed | undefined> {
      try {
        const opened = await journal.opened(code);
        if (!opened || opened.resumed >= MAX_TIMES) {
          releases.push((await redeemer.hold(code, 'shared'))!);
          return await outcomeOf(code);
        }
        const callAgain = opener.again(code, opened);
        return callAgain && (await deliver(code, opened, callAgain));
      } catch (error) {
        return { code, error };
      }
    }

    async function deliver(
      code: string,
      opened: Opened,
      callAgain: CallAgain,
    ): Promise<Resumed | undefined> {
      const release = await redeemer.hold(code, 'exclusive');
      if (!release) return undefined;
      let finished = false;
      try {
        const outcome = await outcomeOf(code);
        if (!outcome) return undefined;
        const done = last.then(async () => {
          // Counted before the call, because the handler may crash the app, but in its turn, which may never come.
          const next = { ...opened, resumed: opened.resumed + 1 };
          if (outcome.redemption) await journal.begin(code, false, true, next);
          return callAgain(outcome);
        });
        last = done.catch(() => undefined);
        await done;
        finished = true;
        return outcome;
      } finally {
        await release(finished);
      }
    }

    /** Returns the final result. Rejects if a later attempt can have another result. */
    async function outcomeOf(code: string): Promise<Resumed | undefined> {
      try {
        const redemption = await redeemer.redeem(code, { ...call, resumed: true });
        return redemption && { code, redemption };
      } catch (error) {
        if (!isDefinite(error)) throw error;
        return { code, error };
      }
    }

    const all = await Promise.all((await journal.codes()).map(resumeOne));
    await Promise.all(releases.map((release) => release(true)));
    return all.filter(Boolean) as Resumed[];
  };
}
