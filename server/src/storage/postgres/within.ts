import { StoreUnavailable } from '../database.ts';

/**
 * Rejects with `StoreUnavailable` if `work` takes longer. What has arrived until then is read first: a busy process must
 * not take its own delay for that of a server.
 */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void =>
      reject(new StoreUnavailable('REPLICA_SLOW', `no response within ${milliseconds} ms`));
    const timer = setTimeout(() => setImmediate(late), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
