import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './actions/context.ts';
import { directoryOf } from './actions/directory.ts';
import { txtLookup } from './actions/hosts/txt-lookup.ts';
import { removeContents } from './actions/links/remove-contents.ts';
import { Backups } from './jobs/backups.ts';
import { oldRowsRemover } from './jobs/old-rows-remover.ts';
import type { Provider } from './actions/oidc/provider.ts';
import { examineModes } from './actions/operate/doctor/files.ts';
import { throttle } from './actions/throttle.ts';
import { SearchIndexer } from './jobs/search-indexer.ts';
import { MarkWriter } from './jobs/mark-writer.ts';
import { lastUsedTrackers } from './jobs/last-used-tracker.ts';
import { Migration } from './jobs/migration.ts';
import { SteppedJob } from './jobs/stepped-job.ts';
import { WebhookDispatcher } from './jobs/webhooks/webhook-dispatcher.ts';
import { ChangeFeed } from './cache/change-feed.ts';
import { ConfigError, type Config } from './config.ts';
import { compileSchemas } from './domain/text/schema.ts';
import { accessLineWriter } from './http/access-log.ts';
import { httpServer } from './http/server.ts';
import { createLog, type Log } from './log.ts';
import type { Measurement } from './metrics/measurement.ts';
import type { Tracing } from './traces/tracing.ts';
import {
  addressesOf,
  closeStores,
  contextOf,
  servedAddress,
  storesToBackUp,
  withHostsOf,
  type Overrides,
} from './store.ts';
import { runInSlices } from './time-slices.ts';

export interface App {
  readonly ctx: Context;
  /** Starts to serve and returns the address. */
  listen(): Promise<string>;
  /**
   * The end of a migration that `listen` did not wait for: false if the service stops before. Undefined if the database
   * is migrated.
   */
  readonly lateMigration: Promise<boolean> | undefined;
  /** Applies changes in the database now, without waiting for the next poll. */
  catchUp(): Promise<void>;
  /** Removes the content of links that cannot be restored any more, without resting. */
  removeContents(): Promise<void>;
  /** Deletes old events and the log of their deliveries. */
  clean(): Promise<void>;
  /** Makes a backup now, if `BACKUP_FOLDER` is set. */
  backUp(): Promise<void>;
  /** Reports that it is not ready, and serves until load balancers have noticed (`SHUTDOWN_DELAY_SECONDS`). */
  announceStop(): Promise<void>;
  /** Accepts no more requests, finishes the current ones, then closes the database. */
  close(): Promise<void>;
}

/** How long current requests may take after the stop signal; then their connections are closed. */
const GRACE_MS = 25_000;
/** How long a stop waits for the databases while one of them is being migrated. */
const STORES_MS = 5000;
/**
 * Connections that may wait to be accepted; the kernel may allow fewer. With more, a client that connects gets
 * no answer and tries again after a second. A message to all users of an app brings thousands at once.
 */
const WAITING_CONNECTIONS = 4096;
/** How often links that cannot be restored any more are looked for, to remove their content. */
const REMOVE_MS = 60_000;
/** How often idle connections are closed during the shutdown. */
const SWEEP_MS = 100;

