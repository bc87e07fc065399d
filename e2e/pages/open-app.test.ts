import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { BrowserContextOptions, Page as Tab } from 'playwright-core';
import { openAppPage } from '#server/src/pages/open-app.ts';
import type { AppLaunch } from '#server/src/visit/app-launch.ts';
import { APP, LAUNCH, LOOK, view } from '#server/test/pages/samples.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { newVisitor, startSite, type Site } from './site.ts';

/**
 * The delay before the page goes to the fallback, and a longer time in which it must not go there.
 */
const WAIT_MS = 1500;
const LONG_MS = 2500;
/** If the page navigates, its address changes within this time. */
const NAVIGATION_MS = 200;
const HOUR_MS = 3_600_000;

describeInBrowser('the page that opens an app', (browser) => {
  let site: Site;
  let fallback: string;

  before(async () => {
    site = await startSite();
    fallback = `${site.origin}/fallback`;
  });

  /** Shows the page to a visitor. The test fails if the browser reports an error. */
  const visit = (
    title: string,
    test: (tab: Tab, path: string) => Promise<void>,
    launch: Partial<AppLaunch> = {},
    options: BrowserContextOptions = {},
  ): void =>
    void it(title, async () => {
      const path = '/open';
      site.show(path, () => openAppPage({ ...LAUNCH, fallback, ...launch }, view(LOOK)));
      const { tab, complaints, close } = await newVisitor(browser(), site, options);
      if (options.javaScriptEnabled !== false) await tab.clock.install({ time: 0 });
      await tab.goto(site.origin + path);
      if (options.javaScriptEnabled !== false) await tab.clock.pauseAt(HOUR_MS);
      await test(tab, site.origin + path);
      assert.deepEqual(complaints, []);
      assert.deepEqual(site.reports, []);
      await close();
    });

  /**
   * Waits until the browser has found no app: the clock does not move while the page is navigating.
   */
  const tapWith = async (tab: Tab, press: () => Promise<void>): Promise<void> => {
    const failure = tab.waitForEvent('requestfailed', (request) => request.url() === APP);
    await Promise.all([failure, press()]);
  };
  const tap = (tab: Tab): Promise<void> =>
    tapWith(tab, () => tab.click('a.button', { noWaitAfter: true }));
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((done) => setTimeout(done, milliseconds));
  /** Moves the clock of the page forward; otherwise the clock is stopped. */
  const advance = async (tab: Tab, milliseconds: number): Promise<void> => {
    await tab.clock.runFor(milliseconds);
    await pause(NAVIGATION_MS);
  };

  // Opening the address of an app is a navigation that fails, and `waitForURL` would throw.
  const arrives = (tab: Tab, address: string): Promise<void> =>
    eventually(`at ${address}`, () => tab.url() === address, 10_000);

  for (const javaScriptEnabled of [true, false]) {
    visit(
      `has two plain links ${javaScriptEnabled ? 'with' : 'without'} script`,
      async (tab) => {
        assert.equal(await tab.getAttribute('a.button', 'href'), APP);
        await tab.click('a.quiet');
        await arrives(tab, fallback);
      },
      {},
      { javaScriptEnabled },
    );
  }

  visit('does not redirect without a tap', async (tab, path) => {
    await advance(tab, LONG_MS);
    assert.equal(tab.url(), path);
  });

  visit('goes to the fallback if no app opens after a tap', async (tab, path) => {
    await tap(tab);
    await advance(tab, WAIT_MS - 1);
    assert.equal(tab.url(), path);
    await advance(tab, 1);
    await arrives(tab, fallback);
  });

  for (const [event, target] of [
    ['visibilitychange', 'document'],
    ['pagehide', 'window'],
  ]) {
    visit(`stays if an app opens (${event})`, async (tab, path) => {
      await tap(tab);
      await tab.evaluate(`
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        ${target}.dispatchEvent(new Event('${event}'));
        delete document.hidden;
        window.dispatchEvent(new Event('focus'));`);
      await advance(tab, LONG_MS);
      assert.equal(tab.url(), path);
    });
  }

  visit('goes to the fallback although the page becomes visible', async (tab) => {
    await tap(tab);
    await tab.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await advance(tab, WAIT_MS);
    await arrives(tab, fallback);
  });

  visit(
    'waits while the browser asks about the app, and continues afterwards',
    async (tab, path) => {
      const happens = (event: string) =>
        tab.evaluate(`window.dispatchEvent(new Event('${event}'))`);
      await happens('focus');
      await tap(tab);
      await happens('blur');
      await advance(tab, LONG_MS);
      assert.equal(tab.url(), path);
      await happens('focus');
      await advance(tab, WAIT_MS - 1);
      assert.equal(tab.url(), path);
      await advance(tab, 1);
      await arrives(tab, fallback);
    },
  );

  visit('does nothing if the visitor has already opened the fallback', async (tab) => {
    await tab.clock.resume();
    let requested = 0;
    await tab.route(fallback, async (route) => {
      requested++;
      // The response takes longer than the delay of the automatic fallback.
      await pause(LONG_MS);
      await route.continue();
    });
    await tab.evaluate(`document.querySelector('a.button').addEventListener('click', () =>
      setTimeout(() => document.querySelector('a.quiet').click(), 100))`);
    await tap(tab);
    await arrives(tab, fallback);
    assert.equal(requested, 1);
  });

  visit('works after "back"', async (tab, path) => {
    await tab.click('a.quiet');
    await arrives(tab, fallback);
    await tab.waitForLoadState();
    await tab.goBack();
    assert.equal(tab.url(), path);
    await tap(tab);
    await advance(tab, WAIT_MS);
    await arrives(tab, fallback);
  });

  visit(
    'leaves the fallback to a browser that opens it itself',
    async (tab, path) => {
      await tap(tab);
      await advance(tab, LONG_MS);
      assert.equal(tab.url(), path);
    },
    { opensFallback: true },
  );

  visit(
    'keeps its button if there is no fallback',
    async (tab, path) => {
      await tap(tab);
      await advance(tab, LONG_MS);
      assert.equal(tab.url(), path);
      assert.equal(await tab.locator('a').count(), 1);
    },
    { fallback: undefined },
  );

  visit('works with the keyboard alone', async (tab) => {
    await tab.keyboard.press('Tab');
    assert.equal(await tab.evaluate('document.activeElement.className'), 'button');
    await tab.keyboard.press('Tab');
    assert.equal(await tab.evaluate('document.activeElement.className'), 'quiet');
    assert.notEqual(
      await tab.evaluate('getComputedStyle(document.activeElement).outlineStyle'),
      'none',
    );
    await tab.keyboard.press('Shift+Tab');
    await tapWith(tab, () => tab.keyboard.press('Enter'));
    await advance(tab, WAIT_MS);
    await arrives(tab, fallback);
  });
});
