import { LRUCache } from 'lru-cache';
import type { AppRules } from '../domain/link-routes.ts';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import type { Actor } from '../domain/token.ts';
import { DEVICES, type Device } from '../platform/rules.ts';
import type { ChangeSubject } from '../storage/changes.ts';
import { Generations } from './generations.ts';

/** A ready answer of `GET /v2/smartlinks/:code`. */
export interface Retrieval {
  readonly appId: string;
  readonly body: string;
  readonly etag: string;
}

// What V8 and the cache need around the text of an entry, in bytes, as a million of them showed:
// 121 for a redirect, 214 for a retrieval.
const REDIRECT_OVERHEAD = 125;
const RETRIEVAL_OVERHEAD = 220;
// A retrieval takes about four times the room of a redirect.
const SHARE_OF_REDIRECTS = 0.25;

export function redirectKey(device: Device, code: string): string {
  return device + code;
}

/** `platform` is that of the token; a server token has none. */
export function retrievalKey(platform: Platform | undefined, code: string): string {
  return `${platform ?? ''}/${code}`;
}

/** What this process knows without asking the store. Bounded; everything in it can be forgotten. */
export class Memory {
  /** Where a plain redirect goes, by platform and code. */
  readonly redirects: Generations<string>;
  readonly retrievals: LRUCache<string, Retrieval>;
  /** By digest of the token. */
  readonly actors = new LRUCache<string, Actor>({ max: 10_000 });
  readonly rules = new LRUCache<string, AppRules>({ max: 1_000 });
  #changes = 0;
  #trusted = true;

  /** `megabytes` for redirects and retrievals together. */
  constructor(megabytes: number) {
    const bytes = megabytes * 1024 * 1024;
    const redirectBytes = Math.floor(bytes * SHARE_OF_REDIRECTS);
    this.redirects = new Generations(
      redirectBytes,
      (key, location) => key.length + location.length + REDIRECT_OVERHEAD,
    );
    this.retrievals = new LRUCache({
      maxSize: bytes - redirectBytes,
      sizeCalculation: ({ body }, key) => body.length + key.length + RETRIEVAL_OVERHEAD,
    });
  }

  /**
   * To be asked before a read of the store and handed to `isCurrent` after it: what was read while
   * something changed may be old, and must not be remembered.
   */
  get moment(): number {
    return this.#changes;
  }

  isCurrent(moment: number): boolean {
    return this.#trusted && moment === this.#changes;
  }

  /** The store is heard of: what it says may be remembered. */
  trust(): void {
    this.#trusted = true;
  }

  /** Nobody knows what has changed: forgets everything, and remembers nothing until `trust`. */
  distrust(): void {
    if (!this.#trusted) return;
    this.#trusted = false;
    this.#changes++;
    this.redirects.clear();
    this.retrievals.clear();
    this.actors.clear();
    this.rules.clear();
  }

  forget(subject: ChangeSubject): void {
    this.#changes++;
    const [kind, id = ''] = subject.split(':');
    if (kind === 'link') {
      for (const device of DEVICES) this.redirects.delete(redirectKey(device, id));
      for (const platform of [undefined, ...PLATFORMS]) {
        this.retrievals.delete(retrievalKey(platform, id));
      }
    }
    if (kind === 'app') this.rules.delete(id);
    if (kind === 'token') {
      for (const [digest, actor] of this.actors.entries()) {
        if (actor.tokenId === id) this.actors.delete(digest);
      }
    }
  }
}
