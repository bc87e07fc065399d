import type { ClickBatch } from './batch.ts';

/** What the click thread does in the store. `now`: milliseconds since 1970-01-01 UTC, by the clock of the process. */
export interface ClickStore {
  /** Opens and migrates the store. Throws `StoreTooNew`, `StoreUnavailable`. */
  open(now: number): Promise<void>;
  /**
   * Stores a batch once, even if it is called again because the outcome of a call is unknown. `seq` increases with
   * each batch of the process. `maxRows`: of one transaction, if the store has any. Throws `StoreUnavailable` if a later
   * call can succeed, else another error.
   */
  store(batch: ClickBatch, seq: number, now: number, maxRows?: number): Promise<void>;
  /** Deletes what is old. A run that is still going on is not repeated. */
  retain(now: number): Promise<void>;
  /** Forgets what a failed call may not have stored, and connections that may be broken. */
  reset(): void;
  close(): Promise<void>;
}
