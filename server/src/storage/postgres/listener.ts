import { Client } from 'pg';
import { clientConfig, type PostgresSettings } from './driver.ts';

export const CHANNEL = 'smartlink_changes';

/** Delay before the next attempt when the connection is lost. */
const RETRY_MS = 2000;
/** How long a stop waits for a server that may have disappeared. */
const STOP_MS = 1000;

/**
 * A separate connection that receives notifications of changes. It only reduces the delay: polling finds
 * what it misses while it is disconnected or behind a pooler that does not forward notifications.
 */
export class Listener {
  readonly #settings: PostgresSettings;
  readonly #wake: () => void;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(settings: PostgresSettings, wake: () => void) {
    this.#settings = settings;
    this.#wake = wake;
    void this.#connect();
  }

  async #connect(): Promise<void> {
    let client: Client | undefined;
    try {
      client = this.#opened();
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      // Changes from before it listened.
      this.#wake();
    } catch {
      this.#again(client);
    }
  }

  /** Throws if a file in the address cannot be read. */
  #opened(): Client {
    // This connection sends no queries, so it needs no timeout.
    const client = new Client({ ...clientConfig(this.#settings), query_timeout: 0 });
    this.#client = client;
    client.on('error', () => this.#again(client));
    client.on('end', () => this.#again(client));
    client.on('notification', () => this.#wake());
    return client;
  }

  #again(client: Client | undefined): void {
    if (this.#stopped || this.#client !== client) return;
    this.#client = undefined;
    client?.end().catch(() => undefined);
    this.#timer = setTimeout(() => void this.#connect(), RETRY_MS).unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    if (!client) return;
    const end = setTimeout(() => client.connection.stream.destroy(), STOP_MS);
    await client.end().catch(() => undefined);
    clearTimeout(end);
  }
}
