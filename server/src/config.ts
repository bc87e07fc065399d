import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
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
import { readHeaders, readSamplerShare, readServiceName, TRACES_SAMPLERS } from './read-otel.ts';
import {
  LOG_FORMATS,
  LOG_LEVELS,
  oneOf,
  readAddress,
  readBackupFolder,
  readCache,
  readClicksUrl,
  readCountryFile,
  readDataCenterFile,
  readDatabaseUrl,
  readDnsServers,
  readHost,
  readMetricsToken,
  readProxies,
  readReplicaUrls,
  readSwitch,
  whole,
} from './read-setting.ts';

interface Setting<T> {
  /** The text that is read where the variable is unset or empty. Without it, the value is then undefined. */
  readonly fallback?: string;
  /** The value may contain a password, so it can also be read from the file that `NAME_FILE` names. */
  readonly secret?: true;
  /** Throws an `Error` whose message completes a sentence that begins with the name of the variable. */
  readonly read: (text: string) => T;
}

/**
 * Every setting, by its environment variable. `Config` has the same names in camel case. The page
 * `docs/operate/settings.md` is tested against this table.
 */
export const SETTINGS = {
  HOST: { fallback: '127.0.0.1', read: readHost },
  // 0: any free port.
  PORT: { fallback: '8080', read: whole(0, 65_535) },
  // `{base_url}` without a trailing slash; undefined: the address that is served.
  BASE_URL: { read: readAddress },
  // `{smartlink_base}` without a trailing slash; undefined: the base URL.
  SMARTLINK_BASE: { read: readAddress },
  DATABASE_URL: { fallback: 'sqlite:./data/smartlink.db', secret: true, read: readDatabaseUrl },
  // Read replicas of a PostgreSQL server.
  DATABASE_REPLICA_URLS: { fallback: '', secret: true, read: readReplicaUrls },
  // Maximum number of PostgreSQL connections of one process.
  DATABASE_POOL_SIZE: { fallback: '10', read: whole(1, 1000) },
  DATABASE_TIMEOUT_SECONDS: { fallback: '10', read: whole(1, 600) },
  // Off for a pooler that gives each transaction another session.
  DATABASE_PREPARED_STATEMENTS: { fallback: 'on', read: readSwitch },
  LOG_LEVEL: { fallback: 'info', read: oneOf(LOG_LEVELS) },
  LOG_FORMAT: { fallback: 'json', read: oneOf(LOG_FORMATS) },
  // The collector of traces; undefined: none are made. The names and values are those of OpenTelemetry.
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    read: (text: string) => readAddress(text, 'http://127.0.0.1:4318'),
  },
  OTEL_EXPORTER_OTLP_HEADERS: { fallback: '', secret: true, read: readHeaders },
  OTEL_SERVICE_NAME: { fallback: 'smartlink', read: readServiceName },
  OTEL_TRACES_SAMPLER: { fallback: 'parentbased_always_on', read: oneOf(TRACES_SAMPLERS) },
  OTEL_TRACES_SAMPLER_ARG: { fallback: '1', read: readSamplerShare },
  // Whether each request is written to standard output, without codes and full addresses.
  ACCESS_LOG: { fallback: 'off', read: readSwitch },
  // The port of metrics; undefined: they have none of their own.
  METRICS_PORT: { read: whole(0, 65_535) },
  METRICS_HOST: { fallback: '127.0.0.1', read: readHost },
  // With it, metrics can be read at the address of the service; undefined: they cannot.
  METRICS_TOKEN: { secret: true, read: readMetricsToken },
  CODE_LENGTH: {
    fallback: String(DEFAULT_CODE_LENGTH),
    read: whole(MIN_CODE_LENGTH, MAX_CODE_LENGTH),
  },
  // Addresses, networks (`10.0.0.0/8`), or `loopback`, `linklocal`, `uniquelocal`.
  TRUSTED_PROXIES: { fallback: '', read: readProxies },
  // Whether a trusted proxy sends the requested host in `X-Forwarded-Host`.
  TRUST_FORWARDED_HOST: { fallback: 'off', read: readSwitch },
  // DNS servers that prove hosts, with or without a port; empty: those of the system.
  DNS_SERVERS: { fallback: '', read: readDnsServers },
  CACHE_MEGABYTES: { fallback: '', read: readCache },
  // How long cached values stay valid while the database cannot be read.
  CACHE_MAX_AGE_SECONDS: { fallback: '60', read: whole(1, 86_400) },
  // Processes that serve on this machine.
  WORKERS: { fallback: '1', read: whole(1, 256) },
  // Unknown codes that a platform token may request from one address; 0: no limit.
  MISSES_PER_MINUTE: { fallback: '60', read: whole(0, 1_000_000) },
  // Links that a platform token may create from one network; 0: no limit.
  PLATFORM_CREATES_PER_MINUTE: { fallback: '60', read: whole(0, 1_000_000) },
  // The same from all networks together.
  PLATFORM_CREATES_PER_MINUTE_PER_TOKEN: { fallback: '600', read: whole(0, 1_000_000) },
  // Opened apps that a platform token may report from one network; 0: no limit.
  OPENS_PER_MINUTE: { fallback: '300', read: whole(0, 1_000_000) },
  // Redemptions that a platform token may request from one network; 0: no limit, because many people can share a network.
  REDEMPTIONS_PER_MINUTE: { fallback: '0', read: whole(0, 1_000_000) },
  // How long the service still serves after the stop signal, while it reports that it is not ready.
  // 0: most installations have no load balancer, or one that retries refused connections.
  SHUTDOWN_DELAY_SECONDS: { fallback: '0', read: whole(0, 600) },
  // Whether webhooks may lead to private networks, and use http.
  WEBHOOK_PRIVATE_TARGETS: { fallback: 'off', read: readSwitch },
  // How long events and the log of their deliveries are kept.
  WEBHOOK_LOG_DAYS: { fallback: '30', read: whole(4, 365) },
  // How long deleted links can be restored before their content is removed; 0: not at all.
  RESTORE_DAYS: { fallback: '30', read: whole(0, 3650) },
  // The folder of scheduled backups; undefined: none are made.
  BACKUP_FOLDER: { read: readBackupFolder },
  // The time between the starts of two scheduled backups.
  BACKUP_HOURS: { fallback: '24', read: whole(1, 720) },
  // How many scheduled backups are kept.
  BACKUP_KEEP: { fallback: '7', read: whole(1, 1000) },
  CLICKS: { fallback: 'on', read: readSwitch },
  // Where clicks are stored; undefined: next to the database.
  CLICKS_URL: { secret: true, read: readClicksUrl },
  // How long single clicks are kept; 0: only counts are stored.
  CLICKS_RAW_DAYS: { fallback: '90', read: whole(0, 3650) },
  // How long counts are kept.
  CLICKS_MONTHS: { fallback: '25', read: whole(1, 120) },
  // Whether visitors who object to tracking are counted without a hash.
  CLICKS_RESPECT_GPC: { fallback: 'on', read: readSwitch },
  // The longest time for which a click waits in memory.
  CLICKS_FLUSH_SECONDS: { fallback: '1', read: whole(1, 60) },
  // Undefined: countries are not recorded.
  CLICKS_COUNTRY_FILE: { read: readCountryFile },
  // Undefined: no network counts as a data center.
  CLICKS_DATA_CENTER_FILE: { read: readDataCenterFile },
  OIDC_ISSUER: { read: readIssuer },
  OIDC_CLIENT_ID: { read: readClientId },
  OIDC_CLIENT_SECRET: { secret: true, read: readClientSecret },
  OIDC_NAME: { read: readProviderName },
  PASSWORD_SIGN_IN: { fallback: 'on', read: readSwitch },
} as const satisfies Record<string, Setting<unknown>>;

