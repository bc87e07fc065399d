import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exclusively } from './exclusively.js';
import { runQuietly } from './run-quietly.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const lockFile = join(root, 'package-lock.json');
const installStamp = join(root, 'node_modules', '.smartlink-installed');

/**
 * Installs what is missing and builds what changed. Prints a message while it runs.
 * @param {{ client?: boolean, tests?: boolean }} [options] what to build besides the service
 */
export async function prepared({ client = false, tests = false } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(`Smartlink needs Node.js 20.19 or newer; this is ${process.version}.\n`);
    process.exit(2);
  }
  await once('npm', installStamp, digest([lockFile]), async () => {
    say('Installing packages (once; about a minute) …');
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  });
  const tsc = tool('typescript', 'bin', 'tsc');
  const tsdown = tool('tsdown', 'dist', 'run.mjs');
  // The client comes first: tests of the service import what is shipped of it.
  if (client || tests) await build('client', '.built', [tsdown]);
  const dashboard = async () => {
    const sources = ['dashboard', 'server/src/domain'];
    const vite = [tool('vite', 'bin', 'vite.js'), 'build', '--logLevel=warn'];
    await build('dashboard', '.built', vite, { sources });
    if (!tests) return;
    const compile = [tsc, '-p', 'tsconfig.test.json'];
    await build('dashboard', '.built-with-tests', compile, { sources, tests });
  };
  const service = async () => {
    await build('server', '.built', [tsdown]);
    if (!tests) return;
    const compile = [tsc, '-p', 'tsconfig.json'];
    const sources = ['client', 'server'];
    await build('client', '.built-with-tests', compile, { tests });
    const more = { sources, tests, afterwards: startBundles };
    await build('server', '.built-with-tests', compile, more);
    await build('e2e', '.built-with-tests', [tsc, '-p', 'tsconfig.build.json'], { tests });
  };
  await Promise.all([dashboard(), service()]);
}

function tool(...path) {
  return join(root, 'node_modules', ...path);
}

/**
 * Builds a folder, unless its sources are the same as the last time.
 * @param {string} name @param {string} built @param {string[]} command
 * @param {{ sources?: string[], tests?: boolean, afterwards?: () => void }} [options] `sources`: the folders that it
 *   depends on; `tests`: its tests are built too; `afterwards` completes what the command has built
 */
async function build(name, built, command, options = {}) {
  const { sources = [name], tests = false, afterwards } = options;
  const stamp = join(root, name, 'dist', built);
  await once(name, stamp, fingerprint(sources, tests), async () => {
    say(`Building ${name}${tests ? ' with its tests' : ''} …`);
    rmSync(stamp, { force: true });
    await run(process.execPath, command, join(root, name));
    afterwards?.();
  });
}

/** Does what the content of `stamp` does not say was done, unless another process does it at the same time. */
async function once(name, stamp, wanted, work) {
  if (read(stamp) === wanted) return;
  const inTurn = async () => {
    if (read(stamp) === wanted) return;
    await work();
    writeFileSync(stamp, wanted);
  };
  await exclusively(root, name, inTurn, (pid) =>
    say(`Waiting for process ${pid}, which prepares ${name} …`),
  );
}

/**
 * Makes the compiled service start the bundles of its threads and processes: each test that starts the service starts
 * several, and would load dozens of files for each.
 */
function startBundles() {
  const [program, compiled] = ['program', 'src'].map((name) => join(root, 'server', 'dist', name));
  for (const file of readdirSync(compiled, { recursive: true, encoding: 'utf8' })) {
    const name = basename(file);
    if (!name.endsWith('.js') || name === 'main.js' || !existsSync(join(program, name))) continue;
    const bundle = relative(dirname(join(compiled, file)), join(program, name));
    writeFileSync(join(compiled, file), `import '${bundle.split(sep).join('/')}';\n`);
  }
}

const SOURCES = [
  'src',
  'test',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'tsconfig.test.json',
  'tsdown.config.ts',
  'vite.config.ts',
  'index.html',
];
/** Folders with sources at the top. */
const ONLY_SOURCES = ['e2e', 'server/src/domain'];

/** Returns a hash of the names, sizes and times of all sources. */
function fingerprint(names, tests) {
  /** @type {string[]} */
  const entries = [];
  for (const name of names) {
    for (const part of ONLY_SOURCES.includes(name) ? ['.'] : SOURCES) {
      if (part !== 'test' || tests) walk(join(root, name, part), tests, entries);
    }
  }
  return createHash('sha256').update(entries.toSorted().join('\n')).digest('hex');
}

function walk(path, tests, entries) {
  if (!existsSync(path) || basename(path) === 'dist') return;
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

// On standard error, so that standard output contains only a command's `--json`.
function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Runs a program without showing its output. If it fails, prints the output and ends this process.
 * @param {string} command @param {string[]} args @param {string} [cwd]
 */
async function run(command, args, cwd = root) {
  const shell = process.platform === 'win32' && command === 'npm';
  const { status, output } = await runQuietly(command, args, { cwd, shell });
  if (status === 0) return;
  say(`${output}${command} ${args[0]} failed.`);
  process.exit(1);
}

// `npm run build`: builds everything that is published.
if (process.argv[1] === fileURLToPath(import.meta.url)) await prepared({ client: true });
