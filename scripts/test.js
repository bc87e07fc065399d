import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from './postgres.js';
import { prepared } from './prepare.js';

// `npm test`: set up, check, run every test; then run those of the service again on PostgreSQL.
// `npm run proof`: the long versions of those that have one. Arguments narrow the run: `npm test -- crash` runs the files whose path has "crash" in it.
const root = fileURLToPath(new URL('..', import.meta.url));
const proof = process.argv.includes('--proof');
const unit = process.argv.includes('--unit');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const LONG =
  /[-/](crash|fuzz|concurrency|faults|schemes|schemes-planted|xss)\.test\.ts$|postgres\/(away|failover|three-instances|rolling-restart)/;
/** What has no short version and is run by `npm run proof` only, after the others: it counts seconds. */
const ONLY_LONG = /postgres\/failover/;

const NODE_OPTIONS = [
  '--enable-source-maps',
  '--test',
  '--test-concurrency=2',
  '--test-reporter=spec',
  `--test-timeout=${proof ? 3_600_000 : 300_000}`,
];

await prepared({ tests: true });
if (!proof && !unit && words.length === 0) {
  const { check } = await import('./check.js');
  if (!check()) process.exit(1);
}
/** Where tests stand, and where they are compiled to. */
const FOLDERS = [
  ['client/src', 'client/build/src'],
  ['dashboard/src', 'dashboard/build'],
  ['server/src', 'server/dist/src'],
  ...(unit ? [] : [['server/test', 'server/dist/test']]),
];
const chosen = FOLDERS.flatMap(([folder, compiled]) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => ({
      source: `${folder}/${name}`,
      compiled: join(root, compiled, name.replace(/\.ts$/, '.js')),
    })),
)
  .filter(({ source }) => (proof ? LONG.test(source) : !ONLY_LONG.test(source)))
  .filter(({ source }) => words.length === 0 || words.some((word) => source.includes(word)))
  .toSorted((a, b) => (a.source < b.source ? -1 : 1));
if (chosen.length === 0) {
  const command = proof ? 'npm run proof' : 'npm test';
  process.stderr.write(
    `${command} runs no test file that has ${words.join(' or ')} in its path.\n`,
  );
  process.exit(1);
}

/** What a store has to do, whatever engine it is: run on each. */
const ON_BOTH =
  /^server\/test\/(?:(?:v2|client|manage|visit)\/|(?:redeem-)?concurrency|fuzz|metadata|odd-text|openapi|docs\.test)/;
/** What only PostgreSQL does. */
const ON_POSTGRES = /^server\/test\/postgres\//;

const onSqlite = chosen.filter(({ source }) => !ON_POSTGRES.test(source));
const onPostgres = chosen.filter(({ source }) => ON_BOTH.test(source) || ON_POSTGRES.test(source));
const good = onSqlite.length === 0 || (await run(onSqlite));
process.exitCode = (onPostgres.length === 0 || (await runOnPostgres())) && good ? 0 : 1;

async function runOnPostgres() {
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
  let allGood = true;
  try {
    for (const files of [onPostgres.filter((file) => !isLast(file)), onPostgres.filter(isLast)]) {
      if (files.length > 0)
        allGood = (await run(files, { SMARTLINK_TEST_POSTGRES: url })) && allGood;
    }
    return allGood;
  } finally {
    await server?.stop();
  }
}

/** Runs test files; were they all good? */
async function run(files, environment = {}) {
  const { SMARTLINK_TEST_POSTGRES: _, ...inherited } = process.env;
  const paths = files.map(({ compiled }) => compiled);
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...paths], {
    cwd: root,
    stdio: 'inherit',
    env: { ...inherited, ...(proof ? { SMARTLINK_PROOF: '1' } : {}), ...environment },
  });
  return (await new Promise((done) => child.once('exit', done))) === 0;
}
