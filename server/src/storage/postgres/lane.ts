import { StoreUnavailable } from '../database.ts';

interface Waiting<Row, Result> {
  readonly row: Row;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Rows that may wait before further ones are turned away. */
const MAX_WAITING = 20_000;

/** What arrives in one turn of the event loop, or while others are under way, travels together. */
export class Lane<Row, Result> {
  readonly #travel: (rows: readonly Row[]) => Promise<readonly Result[]>;
  readonly #maxRows: number;
  readonly #maxUnderWay: number;
  #waiting: Waiting<Row, Result>[] = [];
  #underWay = 0;
  #scheduled = false;
  #idle: (() => void)[] = [];

  /** `travel` gives a result for each row, in their order. */
  constructor(
    travel: (rows: readonly Row[]) => Promise<readonly Result[]>,
    { maxRows, maxUnderWay }: { readonly maxRows: number; readonly maxUnderWay: number },
  ) {
    this.#travel = travel;
    this.#maxRows = maxRows;
    this.#maxUnderWay = maxUnderWay;
  }

  join(row: Row): Promise<Result> {
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(new StoreUnavailable('QUEUE_FULL', 'too many requests are waiting'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        this.#depart();
      });
    });
  }

  #depart(): void {
    while (this.#underWay < this.#maxUnderWay && this.#waiting.length > 0) {
      const group = this.#waiting.slice(0, this.#maxRows);
      this.#waiting = this.#waiting.slice(this.#maxRows);
      this.#underWay++;
      void this.#carry(group).then(() => {
        this.#underWay--;
        this.#depart();
        if (this.#underWay === 0) for (const done of this.#idle.splice(0)) done();
      });
    }
  }

  async #carry(group: readonly Waiting<Row, Result>[]): Promise<void> {
    try {
      const results = await this.#travel(group.map(({ row }) => row));
      group.forEach((waiting, index) => waiting.resolve(results[index] as Result));
    } catch (error) {
      for (const waiting of group) waiting.reject(error);
    }
  }

  /** Resolves when nothing is waiting and nothing is under way. */
  async empty(): Promise<void> {
    if (this.#underWay === 0 && this.#waiting.length === 0) return;
    await new Promise<void>((done) => this.#idle.push(done));
  }
}
