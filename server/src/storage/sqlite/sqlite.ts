import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { customAlphabet } from 'nanoid';
import {
  StoreUnavailable,
  type CodeSpace,
  type Database,
  type InsertedLink,
  type LinkRow,
  type Redeemed,
  type RedeemRow,
  type SqlValue,
  type Transaction,
} from '../database.ts';
import { classified, openReader, Prepared, type Connection } from './driver.ts';
import { writeBackup } from './write-backup.ts';
import { WriteQueue } from './write-queue.ts';

/** The database file at `path`. The first write creates it if it is missing. */
export function openSqlite(path: string, codes: CodeSpace): Database {
  return new SqliteDatabase(resolve(path), codes);
}

/** One file that this thread reads and another thread writes. */
class SqliteDatabase implements Database {
  readonly engine = 'sqlite';
  readonly location: string;
  readonly files: readonly string[];
  readonly drawCode: () => string;
  readonly #path: string;
  readonly #queue: WriteQueue;
  #connection: Connection | undefined;
  #reader: Prepared | undefined;

  constructor(path: string, codes: CodeSpace) {
    this.#path = path;
    this.location = path;
    this.files = [path, `${path}-wal`, `${path}-shm`];
    this.drawCode = customAlphabet(codes.alphabet, codes.length);
    this.#queue = new WriteQueue(path, codes);
  }

  async all<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    try {
      return this.#open().all<Row>(sql, parameters);
    } catch (thrown) {
      const error = classified(thrown);
      if (error instanceof StoreUnavailable) this.#forgetReader();
      throw error;
    }
  }

  async lookUp<Row>(sql: string, column: string, key: string): Promise<Row | undefined> {
    return (await this.all<Row>(`${sql} where ${column} = ?`, [key]))[0];
  }

  #open(): Prepared {
    if (this.#reader) return this.#reader;
    // Opening would create an empty file in place of one that was removed.
    if (!existsSync(this.#path)) {
      throw new StoreUnavailable('SQLITE_CANTOPEN', `${this.#path} does not exist`);
    }
    this.#connection = openReader(this.#path);
    this.#reader = new Prepared(this.#connection);
    return this.#reader;
  }

  #forgetReader(): void {
    try {
      this.#connection?.close();
    } catch {
      // The next read opens the file again.
    }
    this.#connection = this.#reader = undefined;
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#queue.transaction(work);
  }

  appTransaction<T>(_appId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(work);
  }

  migration<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(work);
  }

  insertLink(row: LinkRow): Promise<InsertedLink> {
    return this.#queue.insertLink(row);
  }

  redeem(row: RedeemRow): Promise<Redeemed> {
    return this.#queue.redeem(row);
  }

  onChange(): () => Promise<void> {
    return async () => undefined;
  }

  async exists(): Promise<boolean> {
    return (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  }

  async isMigrated(): Promise<boolean> {
    if (!(await this.exists())) return false;
    const sql = "select 1 from sqlite_master where type = 'table' and name = 'migrations'";
    return (await this.all(sql)).length > 0;
  }

  async probe(): Promise<void> {
    // One page may fit on a full disk on which whole links do not.
    const { refusal } = this.#queue;
    if (refusal) throw refusal;
    await this.all('select 1 from migrations limit 1');
    // Takes the write lock and writes one page, which a full or read-only disk rejects.
    await this.transaction(async (tx) => {
      const last = '(select max(name) from migrations)';
      await tx.run(`update migrations set applied_at = applied_at where name = ${last}`);
    });
  }

  async check(): Promise<string | undefined> {
    const [row] = await this.all<{ quick_check: string }>('pragma quick_check(1)');
    return row?.quick_check === 'ok' ? undefined : row?.quick_check;
  }

  async backup(
    file: string,
    progress: (written: number, expected: number) => void,
  ): Promise<{ readonly links: number }> {
    const [size] = await this.all<{ bytes: number }>(
      'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
    );
    return writeBackup(this.#path, resolve(file), (written) => progress(written, size?.bytes ?? 0));
  }

  async close(): Promise<void> {
    await this.#queue.close();
    this.#forgetReader();
    this.#queue.release();
  }
}
