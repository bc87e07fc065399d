import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files with a long variant, which `npm run proof` runs. As all lists here: how their paths begin. */
const LONG = [
  'e2e/dashboard/xss',
  'e2e/deploy/dockerfile',
  'e2e/deploy/image',
  'e2e/docs/openapi-tools',
  'e2e/newcomer',
  'e2e/pages/hostile',
  'e2e/sdk/crash',
  'e2e/sdk/faults',
  'e2e/visit/xss',
  'server/test/backups/killed',
  'server/test/clicks/clickhouse.',
  'server/test/clicks/conformance',
  'server/test/clicks/crash',
  'server/test/clicks/exact',
  'server/test/clicks/export-memory',
  'server/test/concurrency',
  'server/test/crash',
  'server/test/fuzz.',
  'server/test/manage/change-many',
  'server/test/manage/clicks-year',
  'server/test/manage/dry-run',
  'server/test/manage/worst-case',
  'server/test/metadata.',
  'server/test/metrics/day',
  'server/test/overload',
  'server/test/postgres/away',
  'server/test/postgres/failover',
  'server/test/postgres/instance-crash',
  'server/test/postgres/replica-edits',
  'server/test/postgres/rolling-restart',
  'server/test/postgres/three-instances',
  'server/test/redeem-',
  'server/test/upgrades/long',
  'server/test/visit/schemes',
  'server/test/webhooks/crash',
];
/** Files without a short variant: only `npm run proof` runs them. */
const ONLY_LONG = ['e2e/deploy/image', 'e2e/docs/openapi-tools', 'server/test/postgres/failover'];
/** What depends on the database: these run on both engines, except `NOT_ON_POSTGRES`. The others run on SQLite. */
const ON_BOTH = [
  'server/test/backups/',
  'server/test/beside-lists',
  'server/test/change-feed',
  'server/test/client/',
  'server/test/clicks/',
  'server/test/concurrency',
  'server/test/fuzz.',
  'server/test/manage/',
  'server/test/metadata',
  'server/test/odd-text',
  'server/test/openapi/operations',
  'server/test/openapi/responses',
  'server/test/overload',
  'server/test/redeem-concurrency',
  'server/test/redeem-validity',
  'server/test/upgrades/',
  'server/test/v2/',
  'server/test/visit/',
  'server/test/webhooks/',
  'server/test/write-turns',
];
/**
 * What runs on SQLite alone although its folder runs on both. The database only stores and finds a few rows for these, with
 * statements that other files of `ON_BOTH` run on PostgreSQL; anything with a statement of its own stays on both.
 */
const NOT_ON_POSTGRES = [
  // Rules of requests and responses: headers, addresses, settings and validation.
  'server/test/client/app.',
  'server/test/client/cross-origin',
  'server/test/client/sdk-rules',
  'server/test/manage/metadata-schema',
  'server/test/v2/nowhere',
  'server/test/visit/corpus',
  'server/test/visit/devices',
  'server/test/visit/forwarded-host',
  'server/test/visit/location',
  'server/test/visit/scan',
  'server/test/visit/schemes',
  'server/test/visit/settings',
  // Limits that are counted in memory.
  'server/test/client/guesses',
  'server/test/manage/pipelined',
  'server/test/manage/sign-in-oidc-limits',
  'server/test/v2/platform-limits',
  'server/test/visit/misses',
  // What a dry run keeps in memory.
  'server/test/manage/dry-run-memory',
  // Who may send a call, and what it may change: `manage/privileges` checks each call and caller on both.
  'server/test/manage/hostile-callers',
  // What a visit is recorded as, before it is stored.
  'server/test/clicks/country',
  'server/test/clicks/data-centers',
  'server/test/clicks/kinds',
  // Requests to other servers.
  'server/test/manage/fetch-social',
  'server/test/webhooks/early-hints',
  'server/test/webhooks/rebinding',
  'server/test/webhooks/send',
  'server/test/webhooks/switched-protocol',
];
/**
 * Only `npm run proof` runs these on PostgreSQL too: they are slow, and what they measure differs little between the engines.
 */
const LONG_ON_POSTGRES = [
  'server/test/clicks/export-memory',
  'server/test/manage/sign-in-limits',
  'server/test/manage/slow-body',
  'server/test/manage/worst-case',
  'server/test/overload',
  'server/test/visit/unknown',
];
/** What only PostgreSQL does. */
const ON_POSTGRES = ['server/test/postgres/', 'e2e/docs/postgres'];
/** Files that measure time or hold a rate: nothing else runs at the same time. */
const ALONE = [
  'server/test/manage/change-many',
  'server/test/overload',
  'server/test/postgres/failover',
  'server/test/postgres/instances',
  'server/test/postgres/rolling-restart',
  'server/test/security/crowd',
  'server/test/stop-delay',
];
/** Slow files: these start first, in this order: the slowest first. */
const HEAVY = [
  'e2e/dashboard/links.',
  'e2e/deploy/dockerfile',
  'e2e/deploy/image',
  'e2e/deploy/packages',
  'e2e/visit/xss',
  'e2e/dashboard/look',
  'e2e/dashboard/xss',
  'e2e/newcomer',
  'e2e/docs/examples',
  'e2e/dashboard/members',
  'e2e/docs/openapi-tools',
  'e2e/examples/coupon-web.',
  'e2e/examples/node-create',
  'e2e/sdk/chromium',
  'e2e/sdk/crash',
  'e2e/sdk/faults',
  'e2e/sdk/manual',
  'server/test/backups/killed',
  'server/test/clicks/clickhouse',
  'server/test/clicks/conformance',
  'server/test/clicks/crash',
  'server/test/clicks/exact',
  'server/test/clicks/export-memory',
  'server/test/clicks/unavailable',
  'server/test/concurrency',
  'server/test/crash',
  'server/test/fuzz.',
  'server/test/manage/clicks-year',
  'server/test/manage/worst-case',
  'server/test/openapi/document',
  'server/test/openapi/operations',
  'server/test/postgres/away',
  'server/test/postgres/copy',
  'server/test/postgres/instance-crash',
  'server/test/postgres/replica',
  'server/test/postgres/three-instances',
  'server/test/redeem-',
  'server/test/stop.',
  'server/test/store-away',
  'server/test/webhooks/crash',
  'server/test/workers',
];
const isIn = (source, beginnings) => beginnings.some((one) => source.startsWith(one));

