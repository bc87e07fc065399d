import { LRUCache } from 'lru-cache';

/** The maximum number of cached subjects. */
const MAX_SUBJECTS = 1000;

interface Asked<Answer> {
  readonly question: string;
  readonly answer: Promise<Answer>;
  /** Undefined while it runs. */
  endedAt: number | undefined;
}

/**
 * Shares the results of expensive external requests: one request per subject at a time; callers during
 * it, or shortly after, get the same result.
 */
export class SharedAnswers<Answer> {
  readonly #keptMs: number;
  readonly #now: () => number;
  readonly #last = new LRUCache<string, Asked<Answer>>({ max: MAX_SUBJECTS });

  constructor(keptMs: number, now: () => number) {
    this.#keptMs = keptMs;
    this.#now = now;
  }

  /**
   * `question` is what the result depends on; with another question, the caller waits and then starts its
   * own.
   */
  async get(subject: string, question: string, ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const last = this.#last.get(subject);
      if (last?.question === question && !this.#isOld(last)) return last.answer;
      if (!last || last.endedAt !== undefined) break;
      await last.answer.catch(() => undefined);
    }
    const asked: Asked<Answer> = { question, answer: ask(), endedAt: undefined };
    this.#last.set(subject, asked);
    const end = (): void => void (asked.endedAt = this.#now());
    // A failed result is not shared with later callers.
    asked.answer.then(end, () => this.#last.delete(subject));
    return asked.answer;
  }

  #isOld({ endedAt }: Asked<Answer>): boolean {
    return endedAt !== undefined && this.#now() - endedAt >= this.#keptMs;
  }
}
