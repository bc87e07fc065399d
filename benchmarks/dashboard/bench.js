import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { machine } from '../machine.js';
import { scratchFolder, stop } from '../processes.js';
import { count, say } from '../progress.js';
import { table, verdict } from '../report/report.js';
import { runCommand, startService } from '../servers/service.js';
import { seed } from '../store/seed.js';

const ASSETS = fileURLToPath(new URL('../../dashboard/dist/assets/', import.meta.url));

/**
 * Simulates a mid-range laptop, whose core is about as fast as a server's or faster: half of this machine, as
 * a conservative assumption. The network is that of common audits: 10 Mbit/s, 40 ms.
 */
const SLOWDOWN = 2;
const LINE = {
  offline: false,
  latency: 40,
  downloadThroughput: (10 * 1_000_000) / 8,
  uploadThroughput: (2 * 1_000_000) / 8,
};
const MAX_KILOBYTES = 250;
const MAX_MS = 1000;
const ROW = 'a[href*="/links/"]:not([href$="/links/new"])';
/** Long enough for a busy machine. */
const PATIENCE_MS = 120_000;
const PASSWORD = 'only for this bench';

/**
 * Measures how long a signed-in user waits for the list of links, among many links.
 * @param {import('../options.js').Options} options
 */
export async function benchDashboard({ sizes, rounds }) {
  const links = sizes.at(-1);
  const store = await seed(join(scratchFolder(), `links-${links}`), links);
  const owner = 'member invite ada@shop.example --app my-app --role owner --json';
  const invited = await runCommand(store.folder, owner.split(' '));
  const { child, port } = await startService(store.folder);
  const browser = await chromium.launch({
    executablePath: browserFile(),
    args: ['--disable-gpu', '--disable-quic', '--disable-background-networking'],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const secret = new URL(JSON.parse(invited).address).hash;
    const origin = `http://127.0.0.1:${port}`;
    const signedIn = await signIn(browser, `${origin}/dashboard/invitation${secret}`);
    const [cold, warm, files] = await openings(browser, signedIn, `${origin}/dashboard/`, rounds);
    return report(links, rounds, cold, warm, files);
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
async function openings(browser, storageState, address, rounds) {
  const cold = [];
  const warm = [];
  let files = [];
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round}: the list of links, cold and warm`);
    const context = await browser.newContext({
      storageState,
      viewport: { width: 1366, height: 768 },
    });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', LINE);
    cold.push(await opening(page, address));
    files = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    warm.push(await opening(page, address));
    await context.close();
  }
  return [median(cold), median(warm), files];
}

/** Returns the milliseconds until the first link is visible and the page responds to input. */
async function opening(page, address) {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector(ROW, { timeout: PATIENCE_MS });
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        requestIdleCallback(() => resolve(performance.now()));
      }),
  );
}

function report(links, rounds, cold, warm, files) {
  const names = new Set(files.map((file) => new URL(file).pathname.split('/').at(-1)));
  const kilobytes = [...names].reduce((sum, name) => sum + gzipped(name), 0) / 1000;
  const goals = [
    goal('first load, gzipped', kilobytes, MAX_KILOBYTES, 'KB'),
    goal(`list of ${count(links)} links, first visit`, cold, MAX_MS, 'ms'),
    goal(`list of ${count(links)} links, next visit`, warm, MAX_MS, 'ms'),
  ];
  return [
    `Measured ${new Date().toISOString().slice(0, 10)}: the medians of ${rounds} rounds; ${SLOWDOWN} × slower than this machine, 10 Mbit/s, 40 ms.`,
    '',
    ...Object.entries(machine()).map(([name, value]) => `- ${name}: ${value}`),
    '',
    table(
      ['goal', 'limit', 'measured', 'met'],
      goals.map((one) => [
        one.goal,
        `${one.sense} ${one.show(one.limit)}`,
        one.show(one.measured),
        verdict(one),
      ]),
    ),
    '',
  ].join('\n');
}

function goal(name, measured, limit, unit) {
  const show = (value) => `${Math.round(value)} ${unit}`;
  return { goal: name, measured, limit, sense: 'at most', show };
}

/** The transferred size of a file: gzipped, or unchanged if it is not compressed. */
function gzipped(name) {
  const file = join(ASSETS, name);
  if (existsSync(`${file}.gz`)) return statSync(`${file}.gz`).size;
  return existsSync(file) ? statSync(file).size : 0;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function browserFile() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
  const file = process.env.CHROME ?? found;
  if (file === undefined) throw new Error('there is no Chromium or Chrome here; name it in CHROME');
  return file;
}
