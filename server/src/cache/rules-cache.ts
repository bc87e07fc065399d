import { LRUCache } from 'lru-cache';
import type { CreateRules } from '../domain/link/create-rules.ts';
import { MAX_SCHEMA_BYTES } from '../domain/schema/read-schema.ts';
import type { Epoch } from './epoch.ts';

/** For the rules of all apps: the templates of one app can have a hundred thousand segments. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Of rules without their templates, approximately. */
const RULES_BYTES = 2000;
/** Of the largest metadata schema of an app and what is read from it, approximately. */
const SCHEMA_BYTES = 8 * MAX_SCHEMA_BYTES;

/**
 * The rules of apps, by app id. They take long to read, so concurrent readers share one read, and only a
 * change of this app keeps the result from being cached: with many changes of links, a cache that waits for
 * a quiet moment would stay empty.
 */
export class RulesCache {
  /** An app that is larger than the limit is cached alone. */
  readonly #entries = new LRUCache<string, CreateRules>({
    max: 1_000,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ matcher, metadataSchema }) =>
      Math.min(MAX_BYTES, RULES_BYTES + matcher.bytes + (metadataSchema ? SCHEMA_BYTES : 0)),
  });
  readonly #loading = new Map<string, Promise<CreateRules>>();
  readonly #epoch: Epoch;

  constructor(epoch: Epoch) {
    this.#epoch = epoch;
  }

  get(appId: string): CreateRules | undefined {
    return this.#entries.get(appId);
  }

  /** The cached rules, else those that `load` reads. Rejects with what `load` rejects with. */
  async through(appId: string, load: () => Promise<CreateRules>): Promise<CreateRules> {
    const known = this.#entries.get(appId) ?? this.#loading.get(appId);
    if (known) return known;
    const loading = load();
    this.#loading.set(appId, loading);
    /** False after a change of the app. */
    const isCurrent = (): boolean => this.#loading.get(appId) === loading;
    try {
      const rules = await loading;
      if (isCurrent() && this.#epoch.trusted) this.#entries.set(appId, rules);
      return rules;
    } finally {
      if (isCurrent()) this.#loading.delete(appId);
    }
  }

  delete(appId: string): void {
    this.#entries.delete(appId);
    this.#loading.delete(appId);
  }

  clear(): void {
    this.#entries.clear();
    this.#loading.clear();
  }
}
