import { LRUCache } from 'lru-cache';
import type { AppRules } from '../domain/link-routes.ts';
import type { Actor } from '../domain/token.ts';
import type { ChangeSubject } from '../storage/changes.ts';

/** A ready answer of `GET /v2/smartlinks/:code`. */
export interface Retrieval {
  readonly appId: string;
  readonly body: string;
  readonly etag: string;
}

// What V8 and the cache need around an entry, in bytes; measured with a million of them.
const ENTRY_OVERHEAD = 140;

/** What this process knows without asking the store. Bounded; everything in it can be forgotten. */
export class Memory {
  /** Where a plain redirect goes, by platform and code. */
  readonly redirects: LRUCache<string, string>;
  readonly retrievals: LRUCache<string, Retrieval>;
  /** By digest of the token. */
  readonly actors = new LRUCache<string, Actor>({ max: 10_000 });
  readonly rules = new LRUCache<string, AppRules>({ max: 1_000 });

  /** `megabytes` for redirects and retrievals together. */
  constructor(megabytes: number) {
    const maxSize = Math.max(1, Math.floor((megabytes * 1024 * 1024) / 2));
    this.redirects = new LRUCache({
      maxSize,
      sizeCalculation: (location, key) => location.length + key.length + ENTRY_OVERHEAD,
    });
    this.retrievals = new LRUCache({
      maxSize,
      sizeCalculation: (entry, key) => entry.body.length + key.length + ENTRY_OVERHEAD + 100,
    });
  }

  forget(subject: ChangeSubject): void {
    const [kind, id = ''] = subject.split(':');
    if (kind === 'app') this.rules.delete(id);
    if (kind === 'token') {
      for (const [digest, actor] of this.actors.entries()) {
        if (actor.tokenId === id) this.actors.delete(digest);
      }
    }
  }
}
