import cluster from 'node:cluster';
import type { Command } from 'commander';
import type { App } from '../app.ts';
import { ConfigError, readConfig, type Config } from '../config.ts';
import { openStore, servedAddress } from '../store.ts';
import { VERSION } from '../version.ts';
import { reportError, endWith, EXIT, type Terminal } from './command.ts';
import { firstStart, unlessUnavailable, type FirstStart } from './first-start.ts';
import { Workers } from './workers.ts';

export function serveCommand(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('run the service until it receives a stop signal')
    .action(async () => {
      endWith(await serve(terminal));
    });
}

/** Serves until SIGINT or SIGTERM; then says so for a while, finishes what is in hand, closes the store and returns 0. */
async function serve(terminal: Terminal): Promise<number> {
  let app: App | undefined;
  try {
    const config = readConfig(terminal.environment);
    if (config.workers > 1 && cluster.isPrimary) return await serveWithWorkers(config, terminal);
    const { createApp } = await import('../app.ts');
    app = await createApp(config);
    const address = await app.listen().catch((error: unknown) => refuseAddress(config, error));
    // Before anybody is told that it listens, and so may tell it to stop.
    const stopped = stopSignal();
    if (cluster.isPrimary) {
      const first = await firstStart(app.ctx, terminal);
      // An app that is new makes links open otherwise: nothing that is remembered from now on goes again.
      if (first.created) await app.catchUp();
      announce(config, address, first, terminal);
    }
    await stopped;
    await app.retire();
    await app.close();
    if (cluster.isPrimary) terminal.stdout.write('Smartlink has stopped.\n');
    return EXIT.ok;
  } catch (error) {
    await app?.close();
    return reportError(terminal, error);
  } finally {
    // What ties a worker to the process that started it would keep it alive.
    cluster.worker?.disconnect();
  }
}

/** The same in several processes; this one only looks after them. */
async function serveWithWorkers(config: Config, terminal: Terminal): Promise<number> {
  const { createLog } = await import('../log.ts');
  const workers = new Workers(config.workers, createLog(config.logLevel));
  const stopped = stopSignal();
  const started = await workers.start();
  if ('exitCode' in started) return started.exitCode;
  try {
    const store = await openStore({ ...config, port: started.port }).catch(unlessUnavailable);
    const first = store && (await firstStart(store.ctx, terminal));
    await store?.close();
    announce(config, servedAddress(config, started.port), first, terminal);
    await stopped;
  } finally {
    await workers.stop();
  }
  terminal.stdout.write('Smartlink has stopped.\n');
  return EXIT.ok;
}

/** Says where it serves. After the port is ours: tokens that nobody could see would be lost. */
function announce(
  { baseUrl, smartlinkBase }: Config,
  address: string,
  first: FirstStart | undefined,
  terminal: Terminal,
): void {
  if (first) terminal.stdout.write(first.show(address));
  const links = smartlinkBase ?? baseUrl ?? address;
  terminal.stdout.write(
    `Smartlink ${VERSION} is listening on ${address} (smart links: ${links}/…)\n`,
  );
}

/** Says which setting is behind an address that cannot be listened on. */
function refuseAddress({ host, port }: Config, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    throw new ConfigError('PORT', `${port} on ${host} is already in use by another program`);
  }
  if (code === 'EACCES') throw new ConfigError('PORT', `${port} cannot be used by this user`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    throw new ConfigError('HOST', `must be an address of this machine, which "${host}" is not`);
  }
  throw error;
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
