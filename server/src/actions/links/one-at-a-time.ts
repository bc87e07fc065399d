import { setImmediate as nextTurn } from 'node:timers/promises';

type Run = () => Promise<void>;

/** The transactions that wait, by app. The app that is next is the first one. */
const waiting = new Map<string, Run[]>();
let isRunning = false;

/**
 * Runs the transactions of bulk changes of this process one after the other, so that other writes wait for one of them and
 * not for all. The apps take turns, so a bulk change of another app delays this one by one transaction at a time.
 */
export function oneAtATime<Result>(
  appId: string,
  transaction: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const run: Run = () => transaction().then(resolve, reject);
    waiting.set(appId, [...(waiting.get(appId) ?? []), run]);
    if (!isRunning) void runAll();
  });
}

async function runAll(): Promise<void> {
  isRunning = true;
  for (let run = takeNext(); run; run = takeNext()) {
    await run();
    // Other writes have their turn.
    await nextTurn();
  }
  isRunning = false;
}

function takeNext(): Run | undefined {
  const [next] = waiting;
  if (!next) return undefined;
  const [appId, [run, ...others]] = next;
  waiting.delete(appId);
  if (others.length > 0) waiting.set(appId, others);
  return run;
}
