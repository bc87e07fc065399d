import type { Redemption, Resumed } from './client.ts';
import type { Journal, Opened } from './journal.ts';
import type { CallAgain, Opener } from './opener.ts';
import type { CallOptions } from './options.ts';
import { isDefinite, type Redeemer } from './redeemer.ts';

/** How often a handler is called again. One that crashes the app must not do so at every start. */
const MAX_TIMES = 3;

/** Makes the method that finishes what an earlier start of the app has begun. */
export function resumer(journal: Journal, redeemer: Redeemer, opener: Opener) {
  // Handlers are called one after the other, as they would be for urls that people open.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => T): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  /** Goes on with one redemption; undefined where there is nothing to say about it. */
  async function resumeOne(code: string, call: CallOptions): Promise<Resumed | undefined> {
    try {
      const opened = await journal.opened(code);
      if (!opened || opened.resumed >= MAX_TIMES) {
        const redemption = await redeemer.resume(code, call);
        return redemption && { code, redemption };
      }
      const callAgain = opener.again(code, opened);
      return callAgain && (await deliver(code, call, opened, callAgain));
    } catch (error) {
      return { code, error };
    }
  }

  async function deliver(
    code: string,
    call: CallOptions,
    opened: Opened,
    callAgain: CallAgain,
  ): Promise<Resumed | undefined> {
    const release = await redeemer.hold(code, 'exclusive');
    if (!release) return undefined;
    let finished = false;
    try {
      const outcome = await outcomeOf(code, call);
      if (!outcome) return undefined;
      if (outcome.redemption) {
        // Before the call: it may be what ends the app.
        await journal.attach(code, { ...opened, resumed: opened.resumed + 1 });
      }
      await inTurn(() => callAgain(async () => redemptionOf(outcome)));
      finished = true;
      return outcome;
    } finally {
      await release(finished);
    }
  }

  /** What the service says in the end. Rejects where it may say something else another time. */
  async function outcomeOf(code: string, call: CallOptions): Promise<Resumed | undefined> {
    try {
      const redemption = await redeemer.resume(code, call);
      return redemption && { code, redemption };
    } catch (error) {
      if (!isDefinite(error)) throw error;
      return { code, error };
    }
  }

  return async (call: CallOptions = {}): Promise<Resumed[]> => {
    const codes = await journal.codes();
    const all = await Promise.all(codes.map((code) => resumeOne(code, call)));
    return all.filter((one) => one !== undefined);
  };
}

function redemptionOf({ redemption, error }: Resumed): Redemption {
  if (redemption) return redemption;
  throw error;
}
