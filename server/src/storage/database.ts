import type { Grant } from '../domain/link/redemption.ts';
import type { GrantEvents, NewLinkEvent } from '../domain/webhook/event.ts';
import type { CreatedFields, SqlValue } from './link-columns.ts';

export type { SqlValue };

export type Engine = 'sqlite' | 'postgres';

/** Runs SQL that both engines understand, with `?` for parameters. */
export interface Reader {
  readonly engine: Engine;
  all<Row>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
  /** The row of a query by a unique key. It does not wait for reads that take long. */
  find<Row>(sql: string, parameters?: readonly SqlValue[]): Promise<Row | undefined>;
}

/** The characters of codes, and the length of a code. */
export interface CodeSpace {
  readonly alphabet: string;
  readonly length: number;
}

/**
 * A query that has one row for the values of a request, which are texts. Requests of the same moment can share a
 * statement.
 */
export interface SharedQuery {
  /** For one request. Each value is a parameter. */
  readonly sqlite: string;
  /**
   * For several requests. Each value is a parameter with an array. It also selects `place`, the position of the
   * request, from 1.
   */
  readonly postgres: string;
}

export type ColumnTypes = Readonly<Record<string, 'text' | 'integer' | 'bigint'>>;

export interface Transaction extends Reader {
  /** Locks these apps until the transaction ends; waits while another transaction has a lock on one of them. */
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
  /**
   * Adds a change of a subject to `changes`, and notifies the listeners of all processes when this transaction commits. `now`:
   * the time of this call. PostgreSQL writes all changes at the end, one for each subject.
   */
  announce(subject: string, now: number): Promise<void>;
}

/** A link to create. Its code is drawn during the insert. */
export interface LinkRow extends CreatedFields {
  /** Set for a link of a platform token. Each app counts these and can limit them. */
  readonly platform?: { readonly maxLinks: number | undefined } | undefined;
  /** Set if the request has an `Idempotency-Key`. `bodyDigest`: the digest of its body. */
  readonly once?: { readonly key: string; readonly bodyDigest: string } | undefined;
  /** Stored in the same transaction if the link is created; undefined: no webhook gets it. */
  readonly event?: NewLinkEvent | undefined;
}

/**
 * `existing`: the unique link exists already. `exhausted`: all drawn codes are taken. `key-reused`: the key was
 * used before with another body; with the same body, the first outcome is returned again. `quota-reached`: the
 * platform tokens of the app have reached their link limit.
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
  /** Stored in the same transaction if it is granted; undefined: no webhook gets any. */
  readonly events?: GrantEvents | undefined;
}

/**
 * `repeated`: the ledger has the id already. `refused`: the app has no active link with this code, or its
 * limit is reached. Both change nothing.
 */
export type Redeemed =
  | { readonly outcome: 'granted'; readonly grant: Grant }
  | { readonly outcome: 'repeated' | 'refused' };

/** How long the first response to an `Idempotency-Key` is stored. */
export const KEY_KEPT_MS = 24 * 60 * 60 * 1000;

/** How many codes are tried for one link before the insert is `exhausted`. */
export const MAX_CODE_ATTEMPTS = 2000;

/** How busy the database is, as this process sees it. */
export interface StoreLoad {
  /** Operations that wait, by queue. */
  readonly waiting: Readonly<Record<string, number>>;
  /** By kind: groups of operations that shared a statement or a transaction, since the start. */
  readonly batches: Readonly<Record<string, BatchTotals>>;
}

export interface BatchTotals {
  readonly count: number;
  /** The operations of all groups. */
  readonly operations: number;
}

export interface Database extends Reader {
  /** Where it is, as text without a password: an absolute path, or a database and its host. */
  readonly location: string;
  /** Its files on this machine, existing or not; none for a server. */
  readonly files: readonly string[];
  /**
   * Returns the row with a unique key. `sql`: a query without `where`, which also selects the column. Simultaneous
   * lookups can share a statement.
   */
  lookUp<Row>(sql: string, column: string, key: string): Promise<Row | undefined>;
  /** Returns the row that a query has for some values. Simultaneous ones can share a statement. */
  findShared<Row>(query: SharedQuery, values: readonly string[]): Promise<Row>;
  /**
   * For small reads that visits or other processes depend on, such as the list of changes. They do not wait for lists and
   * searches, which `all` reads.
   */
  readonly quick: Reader;
  /**
   * Runs `work` in a transaction, which is durable when this resolves. If `work` throws, nothing is changed. SQLite
   * runs one transaction at a time. PostgreSQL runs one at a time for each lock, and can run `work` more than once.
   *
   * `all`, the default: for members, sessions, invitations, tokens, host names and the set of apps. Their
   * rules involve rows of several apps, such as one account per address and one app per host. A transaction
   * that also reads or writes the links or settings of apps calls `lockApps`. `none`: for statements that need
   * no lock.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, lock?: 'all' | 'none'): Promise<T>;
  /**
   * A transaction that locks one app: for its links and settings, which no transaction of another app reads or
   * writes.
   */
  appTransaction<T>(appId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A transaction that only one migration at a time can run, even if there are no tables yet. */
  migration<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Inserts a link. Resolves when it is durable. Inserts that arrive together share a commit. */
  insertLink(row: LinkRow): Promise<InsertedLink>;
  /** Draws a random code. */
  drawCode(): string;
  /** Counts a redemption and adds it to the ledger, in one transaction. Shares a commit like `insertLink`. */
  redeem(row: RedeemRow): Promise<Redeemed>;
  /**
   * Replaces the connections, at most once a second: they lead to a server that is not the primary any more, and its address
   * may lead to another one by now.
   */
  reconnect(): void;
  /**
   * Calls `wake` on notifications of changes, if the engine has them; some can be missed. Returns a function that
   * stops it.
   */
  onChange(wake: () => void): () => Promise<void>;
  /** Whether the database exists, migrated or not. */
  exists(): Promise<boolean>;
  /** Whether the database has migrations; false for one of another program. */
  isMigrated(): Promise<boolean>;
  /** Throws `StoreUnavailable` if writes fail. On PostgreSQL, it does not wait for transactions. */
  probe(): Promise<void>;
  /** Describes damage of the stored data; undefined if there is none. */
  check(): Promise<string | undefined>;
  load(): StoreLoad;
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
  /** The setting that names the store, if it is not the database. */
  setting: 'CLICKS_URL' | undefined;

  constructor(reason: string, message: string) {
    super(message);
    this.name = 'StoreUnavailable';
    this.reason = reason;
  }
}

/** What a migration needs of a database. */
export type Migratable = Pick<Database, 'engine' | 'all' | 'migration'>;
