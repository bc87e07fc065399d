import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from './postgres.js';
import { chooseTests, groupTests } from './test-files.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const SLOWEST_FILES = 10;

/**
 * Runs the compiled tests, those of the service on SQLite and then again on PostgreSQL, and prints the
 * slowest files and the totals. Returns whether all passed.
 * @param {{ unit?: boolean, proof?: boolean, words?: string[] }} options `unit`: only tests beside the
 *   code; `proof`: only the long variants; `words`: only files whose path contains one of them
 */
export async function runTests({ unit = false, proof = false, words = [] }) {
  const { sqlite, postgres } = chooseTests({ unit, proof, words });
  if (sqlite.length + postgres.length === 0) {
    const command = proof ? 'npm run proof' : 'npm test';
    process.stderr.write(`${command}: no test file has ${words.join(' or ')} in its path.\n`);
    return false;
  }
  /** @type {FileTime[]} */
  const times = [];
  const run = async (files, environment = {}) => {
    const { together, alone } = groupTests(files, proof);
    const good = together.length === 0 || (await runAll(together, 2));
    return (alone.length === 0 || (await runAll(alone, 1))) && good;

    function runAll(groups, concurrency) {
      return runGroups(groups, { concurrency, proof, environment, times });
    }
  };
  let good = sqlite.length === 0 || (await run(sqlite));
  if (postgres.length > 0) good = (await runOnPostgres(postgres, run)) && good;
  report(times);
  return good;
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
  try {
    return await run(files, { SMARTLINK_TEST_POSTGRES: url });
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

/**
 * Runs groups of test files, each in a process of its own. Returns whether all passed; appends what each
 * file took to `times`.
 */
async function runGroups(groups, { concurrency, proof, environment, times }) {
  const folder = mkdtempSync(join(tmpdir(), 'smartlink-tests-'));
  const timesFile = join(folder, 'times.jsonl');
  const timeout = proof ? 3_600_000 : 300_000;
  const runner = JSON.stringify(new URL('test-group.js', import.meta.url).href);
  const entries = groups.map((files, index) => {
    const entry = join(folder, `group-${String(index).padStart(3, '0')}.mjs`);
    const call = `await runGroup(${JSON.stringify(files)}, ${timeout});`;
    writeFileSync(entry, `import { runGroup } from ${runner};\n${call}\n`);
    return entry;
  });
  const longest = Math.max(...groups.map((files) => files.length));
  const { SMARTLINK_TEST_POSTGRES: _, ...inherited } = process.env;
  const args = [
    '--enable-source-maps',
    '--test',
    `--test-concurrency=${concurrency}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(root, 'scripts', 'file-times.js')}`,
    `--test-reporter-destination=${timesFile}`,
    `--test-timeout=${timeout * longest}`,
    ...entries,
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
