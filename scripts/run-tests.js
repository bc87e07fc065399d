import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from './postgres.js';
import { chooseTests, groupTests, nameOf } from './test-files.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const SLOWEST_FILES = 10;

/**
 * Runs the compiled tests, those that concern the database on SQLite and on PostgreSQL, and prints the slowest
 * files, the failed tests and the totals. Returns whether all passed.
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
  const server = postgres.length > 0 ? await postgresServer() : undefined;
  const left = postgres.length > 0 && server === undefined;
  const { together, alone } = groupTests({ sqlite, postgres: left ? [] : postgres }, proof);
  /** @type {FileTime[]} */
  const times = [];
  try {
    const options = { proof, postgresUrl: server?.url, times };
    // The long variants load the machine more than they wait.
    const good = await runGroups(together, { ...options, concurrency: proof ? 2 : 3 });
    return (await runGroups(alone, { ...options, concurrency: 1 })) && good && !(left && isCi());
  } finally {
    const serverCpu = server?.cpuSeconds?.();
    await server?.stop();
    report(times, serverCpu);
    if (left) process.stderr.write(WITHOUT_POSTGRES);
  }
}

const isCi = () => process.env.CI === 'true';

const WITHOUT_POSTGRES =
  'The tests on PostgreSQL were left out: there is none, and none could be installed.\n' +
  'Install PostgreSQL 15 or newer, or set SMARTLINK_TEST_POSTGRES to the address of one.\n';

/**
 * Returns the PostgreSQL server that `SMARTLINK_TEST_POSTGRES` names, otherwise starts one; undefined if there
 * is none.
 */
async function postgresServer() {
  const url = process.env.SMARTLINK_TEST_POSTGRES;
  return url === undefined ? startPostgres() : { url, stop: async () => {} };
}

/**
 * @typedef {object} FileTime
 * @property {string} file and the engine, if it is not SQLite
 * @property {number} milliseconds
 * @property {number} cpuSeconds of its process and the processes that it starts, without PostgreSQL
 * @property {number} passed
 * @property {string[]} failed the name of each failed test, and the beginning of its error
 * @property {number} skipped
 */

/**
 * Stack traces with lines of the source. The option of Node.js would apply to the threads of each service too, which then
 * take about 20 ms longer to start.
 */
const SOURCE_MAPS = 'process.setSourceMapsEnabled(true);\n';

/**
 * Runs groups of test files in processes of their own. Returns whether all passed; appends what each file took
 * to `times`.
 * @param {import('./test-files.js').TestGroup[]} groups
 */
async function runGroups(groups, { concurrency, proof, postgresUrl, times }) {
  if (groups.length === 0) return true;
  const folder = mkdtempSync(join(tmpdir(), 'smartlink-tests-'));
  const timesFile = join(folder, 'times.jsonl');
  const cpuFile = join(folder, 'cpu.jsonl');
  writeFileSync(cpuFile, '');
  // Of a file that hangs: on a busy machine, the slowest ones need several minutes.
  const timeout = proof ? 3_600_000 : 1_200_000;
  const runner = JSON.stringify(new URL('test-group.js', import.meta.url).href);
  const entries = groups.flatMap((group, index) => {
    const name = `group-${String(index).padStart(3, '0')}`;
    const url = group.engine === 'postgres' ? postgresUrl : undefined;
    const takenFolder = join(folder, name);
    mkdirSync(takenFolder);
    const options = { timeout, postgresUrl: url, cpuFile, takenFolder };
    const call = `await runGroup(${JSON.stringify(group.files)}, ${JSON.stringify(options)});`;
    return Array.from({ length: group.processes }, (_, process) => {
      const entry = join(folder, `${name}-${process}.mjs`);
      writeFileSync(
        entry,
        `${SOURCE_MAPS}const { runGroup } = await import(${runner});\n${call}\n`,
      );
      return entry;
    });
  });
  const longest = Math.max(...groups.map(({ files }) => files.length));
  const { SMARTLINK_TEST_POSTGRES: _, ...environment } = process.env;
  const args = [
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
    env: { ...environment, ...(proof ? { SMARTLINK_PROOF: '1' } : {}) },
  });
  const good = (await new Promise((done) => child.once('exit', done))) === 0;
  const linesOf = (file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const cpu = new Map(linesOf(cpuFile).map(({ file, cpuSeconds }) => [file, cpuSeconds]));
  const ended = linesOf(timesFile);
  times.push(...ended.map((one) => ({ ...one, cpuSeconds: cpu.get(one.file) ?? 0 })));
  rmSync(folder, { recursive: true, force: true });
  const names = new Set(ended.map(({ file }) => file));
  const missing = groups
    .flatMap(({ files, engine }) => files.map(({ source }) => nameOf(source, engine)))
    .filter((name) => !names.has(name));
  // Their process ended before they did.
  times.push(...missing.map((file) => ({ ...NOT_ENDED, file })));
  return good && missing.length === 0;
}

/** @type {Omit<FileTime, 'file'>} */
const NOT_ENDED = {
  milliseconds: 0,
  cpuSeconds: 0,
  passed: 0,
  failed: ['the process ended before the end of this file'],
  skipped: 0,
};

/**
 * @param {FileTime[]} times
 * @param {number | undefined} serverCpu CPU seconds of the PostgreSQL server, if it was started here
 */
function report(times, serverCpu) {
  const timesFile = process.env.SMARTLINK_TEST_TIMES;
  if (timesFile) writeFileSync(timesFile, times.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const slowest = times
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, SLOWEST_FILES)
    .map(({ file, milliseconds, cpuSeconds }) => {
      const [seconds, cpu] = [milliseconds / 1000, cpuSeconds].map((one) =>
        one.toFixed(1).padStart(7),
      );
      return `${seconds} s ${cpu} s CPU  ${file}\n`;
    });
  process.stdout.write(`\nThe slowest test files:\n${slowest.join('')}`);
  const failed = times.flatMap((entry) => entry.failed.map((text) => `${entry.file}: ${text}\n`));
  if (failed.length > 0) process.stdout.write(`\nThe failed tests:\n${failed.join('')}`);
  const total = (count) => times.reduce((sum, entry) => sum + entry[count], 0);
  const counts = `${total('passed')} passed, ${failed.length} failed, ${total('skipped')} skipped`;
  const cpu = `${Math.round(total('cpuSeconds'))} s CPU`;
  const alsoPostgres =
    serverCpu === undefined ? '' : `, ${Math.round(serverCpu)} s CPU of PostgreSQL`;
  process.stdout.write(`\n${counts}, ${cpu}${alsoPostgres}\n`);
}
