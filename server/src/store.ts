import type { Context } from './actions/context.ts';
import { directoryOf } from './actions/directory.ts';
import { LinkCache } from './cache/link-cache.ts';
import type { Config } from './config.ts';
import { CODE_ALPHABET } from './domain/link/code.ts';
import { ownAddresses, withLinkHosts, type OwnAddresses } from './domain/link/own-address.ts';
import type { Log } from './log.ts';
import { StoreUnavailable } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { openDatabase } from './storage/open.ts';

/** What tests may put in place of the real thing. */
export interface Overrides {
  readonly codeAlphabet?: string;
  readonly codeLength?: number;
  readonly log?: Log;
  readonly now?: () => number;
}

/** The reason of `StoreUnavailable` where a store must be there and is not. */
export const STORE_MISSING = 'STORE_MISSING';

/** A store that is open, with what actions need. */
export interface Store {
  readonly ctx: Context;
  /** Names of the migrations that this opening applied. */
  readonly migrated: readonly string[];
  /** This opening made it. */
  readonly isNew: boolean;
  close(): Promise<void>;
}

/** Opens the store for operator commands: migrated and usable, or an error. */
export async function openStore(config: Config, overrides: Overrides = {}): Promise<Store> {
  return openedOn(await contextOf(config, overrides));
}

/** The same, where a new, empty store would be a mistake. Makes nothing. */
export async function openExistingStore(config: Config): Promise<Store> {
  return openedOn(await contextOf(config, {}), true);
}

async function openedOn(ctx: Context, mustExist = false): Promise<Store> {
  try {
    const isNew = !(await ctx.db.isMigrated());
    if (mustExist && isNew) throw missing(ctx);
    const migrated = await migrate(ctx.db, ctx.now());
    await directoryOf(ctx);
    return { ctx, migrated, isNew, close: () => ctx.db.close() };
  } catch (error) {
    await ctx.db.close();
    throw error;
  }
}

function missing({ db }: Context): StoreUnavailable {
  return new StoreUnavailable(STORE_MISSING, `no database exists at ${db.location}`);
}

/** What actions need, on a store that is not looked at yet. */
export async function contextOf(config: Config, overrides: Overrides): Promise<Context> {
  const own = addressesOf(config, config.port);
  const memory = new LinkCache(config.cacheMegabytes);
  return {
    db: await openDatabase(
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

/** The address at which a process that listens on `port` can be asked from its own machine. */
export function servedAddress(config: Config, port: number): string {
  const anywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = anywhere ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The service's addresses, with the hosts of its apps as far as they are known. */
export function withHostsOf(memory: LinkCache, own: () => OwnAddresses): () => OwnAddresses {
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
export function addressesOf(config: Config, port: number): OwnAddresses {
  const served = servedAddress(config, port);
  const baseUrl = config.baseUrl ?? served;
  return ownAddresses(baseUrl, config.smartlinkBase ?? baseUrl, [served]);
}
