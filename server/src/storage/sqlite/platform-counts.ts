import type { Prepared } from './driver.ts';
import type { CountedValues } from './protocol.ts';

const FIND = 'select links from platform_token_creates where app_id = ?';
const ADD = `insert into platform_token_creates (app_id, links) values (?, ?)
  on conflict (app_id) do update set links = links + excluded.links`;

/**
 * Counts the links that platform tokens create in one batch. Exact, since nothing else writes during
 * the batch; one read and one write for each app of the batch.
 */
export class PlatformCounts {
  readonly #db: Prepared;
  /** By row of the batch; `null`: counted without a limit. */
  readonly #limits: ReadonlyMap<number, number | null>;
  readonly #apps = new Map<string, { readonly before: number; added: number }>();

  constructor(db: Prepared, counted: readonly CountedValues[]) {
    this.#db = db;
    this.#limits = new Map(counted);
  }

  /** Can the app have one more link, as far as this row says? */
  hasRoom(row: number, appId: string): boolean {
    const limit = this.#limits.get(row);
    if (limit === undefined || limit === null) return true;
    const { before, added } = this.#countOf(appId);
    return before + added < limit;
  }

  add(row: number, appId: string): void {
    if (this.#limits.has(row)) this.#countOf(appId).added++;
  }

  save(): void {
    for (const [appId, { added }] of this.#apps) {
      if (added > 0) this.#db.run(ADD, [appId, added]);
    }
  }

  #countOf(appId: string) {
    let count = this.#apps.get(appId);
    if (!count) {
      const [stored] = this.#db.all<{ links: number }>(FIND, [appId]);
      count = { before: stored?.links ?? 0, added: 0 };
      this.#apps.set(appId, count);
    }
    return count;
  }
}
