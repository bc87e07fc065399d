import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import proxyAddr from '@fastify/proxy-addr';
import { parseSocketAddress } from './domain/access/socket-address.ts';
import { parseUrl } from './domain/text/uri.ts';
import {
  isClickHouse,
  parseClickHouseAddress,
} from './storage/clicks/clickhouse/clickhouse-address.ts';
import { readNetworkFile } from './storage/clicks/network-file.ts';

// Readers of single settings. Each takes the text of a variable and returns its value, or throws an `Error`
// whose message completes a sentence that begins with the name of the variable.

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export function readHost(text: string): string {
  const name = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) && parseUrl(`http://${text}`);
  // Addresses that the service prints have no zone (`fe80::1%eth0`).
  if ((isIP(text) > 0 && !text.includes('%')) || name) return text;
  throw new Error(`must be an IP address or a host name, not "${text}"`);
}

/** A reader of whole numbers from `least` to `most`. */
export function whole(least: number, most: number): (text: string) => number {
  return (text) => readWhole(text, least, most);
}

function readWhole(text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new Error(`must be a whole number from ${least} to ${most}, not "${text}"`);
}

/** The token of metrics. Errors repeat no part of it. */
export function readMetricsToken(text: string): string {
  if (/^[\x21-\x7e]{16,255}$/.test(text)) return text;
  throw new Error('must have 16 to 255 characters: letters, digits and punctuation, no spaces');
}

export function readAddress(text: string, example = 'https://go.shop.example'): string {
  const url = parseUrl(text);
  const plain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (plain && url.search === '' && url.hash === '' && !text.includes('?') && !text.includes('#')) {
    return url.href.replace(/\/+$/, '');
  }
  // The text may contain a password: do not repeat it.
  const shown = text.includes('@') ? '' : `, not "${text}"`;
  throw new Error(
    `must be an http(s) address without user, query and fragment, such as ${example}${shown}`,
  );
}

const DATABASE_URL_FORMATS =
  'sqlite:<path of a file>, such as sqlite:./data/smartlink.db, or postgres://<user>:<password>@<host>/<database>';
const CLICKS_URL_FORMATS =
  'sqlite:<path of a file>, postgres://<user>:<password>@<host>/<database> or clickhouse://<user>:<password>@<host>:8123/<database>';

/** The address of a database. The text may contain a password, so errors repeat no part of it. */
export function readDatabaseUrl(text: string, formats = DATABASE_URL_FORMATS): string {
  // Such as the line end of a file that was written on Windows: it would name another, new database.
  if (/\p{Cc}/u.test(text)) throw new Error('has a line end, a tab or another control character');
  if (/^sqlite:./.test(text)) return text;
  const [, rest] = /^postgres(?:ql)?:\/\/(.+)$/s.exec(text) ?? [];
  if (rest !== undefined && hasBareCharacter(rest)) throw new Error(PERCENT_ENCODE);
  if (rest !== undefined && URL.canParse(text)) return text;
  throw new Error(`must be ${formats}`);
}

const MAX_REPLICAS = 16;
const REPLICA_FORMAT =
  'a comma-separated list of postgres://<user>:<password>@<host>/<database>; a comma in a password is %2C';

/** The addresses of replicas. The text may contain passwords, so errors repeat no part of it. */
export function readReplicaUrls(text: string): readonly string[] {
  const urls = listed(text);
  if (urls.length > MAX_REPLICAS) throw new Error(`must have at most ${MAX_REPLICAS} addresses`);
  for (const url of urls) {
    if (url.startsWith('sqlite:')) throw new Error(`must be ${REPLICA_FORMAT}`);
    readDatabaseUrl(url, REPLICA_FORMAT);
  }
  return urls;
}

/** The address of the click store. */
export function readClicksUrl(text: string): string {
  if (!isClickHouse(text)) return readDatabaseUrl(text, CLICKS_URL_FORMATS);
  if (hasBareCharacter(text.slice(text.indexOf('//') + 2))) throw new Error(PERCENT_ENCODE);
  if (parseClickHouseAddress(text)) return text;
  throw new Error(
    'must be clickhouse://<user>:<password>@<host>:8123/<database> without query, or clickhouses://… for TLS',
  );
}

/** What the end of a file in the MMDB format contains: https://maxmind.github.io/MaxMind-DB */
const MMDB_MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const MMDB_END = 128 * 1024;

/** A file with the countries of networks. */
export function readCountryFile(text: string): string {
  try {
    const file = openSync(text, 'r');
    try {
      const { size } = fstatSync(file);
      const end = Buffer.alloc(Math.min(size, MMDB_END));
      readSync(file, end, 0, end.length, size - end.length);
      if (end.includes(MMDB_MARK)) return resolve(text);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new Error(`must be a file that can be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
  throw new Error(
    `must be a file in the MMDB format, such as GeoLite2-Country.mmdb, not "${text}"`,
  );
}

/** A file with the networks of data centers, one a line. */
export function readDataCenterFile(text: string): string {
  try {
    readNetworkFile(text);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const detail = code === undefined ? `names a file that ${message}` : undefined;
    throw new Error(detail ?? `must be a file that can be read: ${message}`, { cause: error });
  }
  return resolve(text);
}

const PERCENT_ENCODE =
  'has an unencoded / ? # or % in the user name or password. Percent-encode it: / is %2F, ? is %3F, # is %23, @ is %40, % is %25. Or leave the password out and set PGPASSWORD';

/**
 * An unencoded `/`, `?` or `#` in a password ends the authority of the URL early, so the `@` appears after
 * it. A path or query writes `@` as `%40`, and a fragment has no meaning here.
 */
function hasBareCharacter(rest: string): boolean {
  const end = rest.search(/[/?#]/);
  const tail = end === -1 ? '' : rest.slice(end);
  return /[@#]/.test(tail) || /%(?![0-9a-f]{2})/i.test(rest);
}

/** The folder of scheduled backups. The first backup creates it. */
export function readBackupFolder(text: string): string {
  const path = resolve(text);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new Error(`must be a folder; "${text}" is a file`);
  }
  return path;
}

export function readSwitch(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new Error(`must be on or off, not "${text}"`);
}

/** A reader of one of these words. */
export function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((known) => known === text);
    if (word !== undefined) return word;
    throw new Error(`must be one of ${words.join(', ')}, not "${text}"`);
  };
}

export function readProxies(text: string): readonly string[] {
  const proxies = listed(text);
  try {
    // It would take `1` for the address 0.0.0.1; elsewhere this is a number of proxies.
    const number = proxies.find((one) => /^\d+$/.test(one));
    if (number !== undefined) throw new Error(`"${number}" is not an address`);
    proxyAddr.compile(proxies);
    return proxies;
  } catch (error) {
    const detail = (error as Error).message;
    throw new Error(
      `must be a comma-separated list of addresses and networks, such as 10.0.0.0/8,loopback: ${detail}`,
      { cause: error },
    );
  }
}

export function readDnsServers(text: string): readonly string[] {
  const servers = listed(text);
  if (servers.every((server) => parseSocketAddress(server) && !server.includes('%')))
    return servers;
  throw new Error(
    `must be a comma-separated list of IP addresses, each with or without a port, such as 10.0.0.53,[2001:db8::53]:5353, not "${text}"`,
  );
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Megabytes. Default: a quarter of the heap limit of Node.js. */
export function readCache(text: string): number {
  if (text !== '') return readWhole(text, 1, 65_536);
  return Math.max(16, Math.floor(getHeapStatistics().heap_size_limit / 4 / 1024 / 1024));
}
