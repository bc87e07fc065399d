import type { Grant } from '../domain/link/redemption.ts';
import type { CreatedFields, SqlValue } from './link-columns.ts';

export type { SqlValue };

/** SQL in the part of the language that every engine shares, with `?` for parameters. */
export interface Reader {
  all<Row>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
}

/** The characters of codes, and the length of a code. */
export interface CodeSpace {
  readonly alphabet: string;
  readonly length: number;
}

export type ColumnTypes = Readonly<Record<string, 'text' | 'integer' | 'bigint'>>;

export interface Transaction extends Reader {
  /** Waits until no other transaction has a lock on these apps, and keeps others out until it ends. */
  lockApps(appIds: readonly string[]): Promise<void>;
  /** Inserts rows with few statements. The values of a row are in the order of the columns. */
  insertMany(
    table: string,
    columns: ColumnTypes,
    rows: readonly (readonly SqlValue[])[],
  ): Promise<void>;
  /** Returns how many rows were changed. */
  run(sql: string, parameters?: readonly SqlValue[]): Promise<number>;
  /** Runs a script of statements without parameters. */
  script(sql: string): Promise<void>;
  /** Notifies those that listen for changes, when this transaction is committed. */
  announce(): Promise<void>;
}

/** A link to create. Its code is drawn while it is inserted. */
export interface LinkRow extends CreatedFields {
  /** Set for a link of a platform token. These are counted for each app, and can be limited. */
  readonly platform?: { readonly maxLinks: number | undefined } | undefined;
  /** Set where the request has an `Idempotency-Key`. `bodyDigest`: the digest of its body. */
  readonly once?: { readonly key: string; readonly bodyDigest: string } | undefined;
}

/**
 * `existing`: the unique link exists already. `exhausted`: all drawn codes are taken. `key-reused`: the key
 * was used before, with another body; with the same body it gets its first outcome again. `quota-reached`:
 * the platform tokens of the app have created as many links as they may.
 */
export type InsertedLink =
  | { readonly outcome: 'created' | 'existing'; readonly code: string }
  | { readonly outcome: 'exhausted' }
  | { readonly outcome: 'key-reused' }
  | { readonly outcome: 'quota-reached' };

/** A request to redeem a link, under an id that the app never uses for another request. */
export interface RedeemRow {
  readonly appId: string;
  readonly id: string;
  readonly code: string;
  readonly tokenId: string;
  readonly createdAt: number;
}

/**
 * `repeated`: the ledger has the id already. `refused`: the app has no active link with this code, or its
 * limit is reached. Both change nothing.
 */
export type Redeemed =
  | { readonly outcome: 'granted'; readonly grant: Grant }
  | { readonly outcome: 'repeated' | 'refused' };

/** How long the first answer to an `Idempotency-Key` is kept. */
export const KEY_KEPT_MS = 24 * 60 * 60 * 1000;

/** How many codes are drawn for one link before all codes count as taken. */
export const MAX_CODE_ATTEMPTS = 2000;

export interface Database extends Reader {
  readonly engine: 'sqlite' | 'postgres';
  /** Its location, for people and without a password: an absolute path, or a database and its host. */
  readonly location: string;
  /** Its files on this machine, existing or not; none for a server. */
  readonly files: readonly string[];
  /**
   * The row with a unique key. `sql`: a query without its `where`, which also selects the column. Lookups
   * at the same time may share a statement.
   */
  lookUp<Row>(sql: string, column: string, key: string): Promise<Row | undefined>;
  /**
   * Runs `work` in a transaction. On SQLite one runs at a time. On PostgreSQL it is alone among those with
   * the same lock, and `work` may run more than once.
   *
   * `all`, the default: for members, sessions, invitations, tokens, host names and the set of apps. Their
   * rules involve rows of several apps, such as one account per address and one app per host. A transaction
   * that also reads or writes the links or settings of apps calls `lockApps`. `none`: for statements that
   * are correct beside any others.
   *
   * Durable when this resolves; if `work` throws, nothing is changed.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, lock?: 'all' | 'none'): Promise<T>;
  /**
   * The same alone among the transactions that lock this app: for its links and settings, which no
   * transaction of another app reads or writes.
   */
  appTransaction<T>(appId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The same alone among migrations, while there may be no tables yet. */
  migration<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Inserts that arrive together share a commit. Resolves when the row is durable. */
  insertLink(row: LinkRow): Promise<InsertedLink>;
  /** A code that is probably free. */
  drawCode(): string;
  /** Counts a redemption and enters it into the ledger, in one transaction. Shares a commit as inserts do. */
  redeem(row: RedeemRow): Promise<Redeemed>;
  /**
   * Calls `wake` when there may be changes, if the engine has notifications; some may be missed. Returns a
   * function that ends it.
   */
  onChange(wake: () => void): () => Promise<void>;
  /** Does the database exist, in any state? */
  exists(): Promise<boolean>;
  /** Has it been migrated? Also false for a file or a database of another program. */
  isMigrated(): Promise<boolean>;
  /** Throws `StoreUnavailable` where a write would. Waits for no transaction of PostgreSQL. */
  probe(): Promise<void>;
  /** Damage of the stored data; undefined if there is none. */
  check(): Promise<string | undefined>;
  /** Writes a consistent copy to a new file; `progress` gets bytes written and expected. */
  backup(
    file: string,
    progress: (written: number, expected: number) => void,
  ): Promise<{ readonly links: number }>;
  /** Finishes what is running, then closes the database. */
  close(): Promise<void>;
}

/**
 * The database is unavailable, full, read-only or busy for too long. The request had no effect, unless
 * `unknown` says that its outcome is not known.
 */
export class StoreUnavailable extends Error {
  /** The code of the engine, such as `SQLITE_FULL`. */
  readonly reason: string;
  unknown = false;

  constructor(reason: string, message: string) {
    super(message);
    this.name = 'StoreUnavailable';
    this.reason = reason;
  }
}
