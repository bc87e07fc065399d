let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the transactions of bulk changes of this process one after the other, so that other writes wait for one of them
 * and not for all.
 */
export function oneAtATime<Result>(transaction: () => Promise<Result>): Promise<Result> {
  const result = last.then(transaction);
  last = result
    .catch(() => undefined)
    .then(() => new Promise((othersHadTheirTurn) => setImmediate(othersHadTheirTurn)));
  return result;
}
