import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { it } from 'node:test';
import { afterAll } from '#server/test/harness.ts';
import { eventually, freePort } from '#server/test/processes.ts';
import { acceptInvitation, USER } from './deployment.ts';

// Builds the image and runs its command as the manifests for Kubernetes do. Only `npm run proof` runs this:
// the build takes some minutes and 2 GB of disk space.

interface Image {
  readonly root: string;
  readonly config: {
    readonly User: string;
    readonly Env: readonly string[];
    readonly Entrypoint: readonly string[];
    readonly Cmd: readonly string[];
    readonly WorkingDir: string;
    readonly StopSignal: NodeJS.Signals;
  };
  readonly remove: () => void;
}

/** What only building needs. */
const NOT_IN_IMAGE = [
  'app/node_modules/@photostructure',
  'app/node_modules/tsdown',
  'app/node_modules/typescript',
  'app/node_modules/vite',
  'app/server/src',
  'root/.cache',
  'root/.npm',
  'usr/bin/cc',
  'usr/bin/g++',
  'usr/bin/make',
];
const [UID = '', GID = ''] = USER.split(':');

it(
  'the image serves with a read-only file system and no rights',
  { timeout: 900_000 },
  async (t) => {
    const script = new URL('../../../scripts/image.js', import.meta.url).href;
    const { buildImage } = (await import(script)) as { buildImage: () => Image | undefined };
    const image = buildImage();
    if (image === undefined) return t.skip('needs Debian, root, buildah and debootstrap');
    afterAll(image.remove);
    const { root, config } = image;
    assert.equal(config.User, USER);
    for (const path of NOT_IN_IMAGE) assert.ok(!existsSync(join(root, path)), path);
    t.diagnostic(`${sizeOf(root)} MB, of which ${sizeOf(join(root, 'app'))} MB are in /app`);

    const port = await freePort();
    const service = start(image, port);
    let output = '';
    for (const stream of [service.stdout, service.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const isReady = async (): Promise<boolean> => {
      assert.equal(service.exitCode, null, output);
      const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
      return response?.status === 200;
    };
    await eventually('it is ready', isReady, 30_000);

    const inProc = (name: string): string => readFileSync(`/proc/${service.pid}/${name}`, 'utf8');
    const status = inProc('status');
    assert.match(status, new RegExp(`^Uid:\\t${UID}\\t${UID}\\t`, 'm'));
    assert.match(status, new RegExp(`^Gid:\\t${GID}\\t${GID}\\t`, 'm'));
    assert.match(status, /^CapEff:\t0+$/m);
    assert.match(status, /^NoNewPrivs:\t1$/m);
    assert.match(inProc('mountinfo'), / \/ ro,/);
    const at = `http://127.0.0.1:${port}`;
    const page = await fetch(`${at}/dashboard/`);
    assert.equal(page.status, 200);
    // It is ready before it has written this file, and names it afterwards.
    await eventually('it names the file', () => output.includes('/data/first-start.txt'));
    const firstStart = inProc('root/data/first-start.txt');
    assert.equal((await acceptInvitation(at, firstStart)).status, 200);

    const exited = once(service, 'exit');
    service.kill(config.StopSignal);
    assert.deepEqual(await exited, [0, null], output);
  },
);

/** Each `exec` keeps the process id, so signals reach the service; its mounts end with it. */
const IN_READ_ONLY_ROOT = `
  root=$1 uid=$2 gid=$3
  shift 3
  set -e
  mount --bind "$root" "$root"
  mount -o remount,bind,ro "$root"
  mount -t tmpfs -o "uid=$uid,gid=$gid,mode=700" tmpfs "$root/data"
  mount -t tmpfs tmpfs "$root/tmp"
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  exec chroot "$root" setpriv --reuid "$uid" --regid "$gid" --clear-groups \\
    --no-new-privs --bounding-set=-all "$@"`;

function start(
  { root, config }: Image,
  port: number,
): ChildProcessByStdio<null, Readable, Readable> {
  const command = [...config.Entrypoint, ...config.Cmd];
  const args = ['--mount', 'sh', '-c', IN_READ_ONLY_ROOT, 'sh', root, UID, GID, ...command];
  const variables = config.Env.map((pair) => pair.split('=', 2) as [string, string]);
  assert.equal(config.WorkingDir, '/', 'chroot starts there');
  const child = spawn('unshare', args, {
    env: { ...Object.fromEntries(variables), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  afterAll(() => child.kill('SIGKILL'));
  return child;
}

function sizeOf(folder: string): number {
  const { stdout } = spawnSync('du', ['--summarize', '--block-size=MB', folder], {
    encoding: 'utf8',
  });
  return Number.parseInt(stdout, 10);
}
