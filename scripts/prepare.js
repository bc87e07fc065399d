import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const lockFile = join(root, 'package-lock.json');
const installStamp = join(root, 'node_modules', '.smartlink-installed');

/**
 * Installs what is missing and builds what changed. Says so while it takes its time.
 * @param {{ tests?: boolean }} [options] `tests`: build the tests as well
 */
export async function prepared({ tests = false } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(`Smartlink needs Node.js 20.19 or newer; this is ${process.version}.\n`);
    process.exit(2);
  }
  const lock = digest([lockFile]);
  if (read(installStamp) !== lock) {
    say('Installing packages (once; about a minute) …');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    writeFileSync(installStamp, lock);
  }
  build(tests ? 'tsconfig.json' : 'tsconfig.build.json', tests);
}

/** @param {string} project @param {boolean} tests */
function build(project, tests) {
  const stamp = join(root, 'server', 'dist', tests ? '.built-with-tests' : '.built');
  const sources = fingerprint(join(root, 'server'), tests);
  if (read(stamp) === sources) return;
  say('Building …');
  rmSync(stamp, { force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  run(process.execPath, [tsc, '-p', join(root, 'server', project)]);
  writeFileSync(stamp, sources);
}

/** Names, sizes and times of all sources: changes when one of them does. */
function fingerprint(folder, tests) {
  /** @type {string[]} */
  const entries = [];
  for (const part of ['src', 'test', 'tsconfig.json', 'tsconfig.build.json', 'package.json']) {
    if (part !== 'test' || tests) walk(join(folder, part), tests, entries);
  }
  return createHash('sha256').update(entries.toSorted().join('\n')).digest('hex');
}

function walk(path, tests, entries) {
  if (!existsSync(path)) return;
  const stat = statSync(path);
  if (stat.isDirectory())
    for (const name of readdirSync(path)) walk(join(path, name), tests, entries);
  else if (tests || !path.endsWith('.test.ts'))
    entries.push(`${path} ${stat.size} ${stat.mtimeMs}`);
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

// On standard error, so that a command's `--json` stays alone on standard output.
function say(text) {
  process.stderr.write(`${text}\n`);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (status === 0) return;
  say(
    error ? `${command} could not be started: ${error.message}` : `${command} ${args[0]} failed.`,
  );
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await prepared();
