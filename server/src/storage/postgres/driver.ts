import { Pool, types as typeParsers, type ClientConfig, type QueryConfig } from 'pg';
import { StoreUnavailable, type SqlValue } from '../database.ts';
import { hostOf, withVerifiedTls } from './verified-tls.ts';

/** How to connect to PostgreSQL or a compatible server. Times in milliseconds. */
export interface PostgresSettings {
  readonly url: string;
  /** Maximum number of open connections; one more listens for changes. */
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** False for a pooler that gives each transaction another session (PgBouncer before 1.21). */
  readonly preparedStatements: boolean;
  /** For statements whose parameters decide how PostgreSQL should run them, and which it should not compile: reports. */
  readonly plansEachTime?: boolean;
}

/** How long a request waits for a connection, and a connection for its server. */
export const CONNECT_TIMEOUT_MS = 5000;
const IDLE_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 30_000;

/** After five calls, a prepared statement gets a plan for any parameters, which can take a thousand times as long. */
const PLAN_EACH_TIME = '-c plan_cache_mode=force_custom_plan -c jit=off';

const INT8: number = typeParsers.builtins.INT8;

// Counts and times fit a number. By default the driver returns bigint as text.
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((value: string) => unknown) =>
    oid === INT8 ? Number : typeParsers.getTypeParser(oid, format),
};

/** The options of a connection, for the pool and the listener. */
export function clientConfig(settings: PostgresSettings): ClientConfig {
  const { url, statementTimeoutMs, preparedStatements, plansEachTime = false } = settings;
  return {
    // A statement without a name is planned each time.
    connectionString: withParameters(url, plansEachTime && preparedStatements),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Poolers reject connections that set parameters they do not know.
    ...(preparedStatements
      ? {
          statement_timeout: statementTimeoutMs,
          idle_in_transaction_session_timeout: statementTimeoutMs,
        }
      : {}),
    // The server may disappear without closing the connection.
    query_timeout: statementTimeoutMs + 1000,
    keepAlive: true,
    // Otherwise the system waits for hours before it notices that the server of an idle connection has disappeared.
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types,
  };
}

function withParameters(url: string, plansEachTime: boolean): string {
  const parsed = new URL(withVerifiedTls(url));
  const { searchParams } = parsed;
  // A name in the address is added to that of the service, so that a restore recognizes it.
  const name = searchParams.get('application_name');
  searchParams.set('application_name', name ? `smartlink (${name})` : 'smartlink');
  const options = searchParams.get('options');
  if (plansEachTime) {
    searchParams.set('options', options ? `${PLAN_EACH_TIME} ${options}` : PLAN_EACH_TIME);
  }
  return parsed.href;
}

export function openPool(settings: PostgresSettings): Pool {
  const pool = new Pool({
    ...clientConfig(settings),
    max: settings.poolSize,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
  });
  // A connection that breaks while it is idle is replaced with the next request.
  pool.on('error', () => undefined);
  // One that breaks in use fails its next query. It can emit the error before the caller gets the client and
  // can add a listener.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The database in an address, without user and password. */
export function locationOf(url: string): string {
  const parsed = new URL(url);
  const { port, pathname, searchParams } = parsed;
  const own = hostOf(parsed) || 'localhost';
  const host = searchParams.has('host') ? own : `${own}${port && `:${port}`}`;
  return `${pathname.slice(1) || 'the database of the user'} on ${host}`;
}

/**
 * The maximum number of prepared statements. Every connection keeps them until it is closed, and the filters of a list, which
 * viewers choose, can form thousands of different statements.
 */
const MAX_PREPARED = 500;

interface Translated {
  readonly text: string;
  /** Undefined: it is not prepared. */
  readonly name: string | undefined;
}

const translated = new Map<string, Translated>();

/** Replaces `?` with `$1`, …, and adds a name under which the statement is prepared once. */
export function translate(sql: string): Translated {
  const known = translated.get(sql);
  if (known) return known;
  let parameter = 0;
  const text = sql.replaceAll('?', () => `$${++parameter}`);
  if (translated.size >= MAX_PREPARED) return { text, name: undefined };
  const made = { text, name: `smartlink_${translated.size}` };
  translated.set(sql, made);
  return made;
}

/** The parameters of a statement. A column of rows is one parameter. */
export type Parameters = readonly (SqlValue | readonly SqlValue[])[];

export function query(sql: string, parameters: Parameters, prepared: boolean): QueryConfig {
  const { text, name } = translate(sql);
  return { text, values: [...parameters], ...(prepared && name !== undefined ? { name } : {}) };
}

/** `40001`, `40P01`: two transactions conflicted; the same transaction can run again. */
export function isConflict(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '40001' || code === '40P01';
}

/** The app has another unique link for the URI. */
export function isUriTaken(error: unknown): boolean {
  return (
    isUniqueViolation(error) &&
    (error as { constraint?: unknown }).constraint === 'links_unique_key'
  );
}

export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23505';
}

