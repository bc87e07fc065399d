import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sendAtRate, summaryOf } from '../load/at-rate.js';
import { generate } from '../load/generate.js';
import { managementReads } from '../load/management.js';
import { sweep } from '../load/sweep.js';
import { creates, visits } from '../load/traffic.js';
import { DESKTOP } from '../load/visitors.js';
import { signedInTo } from '../manage/person.js';
import { newPath, stop } from '../processes.js';
import { say } from '../progress.js';
import { databaseFile, runCommand, startService } from '../servers/service.js';
import { unknownCodes } from '../store/answers.js';
import { evict } from '../store/evict.js';
import { copyOf } from '../store/store.js';

export const VISITS_PER_SECOND = 500;
const CACHED_PER_SECOND = 100;
/** Links that are requested before, so that they are cached. */
const CACHED_LINKS = 1000;
const CONNECTIONS = 64;
/** So that the service has compiled its code, but has read only few links. */
const WARM_UP_SECONDS = 2;
const ONE_NETWORK = { 'X-Forwarded-For': '203.0.113.7' };
const ANOTHER_NETWORK = { ...DESKTOP, 'X-Forwarded-For': '198.51.100.7' };

/** What the service does besides the visits, for as long as they run. */
const WORK = {
  '': async () => undefined,
  ' while creates run': ({ port, store, seconds }) =>
    full({ port, seconds, traffic: creates(store), status: 201 }),
  ' while a backup runs': backUp,
  ' while someone lists and searches': async ({ port, seconds, cookie }) =>
    full({ port, seconds, traffic: managementReads(cookie), status: 200, connections: 2 }),
  ' while a network guesses codes': ({ port, seconds, unknown }) =>
    full({ port, seconds, traffic: guesses(unknown) }),
};

export const CASES = Object.keys(WORK).map((work) => ({
  uncached: `visit, file on disk${work}`,
  cached: `visit, cached${work}`,
  work: WORK[work],
}));

/**
 * Measures visits at a constant rate, most of them of links that are on the disk and not in memory, and at
 * the same time a few of links that are cached. Each case starts with an evicted file.
 */
export async function measureRate(stores, options, results) {
  const store = copyOf(await stores.large(), newPath('rate'));
  const cookie = await signedInTo(store.folder);
  const unknown = unknownCodes(store);
  const cachedCodes = { ...store.codes, count: Math.min(CACHED_LINKS, store.codes.count) };
  const cachedVisits = visits({ codes: cachedCodes }, ANOTHER_NETWORK);
  for (const { uncached, cached, work } of CASES) {
    const left = evict(databaseFile(store.folder));
    if (left === undefined) results.note(uncached, 'the file could not be evicted from memory');
    const service = await startService(store.folder, { TRUSTED_PROXIES: 'loopback' });
    const { port } = service;
    await sweep(service, cachedVisits, cachedCodes.count, (index) => index);
    say(`${VISITS_PER_SECOND} a second: ${uncached}`);
    const seconds = options.rateSeconds;
    const all = visits(store, ANOTHER_NETWORK);
    const at = (perSecond, traffic) => ({ port, traffic, perSecond, connections: CONNECTIONS });
    const streams = { slow: at(VISITS_PER_SECOND, all), fast: at(CACHED_PER_SECOND, cachedVisits) };
    const [{ slow, fast }] = await Promise.all([
      sendAtRate(streams, { seconds, warmUpSeconds: WARM_UP_SECONDS }),
      work({ port, store, cookie, unknown, seconds: seconds + WARM_UP_SECONDS }),
    ]);
    await stop(service.child);
    results.add(uncached, 'service', store.links, allRedirects(slow));
    results.add(cached, 'service', store.links, allRedirects(fast));
  }
  rmSync(store.folder, { recursive: true });
}

/** Sends load at full speed. */
function full({ connections = CONNECTIONS, ...load }) {
  return generate({ connections, pinned: false, ...load });
}

/** Unknown codes from one network: first they are not found, then there are too many. */
function guesses(unknown) {
  const traffic = visits({ codes: unknown }, { ...DESKTOP, ...ONE_NETWORK });
  return { kind: 'mix', parts: [404, 429].map((status) => ({ share: 0.5, status, traffic })) };
}

/** Makes one backup after the other. */
async function backUp({ store, seconds }) {
  const end = performance.now() + seconds * 1000;
  const file = join(store.folder, 'backup.db');
  while (performance.now() < end) {
    await runCommand(store.folder, ['backup', file]);
    rmSync(file);
  }
}

function allRedirects(answers) {
  const failed = answers.status.filter((status) => status !== 302);
  if (failed.length === 0 && answers.skipped === 0) return summaryOf(answers, () => true);
  throw new Error(
    `of ${answers.status.length} visits, ${failed.length} were not redirected, such as ${failed[0]}`,
  );
}
