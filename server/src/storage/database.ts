import type { Grant } from '../domain/link/redemption.ts';
import type { CreatedField, LinkFields, SqlValue } from './link-columns.ts';

export type { SqlValue };

/** SQL in the part of the language that every engine shares, with `?` for parameters. */
export interface Reader {
  all<Row>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
}

/** The letters of codes, and how many make one. */
export interface CodeSpace {
  readonly alphabet: string;
  readonly length: number;
}

export interface Transaction extends Reader {
  /** Returns how many rows were changed. */
  run(sql: string, parameters?: readonly SqlValue[]): Promise<number>;
  /** Runs a script of statements without parameters. */
  script(sql: string): Promise<void>;
  /** Wakes those that listen for changes, when and if this is committed. */
  announce(): Promise<void>;
}

/** A link to create. Its code is drawn while it is inserted. */
export interface LinkRow extends Pick<LinkFields, CreatedField> {
  /** Set for a link of a platform token. These are counted for each app, and can be limited. */
  readonly platform?: { readonly maxLinks: number | undefined } | undefined;
  /** Set where the request has an `Idempotency-Key`. `bodyDigest`: the digest of its body. */
  readonly once?: { readonly key: string; readonly bodyDigest: string } | undefined;
}

/**
 * `existing`: the store's constraint found the unique link that is there already. `exhausted`: the
 * draws all hit codes that are taken. `key-reused`: the key came before, with another body. A key
 * that comes again gets the outcome that it got the first time. `quota-reached`: the platform tokens
 * of the app have created as many links as they may.
 */
export type InsertedLink =
  | { readonly outcome: 'created' | 'existing'; readonly code: string }
  | { readonly outcome: 'exhausted' }
  | { readonly outcome: 'key-reused' }
  | { readonly outcome: 'quota-reached' };

/** A wish to redeem a link, under an id that its maker never uses for another. */
export interface RedeemRow {
  readonly appId: string;
  readonly id: string;
  readonly code: string;
  readonly tokenId: string;
  readonly createdAt: number;
}

/**
 * `repeated`: the ledger has the id already. `refused`: there is no such active link of the app, or
 * its limit is reached. In both cases nothing was changed.
 */
export type Redeemed =
  | { readonly outcome: 'granted'; readonly grant: Grant }
  | { readonly outcome: 'repeated' | 'refused' };

/** How long the first answer to an `Idempotency-Key` is kept. */
export const KEY_KEPT_MS = 24 * 60 * 60 * 1000;

/** How many codes are drawn for one link before the space of codes counts as full. */
export const MAX_DRAWS = 2000;

export interface Database extends Reader {
  readonly engine: 'sqlite' | 'postgres';
  /** Where it is, in words for a person and without a password: an absolute path, or a database and its host. */
  readonly location: string;
  /** The files of this machine that hold it, whether they are there or not; none for a server. */
  readonly files: readonly string[];
  /**
   * The row of a key that is unique; `sql` is a query without its `where`, which gives the column
   * itself too. Keys that are looked up together may travel together.
   */
  lookUp<Row>(sql: string, column: string, key: string): Promise<Row | undefined>;
  /** Runs `work` alone among all that use this. Durable when it returns; a throw undoes all of it. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The same, while there may be no tables yet. */
  migration<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Inserts that are under way together share a commit. Returns once the row is durable. */
  insertLink(row: LinkRow): Promise<InsertedLink>;
  /** A code that is probably free. */
  drawCode(): string;
  /** Counts a redemption and enters it into the ledger, in one; shares a commit as inserts do. */
  redeem(row: RedeemRow): Promise<Redeemed>;
  /**
   * Calls `wake` when there may be changes, where the engine can tell; it may miss some. Returns what
   * ends it.
   */
  onChange(wake: () => void): () => Promise<void>;
  /** Is there a store already, in whatever state? */
  exists(): Promise<boolean>;
  /** Was it ever migrated? False also for a file or a database of another program. */
  isMigrated(): Promise<boolean>;
  /** Throws `StoreUnavailable` where a write would. */
  probe(): Promise<void>;
  /** What is wrong with the stored data itself; undefined when nothing is. */
  check(): Promise<string | undefined>;
  /** Writes a consistent copy to a new file; `progress` gets bytes written and expected. */
  backup(
    file: string,
    progress: (written: number, expected: number) => void,
  ): Promise<{ readonly links: number }>;
  /** Finishes what is under way, then lets go of the store. */
  close(): Promise<void>;
}

/**
 * The store is away, full, read-only or busy for too long. Nothing was kept of what was asked, unless
 * `unknown` says that the answer got lost on the way.
 */
export class StoreUnavailable extends Error {
  /** The engine's own word, such as `SQLITE_FULL`. */
  readonly reason: string;
  unknown = false;

  constructor(reason: string, message: string) {
    super(message);
    this.name = 'StoreUnavailable';
    this.reason = reason;
  }
}
