import type { PostgresSettings } from '../postgres/driver.ts';
import type { ClickBatch } from './batch.ts';
import type { ClickSettings } from './clicks.ts';

export interface ClickThreadData {
  readonly url: string;
  readonly postgres: Omit<PostgresSettings, 'url' | 'poolSize'>;
  readonly settings: ClickSettings;
  /** A random name of this process. */
  readonly writer: string;
}

/** `now`: milliseconds since 1970-01-01 UTC, by the clock of the process. */
export type ClickCommand =
  /** Opens and migrates the store. */
  | { readonly kind: 'open'; readonly now: number }
  /** Stores a batch. `seq` increases with each batch of the process. `maxRows`: of one transaction. */
  | {
      readonly kind: 'store';
      readonly seq: number;
      readonly now: number;
      readonly batch: ClickBatch;
      readonly maxRows: number;
    }
  /** Deletes and folds what is old. */
  | { readonly kind: 'retain'; readonly now: number };

/** The answer to each command: what the log should say. */
export type ClickWarnings = readonly string[];
