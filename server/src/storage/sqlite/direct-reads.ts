import type { SqlValue } from '../database.ts';
import { lookupStatement } from './executions.ts';
import { ReadableFile } from './readable-file.ts';
import type { Reads } from './reads.ts';

/** Reads on this thread, for commands: a thread takes longer to start than most of them take to read. */
export class DirectReads implements Reads {
  readonly waiting = 0;
  readonly batches = { count: 0, operations: 0 };
  readonly #file: ReadableFile;

  constructor(path: string) {
    this.#file = new ReadableFile(path);
  }

  async all<Row>(sql: string, parameters: readonly SqlValue[]): Promise<Row[]> {
    return this.#file.read((db) => db.all<Row>(sql, parameters));
  }

  async lookUp<Row>(sql: string, column: string, key: string): Promise<Row | undefined> {
    return (await this.all<Row>(lookupStatement(sql, column), [key]))[0];
  }

  async close(): Promise<void> {
    this.#file.close();
  }
}
