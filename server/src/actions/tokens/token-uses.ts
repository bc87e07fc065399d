import type { Database } from '../../storage/database.ts';
import { touchToken } from '../../storage/tokens.ts';

const FLUSH_MS = 30_000;

/** When each token was last used: kept here at no cost to a request, written now and then. */
export class TokenUses {
  readonly #db: Database;
  #uses = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  record(tokenId: string, now: number): void {
    this.#uses.set(tokenId, now);
  }

  /** A time that cannot be written now is written with the next one. */
  async flush(): Promise<void> {
    const uses = this.#uses;
    if (uses.size === 0) return;
    this.#uses = new Map();
    try {
      await this.#db.transaction(async (tx) => {
        for (const [id, usedAt] of uses) await touchToken(tx, id, usedAt);
      });
    } catch {
      for (const [id, usedAt] of uses) if (!this.#uses.has(id)) this.#uses.set(id, usedAt);
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