/** Folders of tests, and where they are compiled. */
const UNIT_FOLDERS = [
  ['client/src', 'client/build/src'],
  ['dashboard/src', 'dashboard/build/dashboard/src'],
  ['server/src', 'server/dist/src'],
];
const SERVICE_FOLDERS = [
  ['e2e', 'e2e/dist'],
  ['server/test', 'server/dist/test'],
];

/**
 * A test file: where its source is (relative to the repository) and what to run.
 * @typedef {{ source: string, compiled: string }} TestFile
 */

/**
 * The test files to run on each engine, by source.
 * @param {{ unit: boolean, proof: boolean, words: string[] }} options
 */
export function chooseTests({ unit, proof, words }) {
  const files = testFiles(unit ? UNIT_FOLDERS : [...UNIT_FOLDERS, ...SERVICE_FOLDERS]).filter(
    ({ source }) => words.length === 0 || words.some((word) => source.includes(word)),
  );
  const chosen = (onlyLong, long) =>
    files.filter(({ source }) => (proof ? isIn(source, long) : !isIn(source, onlyLong)));
  return {
    sqlite: chosen(ONLY_LONG, LONG).filter(({ source }) => !isIn(source, ON_POSTGRES)),
    postgres: chosen([...ONLY_LONG, ...LONG_ON_POSTGRES], [...LONG, ...LONG_ON_POSTGRES]).filter(
      ({ source }) => isIn(source, [...ON_BOTH, ...ON_POSTGRES]) && !isIn(source, NOT_ON_POSTGRES),
    ),
  };
}

/**
 * Test files that need the same engine. Several processes take one after the other from the list, so they share
 * modules, a browser and a database template.
 * @typedef {{ files: TestFile[], engine: 'sqlite' | 'postgres', processes: number }} TestGroup
 */

/** How many processes divide the files of an engine. */
const PROCESSES = 3;
/** Tests beside the code are quick, so more of them would only load the same modules again. */
const UNIT_FILES_PER_PROCESS = 100;

/**
 * Divides files into groups. `together` run several at a time, the slow ones first; `alone` run after them,
 * one at a time.
 * @param {{ sqlite: TestFile[], postgres: TestFile[] }} chosen the files to run on each engine
 * @param {boolean} proof long variants: each has a process of its own
 * @returns {{ together: TestGroup[], alone: TestGroup[] }}
 */
export function groupTests(chosen, proof) {
  /** @returns {TestGroup[]} */
  const groups = (kind, split) =>
    ['sqlite', 'postgres'].flatMap((engine) =>
      split(chosen[engine].filter(({ source }) => kindOf(source) === kind).toSorted(slowFirst)).map(
        (group) => ({ engine, ...group }),
      ),
    );
  const each = (files) => files.map((file) => ({ files: [file], processes: 1 }));
  const shared = (files) => {
    const processes = Math.min(PROCESSES, files.length);
    return processes === 0 ? [] : [{ files, processes }];
  };
  const units = (files) =>
    chunks(files, UNIT_FILES_PER_PROCESS).map((some) => ({ files: some, processes: 1 }));
  return {
    together: [...groups('service', proof ? each : shared), ...groups('unit', units)],
    alone: groups('alone', each),
  };
}

/** What a test file is called in the output. */
export function nameOf(source, engine) {
  return engine === 'postgres' ? `${source} (PostgreSQL)` : source;
}

function slowFirst(a, b) {
  const [one, other] = [a, b].map(({ source }) => {
    const rank = HEAVY.findIndex((beginning) => source.startsWith(beginning));
    return rank === -1 ? HEAVY.length : rank;
  });
  return one - other;
}

function kindOf(source) {
  if (isIn(source, ALONE)) return 'alone';
  return /^\w+\/src\//.test(source) ? 'unit' : 'service';
}

function chunks(files, size) {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, i) =>
    files.slice(
      Math.round((i * files.length) / count),
      Math.round(((i + 1) * files.length) / count),
    ),
  );
}

function testFiles(folders) {
  return folders
    .flatMap(([folder, compiled]) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => ({
          source: `${folder}/${name.replaceAll('\\', '/')}`,
          compiled: join(root, compiled, name.replace(/\.ts$/, '.js')),
        })),
    )
    .toSorted((a, b) => (a.source < b.source ? -1 : 1));
}
