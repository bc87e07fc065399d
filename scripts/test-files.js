import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files with a long variant, which `npm run proof` runs. */
const LONG =
  /[-/](crash|fuzz|concurrency|faults|schemes|schemes-planted|xss)\.test\.ts$|postgres\/(away|failover|three-instances|rolling-restart)/;
/** Files without a short variant: only `npm run proof` runs them. */
const ONLY_LONG = /postgres\/failover/;
/** What depends on the database: these run on both engines. */
const ON_BOTH =
  /^server\/test\/(?:(?:v2|client|manage|visit)\/|(?:redeem-)?concurrency|fuzz|metadata|odd-text|openapi)|^e2e\/docs\/examples/;
/** What only PostgreSQL does. */
const ON_POSTGRES = /^server\/test\/postgres\//;
/** Files that measure time or hold a rate: nothing else runs at the same time. */
const ALONE =
  /^server\/test\/(?:worst-case|stop-delay|security\/crowd|client\/guesses|manage\/(?:worst-case|sign-in-limits))|postgres\/(?:rolling-restart|failover|three-instances|instances|instance-crash|away)/;
/** Slow files: each runs in a process of its own, and these start first. */
const HEAVY =
  /^server\/test\/(?:crash|redeem-|concurrency|fuzz|openapi|workers|stop|store-away)|^e2e\/(?:newcomer|deploy\/|examples\/|sdk\/|docs\/(?:examples|openapi-tools)|dashboard\/(?:look|links|members|xss)\.)/;
/** Files that use a browser. */
const BROWSER = /^e2e\/(?:dashboard|pages|security|visit|browser)\//;

/** Folders of tests, and where they are compiled. */
const UNIT_FOLDERS = [
  ['client/src', 'client/build/src'],
  ['dashboard/src', 'dashboard/build'],
  ['server/src', 'server/dist/src'],
];
const SERVICE_FOLDERS = [
  ['e2e', 'e2e/dist'],
  ['server/test', 'server/dist/test'],
];

/** The number of files that share a process, and so its modules, browser and database template. */
const GROUP_SIZES = { unit: 60, service: 12, browser: 4 };

/**
 * A test file: where its source is (relative to the repository) and what to run.
 * @typedef {{ source: string, compiled: string }} TestFile
 */

/**
 * The test files to run on each engine, by source.
 * @param {{ unit: boolean, proof: boolean, words: string[] }} options
 */
export function chooseTests({ unit, proof, words }) {
  const chosen = testFiles(unit ? UNIT_FOLDERS : [...UNIT_FOLDERS, ...SERVICE_FOLDERS])
    .filter(({ source }) => (proof ? LONG.test(source) : !ONLY_LONG.test(source)))
    .filter(({ source }) => words.length === 0 || words.some((word) => source.includes(word)));
  return {
    sqlite: chosen.filter(({ source }) => !ON_POSTGRES.test(source)),
    postgres: chosen.filter(({ source }) => ON_BOTH.test(source) || ON_POSTGRES.test(source)),
  };
}

/**
 * Divides files into groups that each run in one process, one file after the other. `together` run two
 * groups at a time, the long ones first; `alone` run after them, one at a time.
 * @param {TestFile[]} files @param {boolean} proof long variants: each has a process of its own
 * @returns {{ together: TestFile[][], alone: TestFile[][] }}
 */
export function groupTests(files, proof) {
  const of = (kind) => files.filter(({ source }) => kindOf(source, proof) === kind);
  const alone = (kind) => of(kind).map((file) => [file]);
  return {
    together: [
      ...alone('heavy'),
      ...chunks(of('browser'), GROUP_SIZES.browser),
      ...chunks(of('service'), GROUP_SIZES.service),
      ...chunks(of('unit'), GROUP_SIZES.unit),
    ],
    alone: alone('alone'),
  };
}

function kindOf(source, proof) {
  if (ALONE.test(source)) return 'alone';
  if (proof || HEAVY.test(source)) return 'heavy';
  if (BROWSER.test(source)) return 'browser';
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
