import { LRUCache } from 'lru-cache';
import type { CreateRules } from '../domain/link/create-rules.ts';
import { PLATFORMS, type Platform } from '../domain/app/platform.ts';
import type { Actor } from '../domain/access/token.ts';
import type { VisitApp } from '../domain/app/visit-app.ts';
import type { ChangeSubject } from '../storage/changes.ts';
import type { Directory } from './directory.ts';
import { Generations } from './generations.ts';
import { KnownLink } from './known-link.ts';

/** A ready answer of `GET /v2/smartlinks/:code`. */
export interface Retrieval {
  readonly appId: string;
  readonly body: string;
  readonly etag: string;
}

// What V8 and the cache need around the text of a retrieval, in bytes: a million of them took 214.
const RETRIEVAL_OVERHEAD = 220;
// A retrieval takes about three times the room of what a visit needs.
const SHARE_OF_VISITS = 0.3;

/** What the rules of all apps may take: templates of one app can be a hundred thousand segments. */
const MAX_RULES_BYTES = 256 * 1024 * 1024;
const RULES_BYTES = 2000;

/** `platform` is that of the token; a server token has none. */
export function retrievalKey(platform: Platform | undefined, code: string): string {
  return `${platform ?? ''}/${code}`;
}

/** What this process knows without asking the store. Bounded; everything in it can be forgotten. */
export class Memory {
  /** What visitors get, by code. */
  readonly visits: Generations<KnownLink>;
  readonly retrievals: LRUCache<string, Retrieval>;
  /** By digest of the token. */
  readonly actors = new LRUCache<string, Actor>({ max: 10_000 });
  /** An app with more than all may have is kept, and then it is alone. */
  readonly rules = new LRUCache<string, CreateRules>({
    max: 1_000,
    maxSize: MAX_RULES_BYTES,
    sizeCalculation: ({ matcher }) => Math.min(MAX_RULES_BYTES, RULES_BYTES + matcher.bytes),
  });
  /** Rules that are being read: what asks for them meanwhile gets the same, unless the app changes. */
  readonly rulesUnderWay = new Map<string, Promise<CreateRules>>();
  /** By id. What was decided with an app that is not here any more does not hold. */
  readonly apps = new LRUCache<string, VisitApp>({
    max: 10_000,
    dispose: (app) => (app.current = false),
  });
  /** As it was last read, which outlives everything else: phones ask for a part of it. */
  #directory: Directory | undefined;
  #directoryIsCurrent = false;
  #directoryMoment = 0;
  #changes = 0;
  #trusted = true;

  /** `megabytes` for visits and retrievals together. */
  constructor(megabytes: number) {
    const bytes = megabytes * 1024 * 1024;
    const visitBytes = Math.floor(bytes * SHARE_OF_VISITS);
    this.visits = new Generations(visitBytes, (code, link) => code.length + link.weight);
    this.retrievals = new LRUCache({
      maxSize: bytes - visitBytes,
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

  /** False: nobody knows what has changed, so nothing may be remembered. */
  get trusted(): boolean {
    return this.#trusted;
  }

  isCurrent(moment: number): boolean {
    return this.#trusted && moment === this.#changes;
  }

  get directory(): Directory | undefined {
    return this.#directory;
  }

  /** The directory, while nobody has changed it. */
  get currentDirectory(): Directory | undefined {
    return this.#directoryIsCurrent ? this.#directory : undefined;
  }

  keepDirectory(directory: Directory, moment: number): void {
    // One that began to be read before the one that is here may be older.
    if (moment < this.#directoryMoment) return;
    this.#directoryMoment = moment;
    this.#directory = directory;
    this.#directoryIsCurrent = this.isCurrent(moment);
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
    this.#directoryIsCurrent = false;
    this.visits.clear();
    this.apps.clear();
    this.retrievals.clear();
    this.actors.clear();
    this.rules.clear();
    this.rulesUnderWay.clear();
  }

  forget(subject: ChangeSubject): void {
    this.#changes++;
    const [kind, id = ''] = subject.split(':');
    if (kind === 'link') {
      this.visits.delete(id);
      for (const platform of [undefined, ...PLATFORMS]) {
        this.retrievals.delete(retrievalKey(platform, id));
      }
    }
    if (kind === 'app') {
      this.rules.delete(id);
      this.rulesUnderWay.delete(id);
      this.apps.delete(id);
      this.#directoryIsCurrent = false;
    }
    if (kind === 'token') {
      for (const [digest, actor] of this.actors.entries()) {
        if (actor.id === id) this.actors.delete(digest);
      }
    }
  }
}
