import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './actions/context.ts';
import { directoryOf } from './actions/directory.ts';
import { OldKeys } from './actions/links/old-keys.ts';
import { Provider } from './actions/oidc/provider.ts';
import { Migration } from './actions/operate/migration.ts';
import { sessionUses } from './actions/sessions/session-uses.ts';
import { tokenUses } from './actions/tokens/token-uses.ts';
import { ChangeFeed } from './cache/change-feed.ts';
import { Memory } from './cache/memory.ts';
import type { Config } from './config.ts';
import { CODE_ALPHABET } from './domain/code.ts';
import { ownAddresses, withLinkHosts, type OwnAddresses } from './domain/own-address.ts';
import { httpServer } from './http/server.ts';
import { createLog, type Log } from './log.ts';
import { StoreUnavailable } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { openDatabase } from './storage/open.ts';

export const VERSION = (createRequire(import.meta.url)('../../package.json') as { version: string })
  .version;

/** What tests may put in place of the real thing. */
export interface Overrides {
  readonly codeAlphabet?: string;
  readonly codeLength?: number;
  readonly log?: Log;
  readonly now?: () => number;
}

/** A store that is open, with what actions need. */
export interface Store {
  readonly ctx: Context;
  /** Names of the migrations that this opening applied. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

/** Opens the store for operator commands: migrated and usable, or an error. */
export function openStore(config: Config, overrides: Overrides = {}): Promise<Store> {
  return openedOn(contextOf(config, overrides));
}

/** The same, where a new, empty store would be a mistake. */
export async function openExistingStore(config: Config): Promise<Store> {
  const ctx = contextOf(config, {});
  if (await ctx.db.exists()) return openedOn(ctx);
  await ctx.db.close();
  throw new StoreUnavailable('STORE_MISSING', 'there is no store');
}

async function openedOn(ctx: Context): Promise<Store> {
  try {
    const migrated = await migrate(ctx.db, ctx.now());
    await directoryOf(ctx);
    return { ctx, migrated, close: () => ctx.db.close() };
  } catch (error) {
    await ctx.db.close();
    throw error;
  }
}

function contextOf(config: Config, overrides: Overrides): Context {
  const own = addressesOf(config, config.port);
  const memory = new Memory(config.cacheMegabytes);
  return {
    db: openDatabase(
      config.databaseUrl,
      {
        alphabet: overrides.codeAlphabet ?? CODE_ALPHABET,
        length: overrides.codeLength ?? config.codeLength,
      },
      {
        poolSize: config.databasePoolSize,
        statementTimeoutMs: config.databaseTimeoutSeconds * 1000,
        preparedStatements: config.databasePreparedStatements,
      },
    ),
    memory,
    now: overrides.now ?? Date.now,
    own: withHostsOf(memory, () => own),
  };
}

export interface App {
  readonly ctx: Context;
  /** Starts to serve; returns the address at which it does. */
  listen(): Promise<string>;
  /** Hears now of what was changed in the store, instead of a moment later. */
  catchUp(): Promise<void>;
  /** Says that it is about to stop, and answers on for as long as a load balancer needs to notice. */
  retire(): Promise<void>;
  /** Stops taking requests, finishes those in hand, then lets go of the store. */
  close(): Promise<void>;
}

/** How long requests in hand may take to finish after the signal to stop. */
const GRACE_MS = 25_000;
/** How often connections are looked for that rest by now. */
const SWEEP_MS = 100;

/** The service, wired by hand: the one place where its parts meet. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const log = overrides.log ?? createLog(config.logLevel);
  const opened = contextOf(config, overrides);
  let own = addressesOf(config, config.port);
  const ctx: Context = { ...opened, own: withHostsOf(opened.memory, () => own) };
  const migration = new Migration(ctx, log);
  try {
    await migration.start();
  } catch (error) {
    await ctx.db.close();
    throw error;
  }
  const maxAgeMs = config.cacheMaxAgeSeconds * 1000;
  const feed = new ChangeFeed(ctx.db, ctx.memory, maxAgeMs, () => directoryOf(ctx));
  const uses = { tokens: tokenUses(ctx.db), sessions: sessionUses(ctx.db) };
  const oldKeys = new OldKeys(ctx.db, ctx.now);
  let stopping = false;
  const server = await httpServer(ctx, uses, log, {
    trustedProxies: config.trustedProxies,
    missesPerMinute: config.missesPerMinute,
    version: VERSION,
    ways: {
      passwordSignIn: config.passwordSignIn,
      provider: config.oidc && new Provider(config.oidc, log, ctx.now),
    },
    isStopping: () => stopping,
  });

  return {
    ctx,
    async listen() {
      await feed.poll();
      await server.listen({ host: config.host, port: config.port });
      const { port } = server.server.address() as AddressInfo;
      own = addressesOf(config, port);
      feed.start();
      uses.tokens.start();
      uses.sessions.start();
      oldKeys.start();
      return servedAddress(config, port);
    },
    async catchUp() {
      // The first may have been under way when the change was made.
      await feed.poll();
      await feed.poll();
    },
    async retire() {
      stopping = true;
      await sleep(config.shutdownDelaySeconds * 1000);
    },
    async close() {
      stopping = true;
      // An answer that had begun did not say that its connection ends with it.
      const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
      // Who does not finish a request does not keep the service from ending.
      const grace = setTimeout(() => server.server.closeAllConnections(), GRACE_MS);
      await server.close();
      clearInterval(sweep);
      clearTimeout(grace);
      migration.stop();
      await feed.stop();
      oldKeys.stop();
      await uses.tokens.stop();
      await uses.sessions.stop();
      await ctx.db.close();
    },
  };
}

/** The address at which a process that listens on `port` can be asked from its own machine. */
export function servedAddress(config: Config, port: number): string {
  const anywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = anywhere ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The service's addresses, with the hosts of its apps as far as they are known. */
function withHostsOf(memory: Memory, own: () => OwnAddresses): () => OwnAddresses {
  let known = own();
  let [from, directory] = [known, memory.directory];
  return () => {
    if (from !== own() || directory !== memory.directory) {
      [from, directory] = [own(), memory.directory];
      known = directory ? withLinkHosts(from, directory.hosts.keys()) : from;
    }
    return known;
  };
}

/** Addresses from the settings, else the one that is served. */
function addressesOf(config: Config, port: number): OwnAddresses {
  const served = servedAddress(config, port);
  const baseUrl = config.baseUrl ?? served;
  return ownAddresses(baseUrl, config.smartlinkBase ?? baseUrl, [served]);
}
