import type { FastifyRequest } from 'fastify';

/** How many can be open under a key. */
export interface OpenLimit {
  readonly key: string;
  readonly max: number;
}

/** Counts what is open in this process, such as streams, by several keys. */
export class OpenCounts {
  readonly #counts = new Map<string, number>();

  /** Returns a function that ends it, which can be called more than once; undefined: a limit is reached. */
  enter(limits: readonly OpenLimit[]): (() => void) | undefined {
    if (limits.some(({ key, max }) => this.#countOf(key) >= max)) return undefined;
    for (const { key } of limits) this.#counts.set(key, this.#countOf(key) + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      for (const { key } of limits) {
        const left = this.#countOf(key) - 1;
        if (left === 0) this.#counts.delete(key);
        else this.#counts.set(key, left);
      }
    };
  }

  #countOf(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}

/**
 * Who shares a limit: the sessions of a member, or the tokens of an app. A member can have any number of sessions, and
 * an app any number of tokens.
 */
export function holderOf({ signedIn, actor }: FastifyRequest): string {
  return signedIn?.member.id ?? actor.appId;
}
