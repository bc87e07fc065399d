import { before, describe } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, afterAllFiles } from '#server/test/leftovers.ts';
import { findBrowser } from './find-browser.ts';
import { installBrowser } from './install-browser.ts';

const WITHOUT =
  'left out: there is no Chromium or Chrome here, and neither Debian nor npm gave one; ' +
  'install one, or name it in the variable CHROME';
const START_MS = 30_000;

/** What keeps a browser to the pages of the test: it would look for updates and for Google. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/**
 * A suite that needs a browser, which is open when its tests begin. Where there is none it is left
 * out, and says so in one line; CI leaves nothing out.
 */
export function describeInBrowser(title: string, suite: (browser: () => Browser) => void): void {
  const executable = findBrowser() ?? installBrowser();
  if (executable === undefined && process.env.CI !== 'true') {
    describe(title, { skip: WITHOUT });
    return;
  }
  describe(title, () => {
    let browser: Browser;
    before(async () => {
      browser = await openBrowser(executable);
    });
    suite(() => browser);
  });
}

let shared: Promise<Browser> | undefined;

/** The headless browser that all files of this process use; what they open in it is closed after each. */
async function openBrowser(executablePath: string | undefined): Promise<Browser> {
  if (executablePath === undefined) throw new Error(`Browser tests cannot be ${WITHOUT}.`);
  if (!(await shared)?.isConnected()) shared = launch(executablePath);
  const browser = await (shared ??= launch(executablePath));
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

async function launch(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    args: QUIET,
    // Chromium's own sandbox does not work as root.
    chromiumSandbox: process.getuid?.() !== 0,
    timeout: START_MS,
  });
  afterAllFiles(async () => {
    shared = undefined;
    await browser.close();
  });
  return browser;
}
