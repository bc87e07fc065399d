import type { Log } from '../log.ts';
import { StoreUnavailable } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import type { Context } from '../actions/context.ts';

const RETRY_MS = 1000;
/** Permanent errors. */
const BROKEN = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT']);

/**
 * Migrates at the start. If the database exists but cannot be written now, the service starts anyway and
 * responds with 503 where it needs the database. This retries until the database is available.
 */
export class Migration {
  readonly #ctx: Context;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;

  constructor(ctx: Context, log: Log) {
    this.#ctx = ctx;
    this.#log = log;
  }

  async start(): Promise<void> {
    try {
      await migrate(this.#ctx.db, this.#ctx.now());
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || BROKEN.has(error.reason)) throw error;
      if (!(await this.#ctx.db.exists())) throw error;
      this.#log.error({ err: error }, 'the database is unavailable; retrying (DATABASE_URL)');
      this.#again();
    }
  }

  #again(): void {
    this.#timer = setTimeout(() => {
      migrate(this.#ctx.db, this.#ctx.now()).then(
        () => this.#log.warn('the database is available again'),
        () => this.#again(),
      );
    }, RETRY_MS).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
