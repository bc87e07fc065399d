import { bytesPerLink } from '../load/cached-link-bytes.js';
import { memoryMegabytes } from '../process-cost.js';
import { newPath, stop } from '../processes.js';
import { count, say } from '../progress.js';
import { runCommand, startService } from '../servers/service.js';
import { copyOf } from '../store/store.js';

/** How long the process has been idle when its memory is measured. */
const IDLE_MS = 3000;

export const IDLE_MEMORY = 'memory of an idle process';
export const LINK_MEMORY = 'memory per cached link, in total';
const startOf = (links) => `serve, until the first 200, ${count(links)} links`;
const LIST = 'smartlink app list';

const seconds = (value) => `${value.toFixed(3)} s`;
const megabytes = (value) => `${value.toFixed(0)} MB`;
const bytes = (value) => `${value.toFixed(0)} bytes`;

/** Measures how long the service and a command take to start, and the memory of the service. */
export async function measureStartup(stores, options, results) {
  for (const original of await stores.both()) {
    const store = copyOf(original, newPath('startup'));
    say(`starting, ${count(store.links)} links`);
    for (let time = 0; time < options.startTimes; time++) {
      const began = performance.now();
      const service = await startService(store.folder);
      await answered(service);
      results.addFigure(startOf(store.links), (performance.now() - began) / 1000, seconds);
      if (original.links === options.sizes[0] && time === 0) await measureIdle(service, results);
      await stop(service.child);
    }
  }
  const store = copyOf(await stores.small(), newPath('command'));
  for (let time = 0; time < options.startTimes; time++) {
    const began = performance.now();
    await runCommand(store.folder, ['app', 'list']);
    results.addFigure(LIST, (performance.now() - began) / 1000, seconds);
  }
  const { redirect, inTotal } = await bytesPerLink(await stores.large());
  results.addFigure('memory per cached link, after garbage collection', redirect, bytes);
  results.addFigure(LINK_MEMORY, inTotal, bytes);
}

async function measureIdle({ pid }, results) {
  if (memoryMegabytes(pid) === undefined) return;
  await new Promise((done) => setTimeout(done, IDLE_MS));
  results.addFigure(IDLE_MEMORY, memoryMegabytes(pid), megabytes);
}

async function answered({ port }) {
  const { status } = await fetch(`http://127.0.0.1:${port}/health/ready`);
  if (status !== 200) throw new Error(`the first response was ${status}`);
}