/** Creates the parts of the service and connects them. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const log = overrides.log ?? createLog(config.logLevel, config.logFormat);
  const measurement = await measurementOf(config);
  const tracing = await tracingOf(config, log);
  const opened = await contextOf(config, overrides, { readerThreads: true }, (db) => {
    const measured = measurement ? measurement.measure(db) : db;
    return tracing ? tracing.measure(measured) : measured;
  });
  const migration = new Migration(opened, log);
  try {
    return await appWith(opened, config, migration, { log, measurement, tracing });
  } catch (error) {
    // Their threads and connections would keep the process from ending.
    await endStores(opened, migration);
    throw error;
  }
}

async function endStores(ctx: Context, migration: Migration): Promise<void> {
  migration.stop();
  const closed = closeStores(ctx);
  // A migration can take long; the database undoes what is not committed.
  await (migration.isRunning ? Promise.race([closed, sleep(STORES_MS)]) : closed);
}

interface Observers {
  readonly log: Log;
  readonly measurement: Measurement | undefined;
  readonly tracing: Tracing | undefined;
}

async function appWith(
  opened: Context,
  config: Config,
  migration: Migration,
  { log, measurement, tracing }: Observers,
): Promise<App> {
  let own = addressesOf(config, config.port);
  const ctx: Context = { ...opened, own: withHostsOf(opened.cache, () => own) };
  await migration.start();
  for (const { level, what, advice } of examineModes(ctx)) {
    if (level === 'warning') log.warn({ advice }, what);
  }
  const maxAgeMs = config.cacheMaxAgeSeconds * 1000;
  const { replicas } = ctx;
  for (const observe of [measurement?.metrics.observeStore, tracing?.storeObserver('postgres')]) {
    if (observe) replicas?.observe((...lookup) => observe('replica_lookup', ...lookup));
  }
  const marks = replicas && new MarkWriter(ctx.db, replicas, ctx.now);
  const feed = new ChangeFeed(ctx.db, ctx.cache, maxAgeMs, () => {
    marks?.changesWereRead();
    return directoryOf(ctx);
  });
  const uses = lastUsedTrackers(ctx.db);
  const oldRows = oldRowsRemover(ctx.db, ctx.now, (err) =>
    log.warn({ err }, 'rows that have no effect any more were not deleted; this is tried again'),
  );
  const indexer = new SearchIndexer(ctx.db, (err) =>
    log.warn({ err }, 'the search index was not updated'),
  );
  const webhooks = new WebhookDispatcher(
    ctx,
    config.webhookLogDays,
    (err) => log.warn({ err }, 'webhooks were not sent; this is tried again'),
    tracing?.attempt,
  );
  const accessLines = config.accessLog ? accessLineWriter() : undefined;
  const remover = new SteppedJob(
    (signal) => removeContents(ctx, signal),
    REMOVE_MS,
    (err) => log.warn({ err }, 'the content of deleted links was not removed; this is tried again'),
  );
  const backups = backupsOf(ctx, config, log);
  const jobs = [oldRows, indexer, webhooks, remover, backups, ...Object.values(uses)];
  let stopping = false;
  const server = await httpServer(ctx, config, {
    log,
    uses,
    lookUpTxt: txtLookup(config.dnsServers),
    provider: config.oidc && (await providerOf(config.oidc, log, ctx.now)),
    isStopping: () => stopping,
    whyNotMigrated: () => migration.whyNotDone(),
    metrics: measurement,
    accessLines,
    tracing,
    webhookCounts: webhooks.counts,
  });

  const startJobs = (): void => {
    if (stopping) return;
    for (const job of jobs) job?.start();
  };
  /** After a late migration: what was read before may lack what it has filled. */
  const migrated = async (): Promise<boolean> => {
    if (stopping) return false;
    ctx.cache.distrust();
    await feed.poll();
    startJobs();
    return !stopping;
  };
  let lateMigration: Promise<boolean> | undefined;

  return {
    ctx,
    get lateMigration() {
      return lateMigration;
    },
    async listen() {
      await runInSlices(compileSchemas());
      await feed.poll();
      // The first visit does not wait for a thread of SQLite or a connection. The probe reports an unavailable database.
      await ctx.db.find('select 1 as one').catch(() => undefined);
      await server.listen({ host: config.host, port: config.port, backlog: WAITING_CONNECTIONS });
      await measurement?.listen(log);
      const { port } = server.server.address() as AddressInfo;
      own = addressesOf(config, port);
      feed.start();
      replicas?.start(({ number, location }, err) => {
        const replica = `replica ${number}, ${location},`;
        if (err) log.warn({ err }, `${replica} is not used; visits read from others`);
        else log.info(`${replica} is used`);
      });
      // Background work must not change rows that a migration has not reached.
      lateMigration = migration.pending?.then(migrated);
      if (!lateMigration) startJobs();
      ctx.clicks?.start((level, what, err) => log[level](err === undefined ? {} : { err }, what));
      return servedAddress(config, port);
    },
    async catchUp() {
      // A poll that was running already may have missed the change; then the first call only waits for it.
      await feed.poll();
      await feed.poll();
    },
    removeContents: () => remover.work(),
    clean: () => webhooks.clean(),
    async backUp() {
      await backups?.work(0);
    },
    async announceStop() {
      stopping = true;
      await sleep(config.shutdownDelaySeconds * 1000);
    },
    async close() {
      stopping = true;
      // A response that began before `stopping` did not close its connection.
      const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
      // A client that does not finish its request must not delay the shutdown.
      const grace = setTimeout(() => server.server.closeAllConnections(), GRACE_MS);
      await server.close();
      clearInterval(sweep);
      clearTimeout(grace);
      migration.stop();
      await feed.stop();
      await marks?.stop();
      for (const job of jobs) await job?.stop();
      await accessLines?.close();
      await tracing?.close();
      await endStores(ctx, migration);
      await measurement?.close();
    },
  };
}

function backupsOf(ctx: Context, config: Config, log: Log): Backups | undefined {
  const { backupFolder: folder, backupKeep: keep, backupHours } = config;
  if (folder === undefined) return undefined;
  const { stores, others } = storesToBackUp(config);
  for (const other of others) log.warn(`backups do not contain ${other}`);
  return new Backups(ctx, { folder, keep, stores }, backupHours, (level, what, details) =>
    log[level](details, what),
  );
}

/** Loads the metrics only if they can be read. */
async function measurementOf(config: Config): Promise<Measurement | undefined> {
  const { metricsPort, metricsToken } = config;
  if (metricsPort === undefined && metricsToken === undefined) return undefined;
  const { Measurement: Class } = await import('./metrics/measurement.ts');
  return new Class(config);
}

/** Loads OpenTelemetry only if there is a collector. */
async function tracingOf(config: Config, log: Log): Promise<Tracing | undefined> {
  if (config.otelExporterOtlpEndpoint === undefined) return undefined;
  const { Tracing: Class } = await import('./traces/tracing.ts').catch((error: unknown) => {
    const detail = 'needs the optional packages @opentelemetry/…, which are not installed';
    throw (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
      ? new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT', detail)
      : error;
  });
  const isDue = throttle(() => performance.now());
  return new Class(config, (err) => {
    if (isDue('')) log.warn({ err }, 'traces could not be sent');
  });
}

/** Loads the OpenID Connect client only if a provider is configured. */
async function providerOf(
  ...parameters: ConstructorParameters<typeof Provider>
): Promise<Provider> {
  const { Provider: Class } = await import('./actions/oidc/provider.ts');
  return new Class(...parameters);
}
