import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../e2e/dist/browser/find-browser.js';
import { sqlite } from '../engines/sqlite.js';
import { seed } from '../engines/stores.js';
import { atMost } from '../goals/goal.js';
import { machine } from '../machine.js';
import { inviteOwner } from '../manage/person.js';
import { scratchFolder, stop } from '../processes.js';
import { count, say } from '../progress.js';
import { goalTable } from '../report/goals.js';
import { introduction } from '../report/table.js';
import { median } from '../results.js';
import { startService } from '../servers/service.js';
import { readCodes } from '../store/codes.js';

const ASSETS = fileURLToPath(new URL('../../dashboard/dist/assets/', import.meta.url));

/** The network of common audits: 10 Mbit/s, 40 ms. */
const LINE = {
  offline: false,
  latency: 40,
  downloadThroughput: (10 * 1_000_000) / 8,
  uploadThroughput: (2 * 1_000_000) / 8,
};
const MAX_KILOBYTES = 250;
const ROW = 'a[href*="/links/"]:not([href$="/links/new"])';
/** A value in the tree of the metadata of a link. */
const VALUE = '.jse-value';

/**
 * What is opened, how much slower the CPU is, and the goals in ms. Half of this machine simulates a mid-range
 * laptop, whose core is about as fast as a server's or faster; a quarter of it, a slow one. With `idle`, the
 * time ends when the page responds to input; otherwise when the content is visible.
 */
const CASES = [
  { what: 'list', slowdown: 2, path: () => '', shown: ROW, idle: true, cold: 1000, warm: 1000 },
  { what: 'list', slowdown: 4, path: () => '', shown: ROW, idle: false, cold: 1500, warm: 1000 },
  {
    what: 'metadata tree',
    slowdown: 4,
    path: (code) => `my-app/links/${code}?tab=metadata`,
    shown: VALUE,
    idle: true,
    cold: 2500,
    warm: 2500,
  },
];
/** Long enough for a busy machine. */
const PATIENCE_MS = 120_000;
const PASSWORD = 'only for this bench';

/**
 * Measures how long a signed-in user waits for the list of links, among many links.
 * @param {import('../options.js').Options} options
 */
export async function benchDashboard({ sizes, rounds }) {
  const links = sizes.at(-1);
  const store = await seed(sqlite, join(scratchFolder(), `links-${links}`), links);
  const invitation = await inviteOwner(store.folder, 'my-app');
  const { child, port } = await startService(store.folder);
  const browser = await chromium.launch({
    executablePath: browserFile(),
    args: ['--disable-gpu', '--disable-quic', '--disable-background-networking'],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const secret = new URL(invitation).hash;
    const origin = `http://127.0.0.1:${port}`;
    const signedIn = await signIn(browser, `${origin}/dashboard/invitation${secret}`);
    const code = readCodes(store.codes).at(0);
    const measured = [];
    for (const one of CASES) {
      const address = `${origin}/dashboard/${one.path(code)}`;
      measured.push({ ...one, ...(await openings(browser, signedIn, address, rounds, one)) });
    }
    return report(links, rounds, measured);
  } finally {
    await browser.close();
    await stop(child);
  }
}

async function signIn(browser, invitation) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(invitation);
  await page.getByLabel('Password').first().fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await page.waitForSelector(ROW, { timeout: PATIENCE_MS });
  const state = await context.storageState();
  await context.close();
  return state;
}

/**
 * Opens the page with an empty and with a full cache, `rounds` times each; returns the times and the files.
 */
async function openings(browser, storageState, address, rounds, { what, slowdown, ...until }) {
  const first = [];
  const next = [];
  let files = [];
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round}: ${what}, ${slowdown} × slower, cold and warm`);
    const context = await browser.newContext({
      storageState,
      viewport: { width: 1366, height: 768 },
    });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', LINE);
    first.push(await opening(page, address, until));
    files = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    next.push(await opening(page, address, until));
    await context.close();
  }
  return { first: median(first), next: median(next), files };
}

/** Returns the milliseconds until the content is visible, or until the page then responds to input. */
async function opening(page, address, { shown, idle }) {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector(shown, { timeout: PATIENCE_MS });
  return page.evaluate(
    (wait) =>
      new Promise((resolve) => {
        const done = () => resolve(performance.now());
        if (wait) requestIdleCallback(done);
        else done();
      }),
    idle,
  );
}

function report(links, rounds, measured) {
  const names = new Set(measured[0].files.map((file) => new URL(file).pathname.split('/').at(-1)));
  const kilobytes = [...names].reduce((sum, name) => sum + gzipped(name), 0) / 1000;
  const goals = measured.flatMap(({ what, slowdown, idle, cold, warm, first, next }) => {
    const name = `${what}, CPU ${slowdown} × slower, ${idle ? 'idle' : 'visible'}`;
    return [
      atMost(`${name}, first visit`, first, cold, 'ms', 0),
      atMost(`${name}, next visit`, next, warm, 'ms', 0),
    ];
  });
  return [
    ...introduction(
      `${count(links)} links; the medians of ${rounds} rounds; 10 Mbit/s, 40 ms; the CPU is slower than this machine's.`,
      false,
      machine(),
    ),
    goalTable([
      atMost('first load of the list, gzipped', kilobytes, MAX_KILOBYTES, 'KB', 0),
      ...goals,
    ]),
    '',
  ].join('\n');
}

/** The transferred size of a file: gzipped, or unchanged if it is not compressed. */
function gzipped(name) {
  const file = join(ASSETS, name);
  if (existsSync(`${file}.gz`)) return statSync(`${file}.gz`).size;
  return existsSync(file) ? statSync(file).size : 0;
}

function browserFile() {
  const file = findBrowser();
  if (file === undefined) throw new Error('there is no Chromium or Chrome here; name it in CHROME');
  return file;
}
