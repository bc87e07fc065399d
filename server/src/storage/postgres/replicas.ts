import { randomUUID } from 'node:crypto';
import { ReplicaMarks } from '../replica-marks.ts';
import type { PostgresSettings } from './driver.ts';
import { Replica, type OnReplicaChange } from './replica.ts';

/** Why an answer of a replica was not used: see `lookUp`. */
export const DISCARDED = ['behind', 'failed', 'not_found'] as const;

/** Gets each lookup of a replica: its duration in seconds, and its result unless it failed. */
export type ObserveLookup = (seconds: number, result?: unknown) => void;

export class Replicas {
  /** Names this process in its marks. */
  readonly process = randomUUID();
  readonly marks: ReplicaMarks;
  readonly all: readonly Replica[];
  readonly #observers: ObserveLookup[] = [];
  /** The lookups that were answered by the primary. */
  onPrimary = 0;
  #next = 0;

  constructor(
    urls: readonly string[],
    maxAgeMs: number,
    settings: Omit<PostgresSettings, 'url' | 'poolSize'>,
  ) {
    this.marks = new ReplicaMarks(maxAgeMs);
    this.all = urls.map((url, index) => new Replica(index + 1, this.process, { ...settings, url }));
  }

  /** Connects to the replicas. None of them needs to be available. */
  start(onChange: OnReplicaChange): void {
    for (const replica of this.all) replica.start(onChange);
  }

  observe(observer: ObserveLookup): void {
    this.#observers.push(observer);
  }

  /**
   * Returns the link with this code if a replica has it and is recent enough for it. Otherwise it returns undefined, and the
   * caller must ask the primary. A replica never decides that a link does not exist: new links are not in the change feed.
   */
  async lookUp<Row extends object>(
    sql: string,
    column: string,
    code: string,
  ): Promise<Row | undefined> {
    const replica = this.#recentFor(code);
    if (!replica) {
      this.onPrimary++;
      return undefined;
    }
    const { lookups } = replica;
    const discard = (why: (typeof DISCARDED)[number]): undefined => {
      lookups.discarded[why]++;
      this.onPrimary++;
    };
    try {
      const found = await this.#observed(replica.lookUp<Row>(sql, column, code));
      if (!found) return discard('not_found');
      // What this process has learned in the meantime counts, too.
      if (!this.marks.isRecent(code, found.mark, performance.now())) return discard('behind');
      lookups.used++;
      return found;
    } catch {
      return discard('failed');
    }
  }

  async #observed<Result>(work: Promise<Result>): Promise<Result> {
    if (this.#observers.length === 0) return work;
    const start = performance.now();
    const tell = (result?: unknown): void => {
      const seconds = (performance.now() - start) / 1000;
      for (const observe of this.#observers) observe(seconds, result);
    };
    try {
      const result = await work;
      tell(result ?? null);
      return result;
    } catch (error) {
      tell();
      throw error;
    }
  }

  /** In turn, those whose answer is probably recent enough. */
  #recentFor(code: string): Replica | undefined {
    const now = performance.now();
    for (let tried = 0; tried < this.all.length; tried++) {
      const replica = this.all[this.#next];
      this.#next = (this.#next + 1) % this.all.length;
      if (replica?.isUsed && this.marks.isRecent(code, replica.mark, now)) return replica;
    }
    return undefined;
  }

  /** Whether it responds, and its data is recent enough for links that were not changed. */
  isUsable(replica: Replica): boolean {
    return replica.isUsed && this.ageOf(replica) !== undefined;
  }

  /** The age of its data in milliseconds, at most; undefined: it is older than any that is used. */
  ageOf(replica: Replica): number | undefined {
    return this.marks.ageOf(replica.mark, performance.now());
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((replica) => replica.close()));
  }
}
