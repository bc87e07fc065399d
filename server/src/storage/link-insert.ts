import type { NewLinkEvent } from '../domain/webhook/event.ts';
import type { LinkRow, SqlValue } from './database.ts';
import { boundValues, CREATED_FIELDS } from './link-columns.ts';
import type { Procedure } from './procedure.ts';

/** A link to insert: the bound values of its columns, and the values that the insert itself needs. */
export interface LinkInsert {
  readonly appId: string;
  readonly uniqueKey: string | null;
  readonly createdAt: number;
  /** In the order of `CREATED_FIELDS`. */
  readonly values: readonly SqlValue[];
  readonly once: LinkRow['once'];
  /** Set for a link of a platform token: the limit of its app; null: counted without a limit. */
  readonly maxLinks: number | null | undefined;
  readonly event: NewLinkEvent | undefined;
}

/** Binds a row. Runs `JSON.stringify` on the thread of the caller. */
export function linkInsert(row: LinkRow): LinkInsert {
  return {
    appId: row.appId,
    uniqueKey: row.uniqueKey,
    createdAt: row.createdAt,
    values: boundValues(row, CREATED_FIELDS),
    once: row.once,
    maxLinks: row.platform && (row.platform.maxLinks ?? null),
    event: row.event,
  };
}

/** The outcome that is stored for an `Idempotency-Key`. */
export interface StoredAnswer {
  readonly bodyDigest: string;
  readonly code: string;
  readonly created: boolean;
}

/**
 * The statements of an insert, for one engine. Results contain only what was found. `insert` must let the
 * constraints decide (`on conflict do nothing`), stores the events of the links that it created together with them, and
 * returns their codes.
 */
export interface InsertStatements {
  insert(links: ReadonlyMap<string, LinkInsert>): Procedure<readonly string[]>;
  /** The codes of existing unique links. */
  findUnique(links: readonly LinkInsert[]): Procedure<Map<LinkInsert, string>>;
  /** Reserves keys that are new or older than a day; returns the links whose key was reserved. */
  takeKeys(links: readonly LinkInsert[]): Procedure<ReadonlySet<LinkInsert>>;
  findAnswers(links: readonly LinkInsert[]): Procedure<Map<LinkInsert, StoredAnswer>>;
  saveAnswers(links: ReadonlyMap<LinkInsert, StoredAnswer>): Procedure<void>;
  /** Removes reserved keys without an outcome. */
  freeKeys(links: readonly LinkInsert[]): Procedure<void>;
  /** Locks and reads how many links the platform tokens of each app have created. */
  lockCounts(appIds: readonly string[]): Procedure<ReadonlyMap<string, number>>;
  addToCounts(added: ReadonlyMap<string, number>): Procedure<void>;
}
