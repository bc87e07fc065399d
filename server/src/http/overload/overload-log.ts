import type { Log } from '../../log.ts';
import type { Work } from './work.ts';

/** A pause without refusals after which an overload has ended. */
const END_MS = 10_000;

/** The number of refused requests of each kind. */
export type Refused = Partial<Record<Work, number>>;

/** Logs when an overload begins and when it has ended. */
export class OverloadLog {
  readonly #log: Pick<Log, 'warn'>;
  #current: { readonly since: number; last: number; readonly refused: Refused } | undefined;

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log;
  }

  /** `refused`: since the last call; `now` in milliseconds. */
  note(refused: Refused, now: number): void {
    const works = Object.keys(refused) as Work[];
    if (works.length > 0) {
      if (!this.#current) {
        this.#current = { since: now, last: now, refused: {} };
        this.#log.warn({ refused: works }, 'overloaded: some requests are refused');
      }
      this.#current.last = now;
      const total = this.#current.refused;
      for (const work of works) total[work] = (total[work] ?? 0) + (refused[work] ?? 0);
    } else if (this.#current && now - this.#current.last >= END_MS) {
      const { since, last, refused: total } = this.#current;
      const seconds = Math.ceil((last - since) / 1000);
      this.#log.warn({ refused: total, seconds }, 'the overload has ended');
      this.#current = undefined;
    }
  }
}
