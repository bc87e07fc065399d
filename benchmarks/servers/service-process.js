import cluster from 'node:cluster';
import { once } from 'node:events';
import { createApp } from '../../server/dist/src/app.js';
import { readConfig } from '../../server/dist/src/config.js';

/**
 * The service with a cache of the size in the first argument, in megabytes. This is smaller than the setting
 * allows, so that even a thousand links do not fit. Reports on request how many bytes it uses.
 */

const config = { ...readConfig(process.env), cacheMegabytes: Number(process.argv[2]) };
const severalProcesses = config.workers > 1;
if (severalProcesses && cluster.isPrimary) await lookAfterWorkers();
else await serve();

async function lookAfterWorkers() {
  // As in the service.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  let port;
  for (let index = 0; index < config.workers; index++) {
    [{ port }] = await once(cluster.fork(), 'listening');
  }
  sayWhere(`http://127.0.0.1:${port}`);
  await once(process, 'SIGTERM');
  for (const worker of Object.values(cluster.workers)) worker.process.kill('SIGTERM');
}

async function serve() {
  const app = await createApp(config);
  const address = await app.listen();
  if (!severalProcesses) sayWhere(address);
  if (globalThis.gc) process.on('message', () => process.send?.(bytesInUse()));
  await once(process, 'SIGTERM');
  await app.close();
  process.disconnect?.();
}

function sayWhere(address) {
  process.stdout.write(`it is listening on ${address} \n`);
}

/** The memory after garbage collection, in bytes: what is in use, and what the process has. */
function bytesInUse() {
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: heapUsed + external, resident: rss };
}
