import cluster from 'node:cluster';
import { ConfigError, type Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { gatherFromWorkers, gatherInWorker } from './gather.ts';
import { measuredDatabase } from './measured-database.ts';
import { serveMetrics } from './metrics-server.ts';
import { Metrics } from './metrics.ts';

type Settings = Pick<Config, 'metricsHost' | 'metricsPort' | 'metricsToken'>;

/** Measures this process, and serves the metrics of all workers. */
export class Measurement {
  readonly metrics = new Metrics();
  /** Undefined: metrics are not served at the address of the service. */
  readonly token: string | undefined;
  /** The metrics of all workers in the text format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly #settings: Settings;
  #server: { close(): Promise<void> } | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.token = settings.metricsToken;
    this.text = cluster.isWorker
      ? gatherInWorker(() => this.metrics.snapshot())
      : () => this.metrics.text();
  }

  readonly measure = (db: Database): Database => measuredDatabase(db, this.metrics.observeStore);

  /** Serves metrics at their own port, unless the primary process does. Rejects with an error that names the setting. */
  async listen(log: Log): Promise<void> {
    if (!cluster.isWorker) this.#server = await listen(this.text, this.#settings, log);
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }
}

/** The metrics of all workers, in the primary process: the workers ask it, too. */
export function serveWorkerMetrics(
  settings: Settings,
  log: Log,
): Promise<{ close(): Promise<void> } | undefined> {
  return listen(gatherFromWorkers(), settings, log);
}

/** Serves metrics at their own port, if there is one. */
async function listen(
  text: () => Promise<string>,
  { metricsHost: host, metricsPort, metricsToken: token }: Settings,
  log: Log,
): Promise<{ close(): Promise<void> } | undefined> {
  if (metricsPort === undefined) return undefined;
  const server = await serveMetrics(text, { host, port: metricsPort, token }).catch(
    ({ code, message }: NodeJS.ErrnoException) => {
      const detail = `cannot be used: ${message}`;
      // The same setting can work later: see `refuseAddress`.
      if (['EADDRINUSE', 'EADDRNOTAVAIL', 'EAI_AGAIN'].includes(code ?? '')) {
        throw new Error(`METRICS_PORT ${detail}`);
      }
      throw new ConfigError('METRICS_PORT', detail);
    },
  );
  log.info({ host, port: server.port }, 'metrics are served');
  return server;
}
