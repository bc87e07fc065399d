import { ask, readHead } from '../http-pipeline.js';
import { requestsOf } from '../load/next-request.js';
import { visits, wireOf } from '../load/traffic.js';
import { ANDROID, IPHONE, MAC_OR_IPAD, PREVIEW_BOT } from '../load/visitors.js';
import { measure } from '../measure.js';
import { pinServer } from '../process-cost.js';
import { newPath, stop } from '../processes.js';
import { say } from '../progress.js';
import { startBare } from '../servers/bare.js';
import { startService, startWithTinyCache } from '../servers/service.js';
import { copyWithAnswers } from '../store/answers.js';
import { mixedVisits } from './mixed-visits.js';

const CONNECTIONS = 64;
/** How many responses are checked before a case is measured. */
const SAMPLES = 20;
/** So many that the counting of unknown codes costs what it usually does, but refuses none. */
const MANY_MISSES = { MISSES_PER_MINUTE: '1000000' };
/** So few that nearly all are refused. */
const FEW_MISSES = { MISSES_PER_MINUTE: '1' };

export const REDIRECT = 'redirect, cached';
export const AFTER_MIX = 'redirect after mixed visits';
export const UNCACHED = 'redirect, not cached';

/** A page for visitors, with a text that only this page contains. */
export const PAGES = {
  'open-app page': { headers: IPHONE, status: 200, has: 'href="com.shop.app://product/' },
  'store page': { of: 'inStore', headers: IPHONE, status: 200, has: 'https://apps.apple.com/' },
  'probe page': { headers: MAC_OR_IPAD, status: 200, has: 'maxTouchPoints' },
  'link preview': { headers: PREVIEW_BOT, status: 200, has: 'og:title' },
  'QR code page': { of: 'onPhones', status: 200, has: '<svg' },
  'no route': { of: 'onPhones', headers: ANDROID, status: 404 },
  gone: { of: 'gone', status: 410 },
};
/** Answers to visitors who guess. */
export const REFUSALS = {
  'unknown code': { of: 'unknown', status: 404 },
  'too many requests': { of: 'unknown', status: 429 },
};

/**
 * Measures every kind of answer to a visit. The redirects are those of a process that sends nothing else; all
 * pages, the mix of visits, and the redirects after it are those of one process that sends everything.
 */
export async function measureVisits(stores, options, results) {
  const store = copyWithAnswers(await stores.small(), newPath('visits'));
  const { folder } = store;
  const everything = await startService(folder, MANY_MISSES);
  const bare = await startBare(everything, store);
  const servers = {
    everything,
    bare,
    onlyRedirects: await startService(folder, MANY_MISSES),
    refusing: await startService(folder, FEW_MISSES),
    tinyCache: await startWithTinyCache(folder, MANY_MISSES),
  };
  for (const { pid } of Object.values(servers)) pinServer(pid);

  const cases = casesOf(store, servers);
  const load = { connections: CONNECTIONS, pinned: true };
  say('warming up visits');
  for (const { server, traffic, status, has } of cases) {
    await measure(server, { ...load, traffic, status, seconds: options.warmUpSeconds });
    if (traffic.kind !== 'mix') await checkSamples(server, traffic, status, has);
  }
  for (let round = 1; round <= options.rounds; round++) {
    for (const { what, who, server, traffic, status } of cases) {
      say(`round ${round}: ${what}, ${who}`);
      const { seconds } = options;
      const sample = await measure(server, { ...load, traffic, status, seconds });
      results.add(what, who, store.links, sample);
    }
  }
  for (const { child } of Object.values(servers)) await stop(child);
}

function casesOf(store, { everything, bare, onlyRedirects, refusing, tinyCache }) {
  const who = 'service';
  const redirects = { traffic: visits(store), status: 302 };
  const answers = { ...PAGES, ...REFUSALS };
  return [
    { what: REDIRECT, who, server: onlyRedirects, ...redirects },
    { what: REDIRECT, who: 'node:http', server: bare, ...redirects },
    ...Object.entries(answers).map(([what, { of = 'codes', headers, status, has }]) => {
      const traffic = visits({ codes: store[of] }, headers);
      return { what, who, server: status === 429 ? refusing : everything, traffic, status, has };
    }),
    { what: 'mixed visits', who, server: everything, traffic: mixedVisits(store) },
    { what: AFTER_MIX, who, server: everything, ...redirects },
    { what: UNCACHED, who, server: tinyCache, ...redirects },
  ];
}

/** Asserts that responses are those that the case is named after. */
async function checkSamples({ port }, traffic, status, has = '') {
  const next = requestsOf(traffic);
  for (let sample = 0; sample < SAMPLES; sample++) {
    const request = next();
    const { head, body } = await ask(port, wireOf(request, port));
    if (readHead(head).status === status && body.includes(has)) continue;
    throw new Error(`${request.path}: ${status} with "${has}" was expected\n${head}\n\n${body}`);
  }
}
