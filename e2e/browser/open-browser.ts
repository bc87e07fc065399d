import { before, describe } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, afterAllFiles } from '#server/test/leftovers.ts';
import { findBrowser } from './find-browser.ts';
import { installBrowser } from './install-browser.ts';

const NO_BROWSER =
  'no Chromium or Chrome was found, and neither Debian nor npm could install one; ' +
  'install one, or set CHROME to its path';
const START_MS = 60_000;
/** For everything that a test waits for in a page, which a busy machine does slowly. */
export const PATIENCE_MS = 60_000;

/** These options stop the browser's own requests, for example for updates. */
const NO_BACKGROUND_REQUESTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/**
 * A suite with an open browser. If no browser can be found or installed, the suite is skipped and
 * its title says why. In CI it fails instead.
 */
export function describeInBrowser(title: string, suite: (browser: () => Browser) => void): void {
  const executable = findBrowser() ?? installBrowser();
  if (executable === undefined && process.env.CI !== 'true') {
    describe(title, { skip: NO_BROWSER });
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

/**
 * Returns the headless browser that all files of this process share. Closes its contexts after each
 * file.
 */
async function openBrowser(executablePath: string | undefined): Promise<Browser> {
  if (executablePath === undefined) throw new Error(`Browser tests cannot run: ${NO_BROWSER}.`);
  if (!(await shared)?.isConnected()) shared = launch(executablePath);
  const browser = await (shared ??= launch(executablePath));
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

async function launch(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    args: NO_BACKGROUND_REQUESTS,
    // The sandbox of Chromium does not work as root.
    chromiumSandbox: process.getuid?.() !== 0,
    timeout: START_MS,
  });
  afterAllFiles(async () => {
    shared = undefined;
    await browser.close();
  });
  return browser;
}
