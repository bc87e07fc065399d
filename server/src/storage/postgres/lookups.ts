import type { SharedQuery } from '../database.ts';
import { Batcher } from './batcher.ts';
import type { Parameters } from './driver.ts';

export const LOOKUPS = { maxRows: 1000, maxRunning: 4 };

type Values = readonly string[];

/** Reads of single rows. Those of one turn of the event loop, or that wait for others, share a statement. */
export class Lookups {
  readonly #read: <Row>(sql: string, parameters: Parameters) => Promise<Row[]>;
  readonly #batchers = new Map<string, Batcher<Values, unknown>>();

  constructor(read: <Row>(sql: string, parameters: Parameters) => Promise<Row[]>) {
    this.#read = read;
  }

  get batchers(): Batcher<Values, unknown>[] {
    return [...this.#batchers.values()];
  }

  /** See `Database.lookUp`. */
  lookUp<Row>(sql: string, column: string, key: string): Promise<Row | undefined> {
    const found = this.#batched(sql, [key], (batch) => this.#byKey(sql, column, batch.flat()));
    return found as Promise<Row | undefined>;
  }

  /** See `Database.findShared`. */
  findShared<Row>({ postgres }: SharedQuery, values: Values): Promise<Row> {
    return this.#batched(postgres, values, (batch) => this.#each(postgres, batch)) as Promise<Row>;
  }

  #batched(
    sql: string,
    values: Values,
    run: (batch: readonly Values[]) => Promise<unknown[]>,
  ): Promise<unknown> {
    let batcher = this.#batchers.get(sql);
    if (!batcher) {
      batcher = new Batcher(run, LOOKUPS);
      this.#batchers.set(sql, batcher);
    }
    return batcher.add(values);
  }

  async #byKey(sql: string, column: string, keys: readonly string[]): Promise<unknown[]> {
    const statement = `${sql} where ${column} = any(?::text[])`;
    const rows = await this.#read<Record<string, unknown>>(statement, [[...new Set(keys)]]);
    const byKey = new Map(rows.map((row) => [row[column], row]));
    return keys.map((key) => byKey.get(key));
  }

  async #each(sql: string, batch: readonly Values[]): Promise<unknown[]> {
    const columns = (batch[0] as Values).map((_, at) =>
      batch.map((values) => values[at] as string),
    );
    const rows = await this.#read<{ readonly place: number }>(sql, columns);
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return batch.map((_, at) => byPlace.get(at + 1));
  }
}
