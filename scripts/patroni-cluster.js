import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { etcdArguments, haproxySettings, patroniSettings } from './patroni-settings.js';
import { installPackages, postgresBinaries } from './postgres-binaries.js';
import { freePort } from './free-port.js';
import { ownerOf } from './postgres.js';
import { childrenOf, parentOf, postmaster, signal, titleOf } from './processes.js';

// A failover cluster of three PostgreSQL servers on this machine, with etcd, Patroni and HAProxy from Debian,
// in a folder of its own.

const MINUTE_MS = 60_000;
const FOLDERS = ['/usr/bin', '/usr/sbin'];
const PACKAGES = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy' };

/**
 * @typedef {object} Node
 * @property {string} name
 * @property {number} port of PostgreSQL
 * @property {number} api the port of Patroni's REST API
 * @property {string} data
 * @property {import('node:child_process').ChildProcess} [patroni]
 */

/**
 * @typedef {object} Standing the state of the cluster according to the primary
 * @property {Node} primary
 * @property {string | undefined} synchronous the standby that has everything that was acknowledged
 * @property {string[]} streaming all standbys that replicate
 */

/**
 * @typedef {object} Cluster
 * @property {string} url of the database `postgres`, on the current primary
 * @property {Node[]} nodes
 * @property {() => Promise<Standing | undefined>} standing
 * @property {() => Promise<Standing>} whole waits until both standbys replicate, one of them synchronously
 * @property {(node: Node) => number} stall blocks replication to the standbys; returns their number
 * @property {(node: Node) => Promise<void>} kill PostgreSQL and Patroni at once, as if the machine failed
 * @property {(node: Node) => void} start again, after a kill
 * @property {() => Promise<void>} stop permanently and remove the folder
 */

/** @returns {Promise<Cluster>} */
export async function startPatroni() {
  const programs = found();
  const folder = mkdtempSync(join(tmpdir(), 'smartlink-patroni-'));
  const owner = ownerOf();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = [];
  /** In a session of its own, so that Ctrl+C stops the programs in the right order. */
  const run = (name, program, args) => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const child = spawn(program, args, {
      ...owner,
      cwd: folder,
      env: { PATH: FOLDERS.join(':'), HOME: folder, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    children.push(child);
    return child;
  };

  const [etcd, peer, port] = [await freePort(), await freePort(), await freePort()];
  const nodes = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      /** @type {Node} */
      const node = {
        name,
        port: await freePort(),
        api: await freePort(),
        data: join(folder, name),
        patroni: undefined,
      };
      const settings = patroniSettings({ ...node, folder, bin: programs.bin, etcd });
      writeFileSync(join(folder, `${name}.json`), settings);
      return node;
    }),
  );
  const start = (node) => {
    node.patroni = run(node.name, programs.patroni, [join(folder, `${node.name}.json`)]);
  };
  writeFileSync(join(folder, 'haproxy.cfg'), haproxySettings(port, nodes));

  const end = () => {
    // Patroni first, because it would restart PostgreSQL.
    for (const child of children) child.kill('SIGKILL');
    for (const node of nodes) signal(postmaster(node), 'SIGQUIT');
  };
  process.once('exit', end);
  const stop = async () => {
    end();
    process.off('exit', end);
    await until('PostgreSQL ends', () => nodes.every((node) => !postmaster(node)));
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  const whole = () =>
    until('three nodes, one a synchronous standby', async () => {
      const now = await standing(nodes);
      return now?.synchronous && now.streaming.length === nodes.length - 1 && now;
    });

  run('etcd', programs.etcd, etcdArguments(join(folder, 'etcd'), etcd, peer));
  for (const node of nodes) start(node);
  run('haproxy', programs.haproxy, ['-db', '-f', join(folder, 'haproxy.cfg')]);
  try {
    await whole();
  } catch (error) {
    const logs = ['etcd', 'haproxy', ...nodes.map(({ name }) => name)].map((name) => {
      return `${name}:\n${readFileSync(join(folder, `${name}.log`), 'utf8').slice(-2000)}`;
    });
    await stop();
    throw new Error(`Patroni did not start.\n${logs.join('\n')}`, { cause: error });
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    nodes,
    standing: () => standing(nodes),
    whole,
    start,
    stop,
    stall(node) {
      const senders = postgresOf(node).filter((pid) => titleOf(pid).includes(' walsender '));
      for (const pid of senders) signal(pid, 'SIGSTOP');
      return senders.length;
    },
    async kill(node) {
      // The open sessions must end too, as they do when a machine fails.
      const pids = postgresOf(node);
      node.patroni?.kill('SIGKILL');
      for (const one of pids) signal(one, 'SIGKILL');
      await until(`${node.name} ends`, () => !pids.some(parentOf));
    },
  };
}

/** Finds the programs. Throws if one is missing and cannot be installed. */
function found() {
  const names = Object.keys(PACKAGES);
  const path = (name) =>
    FOLDERS.map((folder) => join(folder, name)).find((file) => existsSync(file));
  const missing = () => names.filter((name) => !path(name)).map((name) => PACKAGES[name]);
  if (missing().length > 0) installPackages(missing());
  const bin = postgresBinaries();
  if (bin === undefined) throw new Error('needs PostgreSQL: apt-get install postgresql');
  if (missing().length > 0) {
    throw new Error(`needs what is missing here: apt-get install ${missing().join(' ')}`);
  }
  const [etcd, patroni, haproxy] = names.map((name) => path(name) ?? '');
  return { etcd, patroni, haproxy, bin };
}

/** @returns {Promise<Standing | undefined>} */
async function standing(nodes) {
  const said = await Promise.all(nodes.map((node) => status(node)));
  const at = said.findIndex((one) => one?.role === 'master' && one.state === 'running');
  if (at < 0) return undefined;
  const standbys = said[at].replication ?? [];
  const synchronous = standbys.find(({ sync_state }) => sync_state === 'sync')?.application_name;
  // PostgreSQL waits for this standby and Patroni knows that: only then can it be promoted.
  const agreed = said.some((one, i) => one?.sync_standby && nodes[i].name === synchronous);
  return {
    primary: nodes[at],
    synchronous: agreed ? synchronous : undefined,
    streaming: standbys
      .filter(({ state }) => state === 'streaming')
      .map(({ application_name }) => application_name),
  };
}

/** Returns the status of a node according to its Patroni; undefined if it does not respond. */
async function status(node) {
  try {
    const answer = await fetch(`http://127.0.0.1:${node.api}/patroni`, {
      signal: AbortSignal.timeout(2000),
    });
    return await answer.json();
  } catch {
    return undefined;
  }
}

function postgresOf(node) {
  const pid = postmaster(node);
  return pid === undefined ? [] : [pid, ...childrenOf(pid)];
}

/**
 * @template T
 * @param {string} what @param {() => T | Promise<T>} ask
 */
async function until(what, ask) {
  const end = Date.now() + 2 * MINUTE_MS;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`not within two minutes: ${what}`);
    await sleep(200);
  }
}