type Name = keyof typeof SETTINGS;
type Values = {
  readonly [N in Name]:
    | ReturnType<(typeof SETTINGS)[N]['read']>
    | ((typeof SETTINGS)[N] extends { readonly fallback: string } ? never : undefined);
};

/** `DATABASE_POOL_SIZE` -> `databasePoolSize` */
type CamelCase<Text extends string> = Text extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Text>;

/** The checked value of every setting. The four of the OpenID Connect provider are one value, `oidc`. */
export type Config = {
  readonly [N in Name as N extends `OIDC_${string}` ? never : CamelCase<N>]: Values[N];
} & {
  /** The provider at which people can also sign in; undefined: none. */
  readonly oidc: OidcSettings | undefined;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used; the message names the variable and says what it should be. */
export class ConfigError extends Error {
  constructor(variable: string, detail: string) {
    super(`${variable} ${detail}`);
    this.name = 'ConfigError';
  }
}

/** Reads each variable, then checks them together. Throws `ConfigError`. */
export function readConfig(environment: Environment): Config {
  const names = Object.keys(SETTINGS) as Name[];
  const values = Object.fromEntries(
    names.map((name) => [name, valueOf(environment, name, SETTINGS[name])]),
  ) as unknown as Values;
  if (values.TRUST_FORWARDED_HOST && values.TRUSTED_PROXIES.length === 0) {
    const detail = 'is on, but TRUSTED_PROXIES names no proxy whose header could be trusted';
    throw new ConfigError('TRUST_FORWARDED_HOST', detail);
  }
  if (values.DATABASE_REPLICA_URLS.length > 0 && values.DATABASE_URL.startsWith('sqlite:')) {
    const detail = 'is for PostgreSQL, but DATABASE_URL is a database of SQLite';
    throw new ConfigError('DATABASE_REPLICA_URLS', detail);
  }
  const clicksFile = fileOf(values.CLICKS_URL);
  if (clicksFile !== undefined && clicksFile === fileOf(values.DATABASE_URL)) {
    const detail = 'is the file of DATABASE_URL; name another one, or leave it out';
    throw new ConfigError('CLICKS_URL', detail);
  }
  rejectReservedPath('BASE_URL', values.BASE_URL);
  rejectReservedPath('SMARTLINK_BASE', values.SMARTLINK_BASE);
  const provider = oidcOf(values, values.PASSWORD_SIGN_IN);
  if ('wrong' in provider) throw new ConfigError(provider.wrong, provider.detail);
  const single = names.filter((name) => !name.startsWith('OIDC_'));
  const fields = Object.fromEntries(single.map((name) => [camelCase(name), values[name]]));
  return { ...fields, oidc: provider.oidc } as unknown as Config;
}

function fileOf(url: string | undefined): string | undefined {
  return url?.startsWith('sqlite:') ? resolve(url.slice('sqlite:'.length)) : undefined;
}

function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** A reserved first segment would be ambiguous: a smart link, or a path of the service itself. */
function rejectReservedPath(variable: Name, address: string | undefined): void {
  const firstSegment = new URL(address ?? 'http://x').pathname.split('/')[1] ?? '';
  if (!RESERVED_PATHS.has(firstSegment)) return;
  throw new ConfigError(
    variable,
    `has a path that begins with /${firstSegment}, which the service uses itself; use another path`,
  );
}

function valueOf(
  environment: Environment,
  name: Name,
  { fallback, secret, read }: Setting<unknown>,
): unknown {
  let text = environment[name];
  const file = secret ? environment[`${name}_FILE`] : undefined;
  let source: string = name;
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
    // The default would be another database, or no secret at all.
    if (text === '') throw new ConfigError(source, 'names a file that is empty');
  }
  const given = text === undefined || text === '' ? fallback : text;
  try {
    return given === undefined ? undefined : read(given);
  } catch (error) {
    throw new ConfigError(source, (error as Error).message);
  }
}
