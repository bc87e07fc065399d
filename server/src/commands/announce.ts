import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { openStore } from '../store.ts';
import { VERSION } from '../version.ts';
import { firstStart, unlessUnavailable, type FirstStart } from './first-start.ts';
import { reportError, type Terminal } from './report.ts';

/** Between two attempts to use an unavailable database. */
const RETRY_MS = 1000;

/** How long the address waits for what a first start creates. */
const EARLY_MS = 2000;
/** How long a stop waits for it. */
const STOP_MS = 5000;

/** The address has been printed. */
export interface Announced {
  /**
   * Resolves when the service has printed what a first start creates, or stops, if the database was not available or
   * not migrated when the address was printed. Rejects if a newer version has migrated it.
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
  const first = create();
  // A migration by another process can take long. The address is printed meanwhile, as if the database were unavailable.
  const early = await Promise.race([first, sleep(EARLY_MS, undefined, { ref: false }), stopped]);
  announce(config, address, early || undefined, terminal);
  if (early) return { late: undefined };
  const later = first.then((made) => made ?? retried(create, stopped));
  // What is being created must be shown, but a migration can take longer than a stop may.
  const given = stopped.then(() => sleep(STOP_MS, undefined, { ref: false }));
  return { late: show(Promise.race([later, given]), address, terminal) };
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

/** Prints what a first start creates after the address was printed. Rejects with `StoreTooNew`. */
async function show(
  first: Promise<FirstStart | undefined>,
  address: string,
  terminal: Terminal,
): Promise<void> {
  try {
    terminal.stdout.write((await first)?.show(address) ?? '');
  } catch (error) {
    // It ends the service.
    if ((error as Error).name === 'StoreTooNew') throw error;
    reportError(terminal, error);
  }
}
