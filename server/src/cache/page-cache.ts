import type { VisitApp } from '../domain/app/visit-app.ts';
import type { FinishedPage } from '../pages/finished-page.ts';
import type { Answer } from '../visit/answer.ts';
import { TwoGenerationCache } from './two-generation-cache.ts';

/** What a page is made of, besides what its key says. */
export interface PageSource {
  readonly app: VisitApp;
  /** Undefined: all links of the app have the same page. */
  readonly answer: Answer | undefined;
  /** `{smartlink_base}` */
  readonly base: string;
}

interface CachedPage {
  readonly source: PageSource;
  readonly page: FinishedPage;
}

/** The headers of a page, and what V8 and the map need, approximately. */
const PAGE_BYTES = 1200;

/**
 * Finished pages, bounded in bytes, apart from the redirects: many devices, languages and browsers must not
 * evict these.
 *
 * A change of a link or an app removes nothing here. It removes the answer or the app from their caches, and a
 * page is valid only for the very objects that it was made of.
 */
export class PageCache {
  hits = 0;
  misses = 0;
  readonly #pages: TwoGenerationCache<CachedPage>;

  constructor(maxBytes: number) {
    this.#pages = new TwoGenerationCache(
      maxBytes,
      (key, { page }) => key.length + page.body.length + PAGE_BYTES,
    );
  }

  /** The page of this key that was made of this source, else the one that `make` returns, from now on. */
  through(key: string, source: PageSource, make: () => FinishedPage): FinishedPage {
    const known = this.#pages.get(key);
    if (known !== undefined && isSame(known.source, source)) {
      this.hits++;
      return known.page;
    }
    this.misses++;
    const page = make();
    this.#pages.set(key, { source, page });
    return page;
  }

  clear(): void {
    this.#pages.clear();
  }

  /** Pages in memory, including those that are no longer valid. */
  get size(): number {
    return this.#pages.size;
  }

  /** Approximate size in bytes. */
  get bytes(): number {
    return this.#pages.bytes;
  }
}

function isSame(one: PageSource, other: PageSource): boolean {
  return one.answer === other.answer && one.app === other.app && one.base === other.base;
}
