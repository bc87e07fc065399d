import { isIP } from 'node:net';
import { readFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import proxyAddr from '@fastify/proxy-addr';
import {
  DEFAULT_CODE_LENGTH,
  MAX_CODE_LENGTH,
  MIN_CODE_LENGTH,
  RESERVED_PATHS,
} from './domain/link/code.ts';
import {
  oidcOf,
  readClientId,
  readClientSecret,
  readIssuer,
  readProviderName,
  type OidcSettings,
} from './domain/access/oidc-settings.ts';
import { parseSocketAddress } from './domain/access/socket-address.ts';
import { parseUrl } from './domain/text/uri.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Everything that can be set, read and checked. Units are in the names. */
export interface Config {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** `{base_url}` without a slash at the end; absent: the address that is served. */
  readonly baseUrl: string | undefined;
  /** `{smartlink_base}` without a slash at the end; absent: `baseUrl`. */
  readonly smartlinkBase: string | undefined;
  /** Processes that serve, on this machine. */
  readonly workers: number;
  readonly databaseUrl: string;
  /** Connections of one process to PostgreSQL at the most. */
  readonly databasePoolSize: number;
  readonly databaseTimeoutSeconds: number;
  /** False for a pooler that gives each transaction another session. */
  readonly databasePreparedStatements: boolean;
  readonly logLevel: LogLevel;
  readonly codeLength: number;
  /** Addresses, networks (`10.0.0.0/8`) or `loopback`, `linklocal`, `uniquelocal`. */
  readonly trustedProxies: readonly string[];
  /** Does a trusted proxy say in `X-Forwarded-Host` which host was asked for? */
  readonly trustForwardedHost: boolean;
  /** DNS servers that prove hosts, with or without a port; empty: those of the system. */
  readonly dnsServers: readonly string[];
  readonly cacheMegabytes: number;
  /** How long what is remembered is believed while the store cannot be read. */
  readonly cacheMaxAgeSeconds: number;
  /** Unknown codes that a platform token may ask for from one address; 0: as many as it likes. */
  readonly missesPerMinute: number;
  /** Links that a platform token may create from one network; 0: no limit. */
  readonly platformCreatesPerMinute: number;
  /** The same from all networks together. */
  readonly platformCreatesPerMinutePerToken: number;
  /** How long the service answers on after the signal to stop, and says that it is about to. */
  readonly shutdownDelaySeconds: number;
  /** Where people can sign in besides; undefined: nowhere. */
  readonly oidc: OidcSettings | undefined;
  /** Can people sign in by e-mail address and password? */
  readonly passwordSignIn: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used; the message names the variable and says what it should be. */
export class ConfigError extends Error {
  constructor(variable: string, detail: string) {
    super(`${variable} ${detail}`);
    this.name = 'ConfigError';
  }
}

interface Setting<T> {
  readonly fallback: string;
  /** It may hold a password, so it can also be read from the file that `NAME_FILE` names. */
  readonly secret?: true;
  /** Throws the rest of a sentence that begins with the variable's name. */
  readonly read: (text: string) => T;
}

/** The settings by the name of their variable; `docs/operate/settings.md` is tested against it. */
export const SETTINGS = {
  HOST: { fallback: '127.0.0.1', read: readHost },
  PORT: { fallback: '8080', read: (text: string) => readWhole(text, 0, 65_535) },
  BASE_URL: { fallback: '', read: readAddress },
  SMARTLINK_BASE: { fallback: '', read: readAddress },
  DATABASE_POOL_SIZE: { fallback: '10', read: (text: string) => readWhole(text, 1, 1000) },
  DATABASE_TIMEOUT_SECONDS: { fallback: '10', read: (text: string) => readWhole(text, 1, 600) },
  DATABASE_PREPARED_STATEMENTS: { fallback: 'on', read: readSwitch },
  DATABASE_URL: { fallback: 'sqlite:./data/smartlink.db', secret: true, read: readDatabaseUrl },
  LOG_LEVEL: { fallback: 'info', read: readLogLevel },
  CODE_LENGTH: {
    fallback: String(DEFAULT_CODE_LENGTH),
    read: (text: string) => readWhole(text, MIN_CODE_LENGTH, MAX_CODE_LENGTH),
  },
  TRUSTED_PROXIES: { fallback: '', read: readProxies },
  TRUST_FORWARDED_HOST: { fallback: 'off', read: readSwitch },
  DNS_SERVERS: { fallback: '', read: readDnsServers },
  CACHE_MEGABYTES: { fallback: '', read: readCache },
  CACHE_MAX_AGE_SECONDS: { fallback: '60', read: (text: string) => readWhole(text, 1, 86_400) },
  WORKERS: { fallback: '1', read: (text: string) => readWhole(text, 1, 256) },
  MISSES_PER_MINUTE: { fallback: '60', read: (text: string) => readWhole(text, 0, 1_000_000) },
  PLATFORM_CREATES_PER_MINUTE: {
    fallback: '60',
    read: (text: string) => readWhole(text, 0, 1_000_000),
  },
  PLATFORM_CREATES_PER_MINUTE_PER_TOKEN: {
    fallback: '600',
    read: (text: string) => readWhole(text, 0, 1_000_000),
  },
  // 0: most have no load balancer, or one that tries again where a connection is refused.
  SHUTDOWN_DELAY_SECONDS: { fallback: '0', read: (text: string) => readWhole(text, 0, 600) },
  OIDC_ISSUER: { fallback: '', read: readIssuer },
  OIDC_CLIENT_ID: { fallback: '', read: readClientId },
  OIDC_CLIENT_SECRET: { fallback: '', secret: true, read: readClientSecret },
  OIDC_NAME: { fallback: '', read: readProviderName },
  PASSWORD_SIGN_IN: { fallback: 'on', read: readSwitch },
} as const satisfies Record<string, Setting<unknown>>;

/** First stage: each variable by itself. Second: what they say together. */
export function readConfig(environment: Environment): Config {
  const config: Config = {
    host: setting(environment, 'HOST', SETTINGS.HOST),
    port: setting(environment, 'PORT', SETTINGS.PORT),
    baseUrl: setting(environment, 'BASE_URL', SETTINGS.BASE_URL),
    smartlinkBase: setting(environment, 'SMARTLINK_BASE', SETTINGS.SMARTLINK_BASE),
    databasePoolSize: setting(environment, 'DATABASE_POOL_SIZE', SETTINGS.DATABASE_POOL_SIZE),
    databaseTimeoutSeconds: setting(
      environment,
      'DATABASE_TIMEOUT_SECONDS',
      SETTINGS.DATABASE_TIMEOUT_SECONDS,
    ),
    databasePreparedStatements: setting(
      environment,
      'DATABASE_PREPARED_STATEMENTS',
      SETTINGS.DATABASE_PREPARED_STATEMENTS,
    ),
    databaseUrl: setting(environment, 'DATABASE_URL', SETTINGS.DATABASE_URL),
    logLevel: setting(environment, 'LOG_LEVEL', SETTINGS.LOG_LEVEL),
    codeLength: setting(environment, 'CODE_LENGTH', SETTINGS.CODE_LENGTH),
    trustedProxies: setting(environment, 'TRUSTED_PROXIES', SETTINGS.TRUSTED_PROXIES),
    trustForwardedHost: setting(environment, 'TRUST_FORWARDED_HOST', SETTINGS.TRUST_FORWARDED_HOST),
    dnsServers: setting(environment, 'DNS_SERVERS', SETTINGS.DNS_SERVERS),
    cacheMegabytes: setting(environment, 'CACHE_MEGABYTES', SETTINGS.CACHE_MEGABYTES),
    cacheMaxAgeSeconds: setting(
      environment,
      'CACHE_MAX_AGE_SECONDS',
      SETTINGS.CACHE_MAX_AGE_SECONDS,
    ),
    workers: setting(environment, 'WORKERS', SETTINGS.WORKERS),
    missesPerMinute: setting(environment, 'MISSES_PER_MINUTE', SETTINGS.MISSES_PER_MINUTE),
    platformCreatesPerMinute: setting(
      environment,
      'PLATFORM_CREATES_PER_MINUTE',
      SETTINGS.PLATFORM_CREATES_PER_MINUTE,
    ),
    platformCreatesPerMinutePerToken: setting(
      environment,
      'PLATFORM_CREATES_PER_MINUTE_PER_TOKEN',
      SETTINGS.PLATFORM_CREATES_PER_MINUTE_PER_TOKEN,
    ),
    shutdownDelaySeconds: setting(
      environment,
      'SHUTDOWN_DELAY_SECONDS',
      SETTINGS.SHUTDOWN_DELAY_SECONDS,
    ),
    ...readSignIn(environment),
  };
  if (config.trustForwardedHost && config.trustedProxies.length === 0) {
    const detail = 'is on, but TRUSTED_PROXIES names no proxy whose header could be trusted';
    throw new ConfigError('TRUST_FORWARDED_HOST', detail);
  }
  refuseReservedPath('BASE_URL', config.baseUrl);
  refuseReservedPath('SMARTLINK_BASE', config.smartlinkBase);
  return config;
}

function readSignIn(environment: Environment): Pick<Config, 'oidc' | 'passwordSignIn'> {
  const passwordSignIn = setting(environment, 'PASSWORD_SIGN_IN', SETTINGS.PASSWORD_SIGN_IN);
  const wishes = {
    OIDC_ISSUER: setting(environment, 'OIDC_ISSUER', SETTINGS.OIDC_ISSUER),
    OIDC_CLIENT_ID: setting(environment, 'OIDC_CLIENT_ID', SETTINGS.OIDC_CLIENT_ID),
    OIDC_CLIENT_SECRET: setting(environment, 'OIDC_CLIENT_SECRET', SETTINGS.OIDC_CLIENT_SECRET),
    OIDC_NAME: setting(environment, 'OIDC_NAME', SETTINGS.OIDC_NAME),
  };
  const found = oidcOf(wishes, passwordSignIn);
  if ('wrong' in found) throw new ConfigError(found.wrong, found.detail);
  return { oidc: found.oidc, passwordSignIn };
}

/** Two meanings of one path: what follows the base, and what the service serves itself. */
function refuseReservedPath(variable: string, address: string | undefined): void {
  const firstSegment = new URL(address ?? 'http://x').pathname.split('/')[1] ?? '';
  if (!RESERVED_PATHS.has(firstSegment)) return;
  throw new ConfigError(
    variable,
    `must not begin with /${firstSegment}, which the service needs itself`,
  );
}

function setting<T>(
  environment: Environment,
  name: string,
  { fallback, secret, read }: Setting<T>,
): T {
  let text = environment[name];
  const file = secret ? environment[`${name}_FILE`] : undefined;
  let source = name;
  if (file !== undefined && file !== '') {
    source = `${name}_FILE`;
    if (text !== undefined && text !== '')
      throw new ConfigError(name, `and ${source} are both set; keep one`);
    try {
      text = readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new ConfigError(
        source,
        `names a file that cannot be read: ${(error as Error).message}`,
      );
    }
  }
  try {
    return read(text === undefined || text === '' ? fallback : text);
  } catch (error) {
    throw new ConfigError(source, (error as Error).message);
  }
}

function readHost(text: string): string {
  const name = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) && parseUrl(`http://${text}`);
  if (isIP(text) > 0 || name) return text;
  throw new Error(`must be an IP address or a host name, not "${text}"`);
}

function readWhole(text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new Error(`must be a whole number from ${least} to ${most}, not "${text}"`);
}

function readAddress(text: string): string | undefined {
  if (text === '') return undefined;
  const url = parseUrl(text);
  const plain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (plain && url.search === '' && url.hash === '' && !text.includes('?') && !text.includes('#')) {
    return url.href.replace(/\/+$/, '');
  }
  // What looks like a password is not repeated.
  const shown = text.includes('@') ? '' : `, not "${text}"`;
  throw new Error(
    `must be an http(s) address without user, query and fragment, such as https://go.shop.example${shown}`,
  );
}

/**
 * The address of a store; throws the rest of a sentence that begins with what gave it. The text may hold a
 * password, so no part of it is repeated.
 */
export function readDatabaseUrl(text: string): string {
  if (/^sqlite:./.test(text)) return text;
  const [, rest] = /^postgres(?:ql)?:\/\/(.+)$/s.exec(text) ?? [];
  if (rest !== undefined && hasBareCharacter(rest)) throw new Error(PERCENT_ENCODE);
  if (rest !== undefined && URL.canParse(text)) return text;
  throw new Error(
    'must be sqlite:<path of a file>, such as sqlite:./data/smartlink.db, or postgres://<user>:<password>@<host>/<database>',
  );
}

const PERCENT_ENCODE =
  'has a character in the user name or password that ends it, as / ? and # do, or a % that begins no escape. Percent-encode them in it: / is %2F, ? is %3F, # is %23, @ is %40, % is %25. Or leave the password out and set PGPASSWORD';

/**
 * A password with `/`, `?` or `#` ends where the host should begin, so that `@` comes to stand behind it.
 * A path or a query with an `@` of their own write it `%40`, and there is no use for a fragment.
 */
function hasBareCharacter(rest: string): boolean {
  const end = rest.search(/[/?#]/);
  const tail = end === -1 ? '' : rest.slice(end);
  return /[@#]/.test(tail) || /%(?![0-9a-f]{2})/i.test(rest);
}

function readSwitch(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new Error(`must be on or off, not "${text}"`);
}

function readLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level) return level;
  throw new Error(`must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`);
}

function readProxies(text: string): readonly string[] {
  const proxies = listed(text);
  try {
    proxyAddr.compile(proxies);
    return proxies;
  } catch (error) {
    const detail = (error as Error).message;
    throw new Error(
      `must be addresses or networks with commas between, such as 10.0.0.0/8,loopback: ${detail}`,
      { cause: error },
    );
  }
}

function readDnsServers(text: string): readonly string[] {
  const servers = listed(text);
  if (servers.every((server) => parseSocketAddress(server) && !server.includes('%')))
    return servers;
  throw new Error(
    `must be IP addresses, each with or without a port, with commas between, such as 10.0.0.53,[2001:db8::53]:5353, not "${text}"`,
  );
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A quarter of what Node.js may use, unless it is set. */
function readCache(text: string): number {
  if (text !== '') return readWhole(text, 1, 65_536);
  return Math.max(16, Math.floor(getHeapStatistics().heap_size_limit / 4 / 1024 / 1024));
}
