import cluster from 'node:cluster';
import type { Command } from 'commander';
import { createFirstApp } from '../actions/apps/create-first-app.ts';
import type { CreatedApp } from '../actions/apps/create-app.ts';
import type { Context } from '../actions/context.ts';
import { createFirstInvitation } from '../actions/members/first-invitation.ts';
import type { Invited } from '../actions/members/invite.ts';
import type { App } from '../app.ts';
import { ConfigError, readConfig, type Config } from '../config.ts';
import { StoreUnavailable } from '../storage/database.ts';
import { openStore, servedAddress } from '../store.ts';
import { VERSION } from '../version.ts';
import { complain, EXIT, table, type Terminal } from './command.ts';
import { Workers } from './workers.ts';

export function serveCommand(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('run the service until it is told to stop')
    .action(async () => {
      process.exitCode = await serve(terminal);
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
      const first = await firstStart(app.ctx);
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
    return complain(terminal, error);
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
    const store = await openStore({ ...config, port: started.port }).catch(unlessAway);
    const first = store ? await firstStart(store.ctx) : {};
    await store?.close();
    announce(config, servedAddress(config, started.port), first, terminal);
    await stopped;
  } finally {
    await workers.stop();
  }
  terminal.stdout.write('Smartlink has stopped.\n');
  return EXIT.ok;
}

/** What a store that is new, or new to people, gets and shows once. */
interface First {
  readonly created?: CreatedApp | undefined;
  readonly invited?: Invited | undefined;
}

async function firstStart(ctx: Context): Promise<First> {
  const created = await createFirstApp(ctx).catch(unlessAway);
  return { created, invited: await createFirstInvitation(ctx).catch(unlessAway) };
}

/** Says where it serves. After the port is ours: tokens that nobody could see would be lost. */
function announce(
  { baseUrl, smartlinkBase }: Config,
  address: string,
  { created, invited }: First,
  terminal: Terminal,
): void {
  if (created) terminal.stdout.write(welcome(created, address));
  if (invited) terminal.stdout.write(invitation(invited));
  const links = smartlinkBase ?? baseUrl ?? address;
  terminal.stdout.write(
    `Smartlink ${VERSION} is listening on ${address} (smart links: ${links}/…)\n`,
  );
}

/** Says which setting is behind an address that cannot be listened on. */
function refuseAddress({ host, port }: Config, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    throw new ConfigError('PORT', `${port} on ${host} is taken by another program`);
  }
  if (code === 'EACCES') throw new ConfigError('PORT', `${port} may not be used by this user`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    throw new ConfigError('HOST', `must be an address of this machine, which "${host}" is not`);
  }
  throw error;
}

/** A store that is away has its app already, or will be asked again at the next start. */
function unlessAway(error: unknown): undefined {
  if (error instanceof StoreUnavailable) return undefined;
  throw error;
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

/** Printed once, when the store is new. Tokens are shown here and never again. */
function welcome({ app, tokens }: CreatedApp, address: string): string {
  const rows = Object.entries(tokens).map(([kind, token]) => [`  ${kind}`, token]);
  return `
Welcome to Smartlink. An app named "${app.name}" was made for you.

Its tokens are shown this once; keep them:

${table(['  kind', 'token'], rows)}

Make your first smart link, in another terminal:

  curl ${address}/v2/smartlinks \\
    -H "Authorization: Token ${tokens.server}" \\
    -H "Content-Type: application/json" \\
    -d '{"uri":"https://example.com/hello"}'

Then open the address it answers with in a browser.
Try everything else at ${address}/docs

`;
}

/** Printed once, under the tokens of the first app, or alone where there was an app before. */
function invitation({ address }: Invited): string {
  return `Sign in to the dashboard, once by this link, in the next seven days:

  ${address}

`;
}
