import { NO_COUNTS, type Counts } from '../../domain/click/series.ts';
import type { ClickReader } from '../../storage/clicks/click-reader.ts';
import type { Context } from '../context.ts';
import { getLink } from '../links/managed-link.ts';
import { settledClicks } from './clicks-of.ts';

/** The distance of two reads. */
const INTERVAL_MS = 2000;

/** Gets the counts after each read; undefined if the store is unavailable. */
type Watch = (counts: Counts | undefined) => void;

export interface Watched {
  readonly counts: Counts;
  /** Ends the calls. */
  readonly end: () => void;
}

/**
 * The counts of apps and links that have streams. However many streams an app has in this process, its counts are
 * read once every two seconds, with one statement. They come from the store, so they contain the visits of all
 * instances.
 */
export class LiveTotals {
  readonly #ctx: Context;
  readonly #apps = new Map<string, WatchedApp>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /**
   * Returns the counts since the beginning of an app, or of one of its links, and then calls `watch` about every two
   * seconds.
   * @throws `clicks_off`, `not_found`
   */
  async watch(appId: string, code: string | undefined, watch: Watch): Promise<Watched> {
    const { reader } = await settledClicks(this.#ctx);
    if (code !== undefined) await getLink(this.#ctx, appId, code);
    const key = code ?? '';
    const totals = await reader.totals({ app: appId, codes: [key] });
    const app = this.#apps.get(appId) ?? new WatchedApp(reader, appId);
    this.#apps.set(appId, app);
    const watcher = { key, watch };
    app.add(watcher);
    return {
      counts: totals.get(key) ?? NO_COUNTS,
      end: () => {
        app.remove(watcher);
        if (app.isEmpty && this.#apps.get(appId) === app) this.#apps.delete(appId);
      },
    };
  }
}

interface Watcher {
  /** A code, or '' for the whole app. */
  readonly key: string;
  readonly watch: Watch;
}

class WatchedApp {
  readonly #reader: ClickReader;
  readonly #appId: string;
  readonly #watchers = new Set<Watcher>();
  #timer: NodeJS.Timeout | undefined;

  constructor(reader: ClickReader, appId: string) {
    this.#reader = reader;
    this.#appId = appId;
  }

  get isEmpty(): boolean {
    return this.#watchers.size === 0;
  }

  add(watcher: Watcher): void {
    this.#watchers.add(watcher);
    this.#timer ??= this.#later();
  }

  remove(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    if (!this.isEmpty) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #later(): NodeJS.Timeout {
    return setTimeout(() => void this.#read(), INTERVAL_MS).unref();
  }

  async #read(): Promise<void> {
    // A stream that begins during the read has newer counts already.
    const watchers = [...this.#watchers];
    const codes = new Set(watchers.map(({ key }) => key));
    let totals: ReadonlyMap<string, Counts> | undefined;
    try {
      totals = await this.#reader.totals({ app: this.#appId, codes: [...codes] });
    } catch {
      // The store is unavailable; it may be back at the next read.
    }
    for (const watcher of watchers) {
      if (this.#watchers.has(watcher)) {
        watcher.watch(totals && (totals.get(watcher.key) ?? NO_COUNTS));
      }
    }
    this.#timer = this.isEmpty ? undefined : this.#later();
  }
}
