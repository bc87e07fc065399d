import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { BrowserContextOptions, Page as Tab } from 'playwright-core';
import { openAppPage } from '#server/src/pages/open-app.ts';
import type { AppLaunch } from '#server/src/visit/app-launch.ts';
import { APP, LAUNCH, LOOK, view } from '#server/test/pages/samples.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { newVisitor, startSite, type Site } from './site.ts';

/** When the fallback is taken, and how long a test waits to say that it was not. */
const WAIT_MS = 1500;
const LONG_MS = 2500;

describeInBrowser('the page that opens an app', (browser) => {
  let site: Site;
  let fallback: string;

  before(async () => {
    site = await startSite();
    fallback = `${site.origin}/fallback`;
  });

  /** Shows the page to a visitor, who must have nothing to complain about. */
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
      await tab.goto(site.origin + path);
      await test(tab, site.origin + path);
      assert.deepEqual(complaints, []);
      assert.deepEqual(site.reports, []);
      await close();
    });

  const tap = (tab: Tab): Promise<void> => tab.click('a.button', { noWaitAfter: true });
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((done) => setTimeout(done, milliseconds));

  // The address of an app is a navigation that fails, which waitForURL would not put up with.
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

  visit('does nothing by itself', async (tab, path) => {
    await pause(LONG_MS);
    assert.equal(tab.url(), path);
  });

  visit('goes to the fallback when no app came to the front after a tap', async (tab, path) => {
    await tap(tab);
    await pause(WAIT_MS - 500);
    assert.equal(tab.url(), path);
    await arrives(tab, fallback);
  });

  for (const [event, target] of [
    ['visibilitychange', 'document'],
    ['pagehide', 'window'],
  ]) {
    visit(`stays when an app came to the front (${event})`, async (tab, path) => {
      await tap(tab);
      await tab.evaluate(`
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        ${target}.dispatchEvent(new Event('${event}'));
        delete document.hidden;
        window.dispatchEvent(new Event('focus'));`);
      await pause(LONG_MS);
      assert.equal(tab.url(), path);
    });
  }

  visit('is not stopped by a page that only becomes visible', async (tab) => {
    await tap(tab);
    await tab.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await arrives(tab, fallback);
  });

  visit('waits while the browser asks about the app, and goes on after', async (tab, path) => {
    const happens = (event: string) => tab.evaluate(`window.dispatchEvent(new Event('${event}'))`);
    await happens('focus');
    await tap(tab);
    await happens('blur');
    await pause(LONG_MS);
    assert.equal(tab.url(), path);
    await happens('focus');
    await pause(WAIT_MS - 500);
    assert.equal(tab.url(), path);
    await arrives(tab, fallback);
  });

  visit('leaves a visitor alone who chose the other way meanwhile', async (tab) => {
    let asked = 0;
    await tab.route(fallback, async (route) => {
      asked++;
      // So slow that the moment passes before it is there.
      await pause(LONG_MS);
      await route.continue();
    });
    await tab.evaluate(`document.querySelector('a.button').addEventListener('click', () =>
      setTimeout(() => document.querySelector('a.quiet').click(), 100))`);
    await tap(tab);
    await arrives(tab, fallback);
    assert.equal(asked, 1);
  });

  visit('works after a way back', async (tab, path) => {
    await tab.click('a.quiet');
    await arrives(tab, fallback);
    await tab.goBack();
    assert.equal(tab.url(), path);
    await tap(tab);
    await arrives(tab, fallback);
  });

  visit(
    'leaves the fallback to a browser that takes it by itself',
    async (tab, path) => {
      await tap(tab);
      await pause(LONG_MS);
      assert.equal(tab.url(), path);
    },
    { opensFallback: true },
  );

  visit(
    'keeps its button where there is no fallback',
    async (tab, path) => {
      await tap(tab);
      await pause(LONG_MS);
      assert.equal(tab.url(), path);
      assert.equal(await tab.locator('a').count(), 1);
    },
    { fallback: undefined },
  );

  visit('works with keys alone', async (tab) => {
    await tab.keyboard.press('Tab');
    assert.equal(await tab.evaluate('document.activeElement.className'), 'button');
    await tab.keyboard.press('Tab');
    assert.equal(await tab.evaluate('document.activeElement.className'), 'quiet');
    assert.notEqual(
      await tab.evaluate('getComputedStyle(document.activeElement).outlineStyle'),
      'none',
    );
    await tab.keyboard.press('Shift+Tab');
    await tab.keyboard.press('Enter');
    await arrives(tab, fallback);
  });
});
