import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { askAll, readHead } from '../http-pipeline.js';
import { retrieves, visits, wire } from '../load/traffic.js';
import { stop } from '../processes.js';
import { say } from '../progress.js';
import { startProgram } from '../servers/service.js';
import { readCodes } from '../store/codes.js';

const PROGRAM = fileURLToPath(new URL('../servers/service-process.js', import.meta.url));
const MOST_LINKS = 500_000;
/** Enough for all links, as redirects and as retrievals. */
const MEGABYTES = 1536;
/** Requests before the measurement, until the service has warmed up; its cache holds one link. */
const WARM_UP = 20_000;

/** Returns the memory of a process per link, in bytes, for redirects and for retrievals. */
export async function bytesPerLink(store, url) {
  const links = Math.min(MOST_LINKS, store.links);
  const args = ['--expose-gc', PROGRAM, String(MEGABYTES)];
  const stdio = ['ignore', 'pipe', 'inherit', 'ipc'];
  const service = await startProgram(args, store.folder, { DATABASE_URL: url }, stdio);
  await sweep(service, visits(store), WARM_UP, () => 0);
  await sweep(service, retrieves(store), WARM_UP, () => 0);
  const bytes = { redirect: 0, retrieve: 0 };
  for (const [what, traffic] of Object.entries({
    redirect: visits(store),
    retrieve: retrieves(store),
  })) {
    say(`memory: ${what}`);
    const before = await bytesInUse(service);
    await sweep(service, traffic, links, (index) => index);
    bytes[what] = ((await bytesInUse(service)) - before) / links;
  }
  await stop(service.child);
  return bytes;
}

/** Requests links one by one; each must exist. */
export async function sweep({ port }, traffic, count, indexOf) {
  const codes = readCodes(traffic.codes);
  await askAll({
    port,
    count,
    request: (index) => wire(traffic, port, codes.at(indexOf(index))),
    answer: (_index, head) => {
      const { status } = readHead(head);
      if (status >= 400) throw new Error(`${traffic.path} was answered ${status}`);
    },
  });
}

async function bytesInUse({ child }) {
  child.send('bytes');
  const [bytes] = await once(child, 'message');
  return bytes;
}
