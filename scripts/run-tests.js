import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from './postgres.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const LONG =
  /[-/](crash|fuzz|concurrency|faults|schemes|schemes-planted|xss)\.test\.ts$|postgres\/(away|failover|three-instances|rolling-restart)/;
/** What has no short version and is run by `npm run proof` only, after the others: it counts seconds. */
const ONLY_LONG = /postgres\/failover/;
/** What a store has to do, whatever engine it is: run on each. */
const ON_BOTH =
  /^server\/test\/(?:(?:v2|client|manage|visit)\/|(?:redeem-)?concurrency|fuzz|metadata|odd-text|openapi|docs\.test)/;
/** What only PostgreSQL does. */
const ON_POSTGRES = /^server\/test\/postgres\//;

/** Folders of test files, and where they are compiled to. */
const UNIT_FOLDERS = [
  ['client/src', 'client/build/src'],
  ['dashboard/src', 'dashboard/build'],
  ['server/src', 'server/dist/src'],
];
const SERVICE_FOLDERS = [['server/test', 'server/dist/test']];

const SLOWEST_FILES = 10;

/**
 * Runs the compiled tests, those of the service on SQLite and then again on PostgreSQL, and prints the
 * slowest files and the totals. Returns whether all passed.
 * @param {{ unit?: boolean, proof?: boolean, words?: string[] }} options `unit`: only tests beside the
 *   code; `proof`: only the long variants; `words`: only files whose path contains one of them
 */
export async function runTests({ unit = false, proof = false, words = [] }) {
  const chosen = testFiles(unit ? UNIT_FOLDERS : [...UNIT_FOLDERS, ...SERVICE_FOLDERS])
    .filter(({ source }) => (proof ? LONG.test(source) : !ONLY_LONG.test(source)))
    .filter(({ source }) => words.length === 0 || words.some((word) => source.includes(word)));
  if (chosen.length === 0) {
    const command = proof ? 'npm run proof' : 'npm test';
    process.stderr.write(`${command}: no test file has ${words.join(' or ')} in its path.\n`);
    return false;
  }
  const onSqlite = chosen.filter(({ source }) => !ON_POSTGRES.test(source));
  const onPostgres = chosen.filter(
    ({ source }) => ON_BOTH.test(source) || ON_POSTGRES.test(source),
  );
  /** @type {FileTime[]} */
  const times = [];
  const run = (files, environment = {}) => runFiles(files, proof, environment, times);
  let good = onSqlite.length === 0 || (await run(onSqlite));
  if (onPostgres.length > 0) good = (await runOnPostgres(onPostgres, run)) && good;
  report(times);
  return good;
}

function testFiles(folders) {
  return folders
    .flatMap(([folder, compiled]) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => ({
          source: `${folder}/${name}`,
          compiled: join(root, compiled, name.replace(/\.ts$/, '.js')),
        })),
    )
    .toSorted((a, b) => (a.source < b.source ? -1 : 1));
}

async function runOnPostgres(files, run) {
  const given = process.env.SMARTLINK_TEST_POSTGRES;
  const server = given === undefined ? await startPostgres() : undefined;
  const url = given ?? server?.url;
  if (url === undefined) {
    process.stderr.write(
      'The tests on PostgreSQL were left out: there is none, and none could be installed.\n' +
        'Install PostgreSQL 15 or newer, or set SMARTLINK_TEST_POSTGRES to the address of one.\n',
    );
    return process.env.CI !== 'true';
  }
  process.stdout.write('\nThe same on PostgreSQL:\n');
  const isLast = ({ source }) => ONLY_LONG.test(source);
  let good = true;
  try {
    for (const some of [files.filter((file) => !isLast(file)), files.filter(isLast)]) {
      if (some.length > 0) good = (await run(some, { SMARTLINK_TEST_POSTGRES: url })) && good;
    }
    return good;
  } finally {
    await server?.stop();
  }
}

/**
 * @typedef {object} FileTime
 * @property {string} file
 * @property {number} milliseconds
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string} engine
 */

/** Runs test files two at a time; were they all good? Appends what each took to `times`. */
async function runFiles(files, proof, environment, times) {
  const folder = mkdtempSync(join(tmpdir(), 'smartlink-tests-'));
  const timesFile = join(folder, 'times.jsonl');
  const { SMARTLINK_TEST_POSTGRES: _, ...inherited } = process.env;
  const args = [
    '--enable-source-maps',
    '--test',
    '--test-concurrency=2',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(root, 'scripts', 'file-times.js')}`,
    `--test-reporter-destination=${timesFile}`,
    `--test-timeout=${proof ? 3_600_000 : 300_000}`,
    ...files.map(({ compiled }) => compiled),
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...inherited, ...(proof ? { SMARTLINK_PROOF: '1' } : {}), ...environment },
  });
  const good = (await new Promise((done) => child.once('exit', done))) === 0;
  const engine = 'SMARTLINK_TEST_POSTGRES' in environment ? 'PostgreSQL' : 'SQLite';
  const lines = readFileSync(timesFile, 'utf8').split('\n').filter(Boolean);
  times.push(...lines.map((line) => ({ ...JSON.parse(line), engine })));
  rmSync(folder, { recursive: true, force: true });
  return good;
}

/** @param {FileTime[]} times */
function report(times) {
  const slowest = times
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, SLOWEST_FILES)
    .map(({ file, milliseconds, engine }) => {
      const seconds = (milliseconds / 1000).toFixed(1).padStart(7);
      return `${seconds} s  ${engine.padEnd(10)}  ${file}\n`;
    });
  process.stdout.write(`\nThe slowest test files:\n${slowest.join('')}`);
  const total = (count) => times.reduce((sum, entry) => sum + entry[count], 0);
  const counts = `${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`;
  process.stdout.write(`\n${counts}\n`);
}
