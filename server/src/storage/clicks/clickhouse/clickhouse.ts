import type { ClickHouseClient } from '@clickhouse/client';
import { StoreUnavailable } from '../../database.ts';
import { parseClickHouseAddress, type ClickHouseAddress } from './clickhouse-address.ts';

/** Values of `{name:Type}` in a statement. */
export type Parameters = Readonly<Record<string, number | string | readonly (number | string)[]>>;

/** A cell of an inserted row. */
export type Cell = number | string;

export interface ClickHouseOptions {
  /** How long a statement may take. */
  readonly timeoutMs: number;
  readonly connections: number;
}

/** Errors because of the inserted rows: they would occur again. */
const REJECTED = /^(CANNOT_PARSE|INCORRECT_DATA|TYPE_MISMATCH|ARGUMENT_OUT_OF_BOUND)/;

/** A ClickHouse server. The client is loaded by the first statement. */
export class ClickHouse {
  readonly address: ClickHouseAddress;
  readonly #options: ClickHouseOptions;
  #client: Promise<ClickHouseClient> | undefined;

  /** `url`: see `parseClickHouseAddress`. Throws an `Error` if it is no such address. */
  constructor(url: string, options: ClickHouseOptions) {
    const address = parseClickHouseAddress(url);
    if (!address) throw new Error('not an address of ClickHouse');
    this.address = address;
    this.#options = options;
  }

  /** The rows of a query. Throws `StoreUnavailable`. */
  rows<Row>(query: string, parameters: Parameters = {}): Promise<Row[]> {
    return this.#guarded(async (client) => {
      const result = await client.query({
        query,
        query_params: parameters,
        format: 'JSONEachRow',
      });
      return result.json<Row>();
    });
  }

  /** Runs a statement. `signal` ends the wait for it. Throws `StoreUnavailable`. */
  run(query: string, parameters: Parameters = {}, signal?: AbortSignal): Promise<void> {
    return this.#guarded(async (client) => {
      await client.command({
        query,
        query_params: parameters,
        ...(signal ? { abort_signal: signal } : {}),
      });
    });
  }

  /**
   * Inserts rows, whose cells are in the order of the columns. If rows were inserted into the table with the same
   * token before, it changes nothing, so it can be repeated if its outcome is unknown. Throws `StoreUnavailable`, or
   * another error if the rows are invalid.
   */
  insert(
    table: string,
    columns: readonly [string, ...string[]],
    rows: readonly (readonly Cell[])[],
    token: string,
  ): Promise<void> {
    if (rows.length === 0) return Promise.resolve();
    return this.#guarded(async (client) => {
      await client.insert({
        table,
        columns: [...columns],
        values: rows,
        format: 'JSONCompactEachRow',
        clickhouse_settings: {
          insert_deduplication_token: token,
          // All rows of a part of the table are one block, which the token names.
          input_format_parallel_parsing: 0,
          async_insert: 0,
        },
      });
    });
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await (await client)?.close();
  }

  async #guarded<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T> {
    const client = await (this.#client ??= connect(this.address, this.#options));
    try {
      return await work(client);
    } catch (error) {
      throw classified(error);
    }
  }
}

async function connect(
  { url, username, password, database }: ClickHouseAddress,
  { timeoutMs, connections }: ClickHouseOptions,
): Promise<ClickHouseClient> {
  const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
  return createClient({
    url,
    username,
    password,
    database,
    request_timeout: timeoutMs,
    max_open_connections: connections,
    application: 'smartlink',
    // The service logs errors itself.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 0,
      // A batch that waited for long has clicks of many days.
      max_partitions_per_insert_block: '1000',
      max_execution_time: Math.ceil(timeoutMs / 1000),
    },
  });
}

function classified(error: unknown): Error {
  if (!(error instanceof Error)) return new StoreUnavailable('', String(error));
  const { type, code } = error as { readonly type?: unknown; readonly code?: unknown };
  if (typeof type === 'string' && REJECTED.test(type)) return error;
  const reason = [type, code].find((one) => typeof one === 'string') ?? error.name;
  return new StoreUnavailable(reason, error.message);
}
