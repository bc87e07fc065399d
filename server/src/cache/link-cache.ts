import { PLATFORMS, type Platform } from '../domain/app/platform.ts';
import type { Actor } from '../domain/access/token.ts';
import type { ChangeSubject } from '../storage/changes.ts';
import type { ReplicaMarks } from '../storage/replica-marks.ts';
import type { Directory } from './directory.ts';
import { DirectoryCache } from './directory-cache.ts';
import { Epoch } from './epoch.ts';
import type { CachedApp, CachedLink } from './cached-link.ts';
import { PageCache } from './page-cache.ts';
import { ReadThrough } from './read-through.ts';
import { RulesCache } from './rules-cache.ts';
import { TwoGenerationCache } from './two-generation-cache.ts';

/** A prepared response of `GET /v2/smartlinks/:code`. */
export interface Retrieval {
  readonly appId: string;
  readonly body: string;
  readonly etag: string;
}

// What V8 and the cache need besides the text of a retrieval, in bytes: 214, measured with a million.
const RETRIEVAL_OVERHEAD = 220;
// A retrieval takes about three times the memory of a visit.
const SHARE_OF_VISITS = 0.3;
/** A page takes as much as twenty redirects, and can be made again from a cached link. */
const SHARE_OF_PAGES = 0.1;

/** `platform` is that of the token; a server token has none. */
export function retrievalKey(platform: Platform | undefined, code: string): string {
  return `${platform ?? ''}/${code}`;
}

/** What this process has cached. Bounded; everything in it can be removed at any time. */
export class LinkCache {
  readonly epoch = new Epoch();
  /** The responses to visitors, by code. */
  readonly visits: TwoGenerationCache<CachedLink>;
  /** The pages of these responses. */
  readonly pages: PageCache;
  readonly retrievals: ReadThrough<Retrieval>;
  /** By digest of the token. */
  readonly actors = new ReadThrough<Actor>(this.epoch, { max: 10_000 });
  readonly rules = new RulesCache(this.epoch);
  /** By id. Decisions based on an app expire when it leaves this cache. */
  readonly apps = new ReadThrough<CachedApp>(this.epoch, {
    max: 10_000,
    dispose: (app) => void (app.current = false),
  });
  readonly directories = new DirectoryCache(this.epoch);

  readonly #marks: ReplicaMarks | undefined;

  /** `megabytes` for visits, pages and retrievals together. `marks` learns what changes. */
  constructor(megabytes: number, marks?: ReplicaMarks) {
    this.#marks = marks;
    const bytes = megabytes * 1024 * 1024;
    const visitBytes = Math.floor(bytes * SHARE_OF_VISITS);
    const pageBytes = Math.floor(bytes * SHARE_OF_PAGES);
    this.pages = new PageCache(pageBytes);
    this.visits = new TwoGenerationCache(visitBytes, (code, link) => code.length + link.weight);
    this.retrievals = new ReadThrough(this.epoch, {
      maxSize: bytes - visitBytes - pageBytes,
      sizeCalculation: ({ body }, key) => body.length + key.length + RETRIEVAL_OVERHEAD,
    });
  }

  get directory(): Directory | undefined {
    return this.directories.last;
  }

  /** Changes may have been missed: clears the cache, and keeps it empty until `trust`. */
  distrust(): void {
    if (!this.epoch.trusted) return;
    this.epoch.distrust();
    this.#marks?.anythingChanged();
    this.directories.expire(true);
    const { visits, pages, apps, retrievals, actors, rules } = this;
    for (const cache of [visits, pages, apps, retrievals, actors, rules]) cache.clear();
  }

  /** Removes what a change made invalid. */
  forget(subject: ChangeSubject): void {
    this.epoch.advance();
    const [kind, id = ''] = subject.split(':');
    if (kind === 'link') {
      this.#marks?.linkChanged(id);
      this.visits.delete(id);
      for (const platform of [undefined, ...PLATFORMS]) {
        this.retrievals.delete(retrievalKey(platform, id));
      }
    }
    if (kind === 'app') {
      this.rules.delete(id);
      this.apps.delete(id);
      this.directories.expire();
    }
    if (kind === 'token') {
      for (const [digest, actor] of this.actors.entries()) {
        if (actor.id === id) this.actors.delete(digest);
      }
    }
  }
}
