import cluster from 'node:cluster';
import type { App } from '../app.ts';
import { ConfigError, readConfig, type Config } from '../config.ts';
import type { Log } from '../log.ts';
import { servedAddress } from '../store.ts';
import { announceApp, announceWorkers, type Announced } from './announce.ts';
import type { OperatorCommand } from './command.ts';
import { endWith, EXIT, reportError, type Terminal } from './report.ts';
import { Workers } from './workers.ts';
import { limitYoungHeap } from './young-heap.ts';

export function serveCommand(program: OperatorCommand): void {
  program
    .command('serve')
    .description('run the service until it receives a stop signal')
    .action(async () => endWith(await serve(program.terminal)));
}

/**
 * Serves until SIGINT or SIGTERM. Then it reports that it is not ready, finishes open requests, closes the
 * database and returns 0.
 */
async function serve(terminal: Terminal): Promise<number> {
  let app: App | undefined;
  // The end of a reader of its output, as in `serve | head -1`, does not end the service.
  terminal.stdout.removeAllListeners('error').on('error', () => undefined);
  try {
    const config = readConfig(terminal.environment);
    // Before anything that can wait: without a handler, the first process of a container ignores SIGTERM.
    const stopped = stopSignal();
    if (config.workers > 1 && cluster.isPrimary) {
      return await serveWithWorkers(config, terminal, stopped);
    }
    const letGrow = limitYoungHeap();
    const { createApp } = await import('../app.ts');
    app = await createApp(config);
    const address = await app.listen().catch((error: unknown) => refuseAddress(config, error));
    const announced = cluster.isPrimary
      ? await announceApp(app, config, address, terminal)
      : undefined;
    letGrow();
    // A late migration can find what ends the start otherwise, such as a database of a newer version.
    await Promise.race([stopped, app.lateMigration?.then(() => stopped) ?? stopped]);
    await app.announceStop();
    await app.close();
    await announced?.late;
    return cluster.isPrimary ? ended(terminal) : EXIT.ok;
  } catch (error) {
    await app?.close();
    return reportError(terminal, error);
  } finally {
    // The connection to the supervising process would keep a worker alive.
    cluster.worker?.disconnect();
  }
}

/** Serves with several processes; this process supervises them. */
async function serveWithWorkers(
  config: Config,
  terminal: Terminal,
  stopped: Promise<void>,
): Promise<number> {
  const { createLog } = await import('../log.ts');
  const log = createLog(config.logLevel, config.logFormat);
  const workers = new Workers(config.workers, log);
  const started = await Promise.race([workers.start(), stopped]);
  if (!started) {
    await workers.stop();
    return ended(terminal);
  }
  if ('exitCode' in started) return started.exitCode;
  let metrics: { close(): Promise<void> } | undefined;
  let announced: Announced | undefined;
  try {
    metrics = await metricsOfWorkers(config, log);
    const address = servedAddress(config, started.port);
    announced = await announceWorkers(
      { ...config, port: started.port },
      address,
      terminal,
      stopped,
    );
    await Promise.race([stopped, announced.late?.then(() => stopped) ?? stopped]);
  } finally {
    await workers.stop();
    await metrics?.close();
    await announced?.late;
  }
  return ended(terminal);
}

function ended(terminal: Terminal): number {
  terminal.stdout.write('Smartlink has stopped.\n');
  return EXIT.ok;
}

/** Adds the metrics of the workers, if they can be read. */
async function metricsOfWorkers(
  config: Config,
  log: Log,
): Promise<{ close(): Promise<void> } | undefined> {
  if (config.metricsPort === undefined && config.metricsToken === undefined) return undefined;
  const { serveWorkerMetrics } = await import('../metrics/measurement.ts');
  return serveWorkerMetrics(config, log);
}

/**
 * Throws an error that names the setting of an address that cannot be used. It is no `ConfigError` if the same setting can work
 * later, so that systemd tries again: when another program has ended, or a network is up.
 */
function refuseAddress({ host, port }: Config, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    throw new Error(
      `PORT ${port} on ${host} is already in use by another program; choose another, such as PORT=${port === 65_535 ? 8080 : port + 1}, also for commands`,
    );
  }
  if (code === 'EACCES') throw new ConfigError('PORT', `${port} cannot be used by this user`);
  if (code === 'EADDRNOTAVAIL' || code === 'EAI_AGAIN') {
    throw new Error(`HOST must be an address of this machine; "${host}" is not, or not yet`);
  }
  if (code === 'ENOTFOUND') {
    throw new ConfigError('HOST', `must be an address of this machine; "${host}" is not`);
  }
  throw error;
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