// Classes and codes of errors that can go away: https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNAVAILABLE = /^(?:08|53|57|58|40|55P03|25006|25P0[23]|28|3D000|42P01|42703)/;

/** Advice if an encrypted connection fails, by the code or message of the error. */
const TLS_ADVICE: readonly (readonly [issue: RegExp, advice: string])[] = [
  [/^ERR_TLS_CERT_ALTNAME/, 'use a host name in DATABASE_URL that its certificate is for'],
  [
    /^UNABLE_TO_(?:GET_ISSUER|VERIFY)|SELF_SIGNED_CERT/,
    'name the authority that signed the certificate of the server by ?sslrootcert=<path> in DATABASE_URL',
  ],
  [
    /^(?:CERT|CRL|ERR_TLS|ERR_SSL|ERR_OSSL)_/,
    'fix the certificate or the TLS settings of the server',
  ],
  [
    /does not support SSL/,
    'enable TLS on the server; in a private network, ?sslmode=disable in DATABASE_URL turns TLS off',
  ],
];

const POOLER_ADVICE = 'behind a pooler, set DATABASE_PREPARED_STATEMENTS=off';
/** Advice by the code of an error. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['42P05', POOLER_ADVICE],
  ['26000', POOLER_ADVICE],
  ['28P01', 'is every / ? # @ % of the password percent-encoded in the address?'],
]);

/** Turns errors of an unavailable database into `StoreUnavailable`; returns all others unchanged. */
export function classified(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const words = typeof message === 'string' ? message : String(error);
  const tls = TLS_ADVICE.find(([issue]) => issue.test(typeof code === 'string' ? code : words));
  if (tls) return unavailable('PG_TLS', `${words}; ${tls[1]}`, true);
  // Error codes of the network.
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return unavailable(code, words, true);
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
    const advice = ADVICE.get(code);
    if (advice !== undefined) return unavailable(`PG_${code}`, `${words}; ${advice}`, false);
    if (!UNAVAILABLE.test(code)) return error;
    const reason = code.startsWith('42') ? 'NOT_MIGRATED' : `PG_${code}`;
    // The server closed the connection: before the statement, during it or after it.
    return unavailable(reason, words, /^(?:08|57P)/.test(code));
  }
  // Errors of the driver have no code, and some of Node.js have one. Any other code is of an error of the service, whose
  // text can contain what a user entered.
  if (typeof code === 'string' && !code.startsWith('ERR_')) return error;
  if (words.includes('client password must be a string')) {
    const advice = 'the server requires a password: add it to the address, or set PGPASSWORD';
    return unavailable('PG_PASSWORD', advice, false);
  }
  if (/connect|timeout|terminated|closed|not queryable/i.test(words)) {
    return unavailable('PG_CONNECTION', words, true);
  }
  return error;
}

function unavailable(reason: string, words: string, unknown: boolean): StoreUnavailable {
  const error = new StoreUnavailable(reason, words);
  error.unknown = unknown;
  return error;
}
