let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the transactions of bulk changes of this process one after the other. Transactions have precedence over creates
 * and redemptions on SQLite, so those that wait get a turn after each of these.
 */
export function oneAtATime<Result>(transaction: () => Promise<Result>): Promise<Result> {
  const result = last.then(transaction);
  last = result
    .catch(() => undefined)
    .then(() => new Promise((othersHadTheirTurn) => setImmediate(othersHadTheirTurn)));
  return result;
}
