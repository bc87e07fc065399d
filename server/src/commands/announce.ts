import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { openStore } from '../store.ts';
import { VERSION } from '../version.ts';
import { firstStart, unlessUnavailable, type FirstStart } from './first-start.ts';
import { reportError, type Terminal } from './report.ts';

/** Between two attempts to use an unavailable database. */
const RETRY_MS = 1000;

/** The address has been printed. */
export interface Announced {
  /**
   * Resolves when the service has printed what a first start creates, or stops, if the database was not available or
   * not migrated when the address was printed.
   */
  readonly late: Promise<void> | undefined;
}

/** Prints the address of a service with one process, and what a first start creates. */
export async function announceApp(
  app: App,
  config: Config,
  address: string,
  terminal: Terminal,
): Promise<Announced> {
  const create = async (): Promise<FirstStart> => {
    const first = await firstStart(app.ctx, terminal);
    // A new app changes how links open, so what is cached from now on must not be outdated.
    if (first.created) await app.catchUp();
    return first;
  };
  const { lateMigration } = app;
  announce(config, address, lateMigration ? undefined : await create(), terminal);
  const later = lateMigration?.then(
    (isMigrated) => (isMigrated ? create() : undefined),
    // It ends the service, which reports it.
    () => undefined,
  );
  return { late: later && show(later, address, terminal) };
}

/** The same for a service with several processes, whose database this process opens for a short time. */
export async function announceWorkers(
  config: Config,
  address: string,
  terminal: Terminal,
  stopped: Promise<void>,
): Promise<Announced> {
  const create = async (): Promise<FirstStart | undefined> => {
    const store = await openStore(config).catch(unlessUnavailable);
    try {
      return store && (await firstStart(store.ctx, terminal));
    } finally {
      await store?.close();
    }
  };
  const first = await create();
  announce(config, address, first, terminal);
  return { late: first ? undefined : show(retried(create, stopped), address, terminal) };
}

/**
 * Prints the address. Only after the port is open: otherwise the tokens would be lost if listening failed.
 */
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

/** Calls `create` every second until it returns something or the service stops. */
async function retried<Result>(
  create: () => Promise<Result | undefined>,
  stopped: Promise<void>,
): Promise<Result | undefined> {
  let isStopped = false;
  void stopped.then(() => (isStopped = true));
  for (;;) {
    await Promise.race([sleep(RETRY_MS, undefined, { ref: false }), stopped]);
    const created = isStopped ? undefined : await create();
    if (created || isStopped) return created;
  }
}

/** Prints what a first start creates after the address was printed. */
async function show(
  first: Promise<FirstStart | undefined>,
  address: string,
  terminal: Terminal,
): Promise<void> {
  try {
    terminal.stdout.write((await first)?.show(address) ?? '');
  } catch (error) {
    reportError(terminal, error);
  }
}
