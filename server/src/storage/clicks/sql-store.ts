import { CLICKS_SET, migrate } from '../migrate.ts';
import { deletionTime } from '../deletion-time.ts';
import type { ClickBatch } from './batch.ts';
import type { ClickSql } from './click-sql.ts';
import type { ClickStore } from './click-store.ts';
import { ClickWriter } from './click-writer.ts';
import type { ClickSettings } from './clicks.ts';
import type { Countries } from './countries.ts';
import { Retention } from './retention.ts';

/** A click store on SQLite or PostgreSQL. */
export class SqlStore implements ClickStore {
  readonly #sql: ClickSql;
  readonly #writer: ClickWriter;
  readonly #retention: Retention;

  /** `writer`: the name of this process. */
  constructor(sql: ClickSql, writer: string, settings: ClickSettings, countries?: Countries) {
    this.#sql = sql;
    this.#writer = new ClickWriter(sql, writer, settings.rawDays > 0, countries);
    this.#retention = new Retention(sql, settings);
  }

  async open(now: number): Promise<void> {
    await migrate(this.#sql, now, CLICKS_SET);
  }

  store(batch: ClickBatch, seq: number, now: number, maxRows?: number): Promise<void> {
    return this.#writer.store(batch, seq, now, maxRows);
  }

  async retain(now: number): Promise<void> {
    this.#writer.prune(now);
    await this.#retention.run(await deletionTime(this.#sql, now));
  }

  reset(): void {
    this.#writer.reset();
    this.#sql.forget();
  }

  async close(): Promise<void> {
    await this.#retention.stop();
    await this.#sql.close();
  }
}
