import { setTimeout as sleep } from 'node:timers/promises';
import { startPatroni } from './patroni-cluster.js';
import { postmaster } from './processes.js';

// `node scripts/patroni.js`: a failover cluster to try out. Prints the primary and how to kill it, restarts
// killed nodes, and stops on Ctrl+C.

const AWAY_MS = 30_000;

const over = new AbortController();
const stopped = new Promise((done) => over.signal.addEventListener('abort', done));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => over.abort());
const say = (line) => process.stdout.write(`${new Date().toISOString()} ${line}\n`);

say('Starting etcd, three nodes and HAProxy …');
const cluster = await startPatroni();
process.stdout.write(`DATABASE_URL=${cluster.url}\n`);
let said = '';
/** When each killed node is restarted. */
const back = new Map();
while (!over.signal.aborted) {
  const line = describe(await cluster.standing());
  if (line !== said) say((said = line));
  for (const node of cluster.nodes) {
    if (node.patroni?.signalCode === null && node.patroni.exitCode === null) continue;
    if (!back.has(node)) back.set(node, Date.now() + AWAY_MS);
    if (Date.now() < back.get(node)) continue;
    back.delete(node);
    say(`${node.name} is started again.`);
    cluster.start(node);
  }
  await Promise.race([sleep(500), stopped]);
}
await cluster.stop();

function describe(standing) {
  if (!standing) return 'There is no primary.';
  const { primary, synchronous } = standing;
  const pids = [primary.patroni?.pid, postmaster(primary)].join(' ');
  return `Primary: ${primary.name}. Synchronous standby: ${synchronous ?? 'none'}. To kill the primary: kill -9 ${pids}`;
}
