import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { beforeEach, it } from 'node:test';
import type { BrowserContextOptions, CDPSession, Page as Tab } from 'playwright-core';
import type { HtmlPage } from '#server/src/pages/layout.ts';
import { openAppPage } from '#server/src/pages/open-app.ts';
import { probePage } from '#server/src/pages/probe.ts';
import { DEVICE_COOKIE } from '#server/src/visit/facts.ts';
import { APP, LAUNCH, LOOK, view } from '#server/test/pages/samples.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { newVisitor, startSite, type Site } from './site.ts';

const YEAR_SECONDS = 31_536_000;

describeInBrowser('the device probe page', (browser) => {
  let site: Site;
  let web: string;

  beforeEach(async () => {
    site = await startSite();
    web = `${site.origin}/web`;
  });

  type Tablet = 'ipad' | 'android';
  const probe = (tablet: Tablet = 'ipad'): HtmlPage =>
    probePage({ tablet, app: APP, web }, view(LOOK));

  /** Responds as the service does: with the probe page until the device is known. */
  const asService =
    (tablet: Tablet = 'ipad') =>
    ({ headers }: IncomingMessage): HtmlPage =>
      headers.cookie?.includes(DEVICE_COOKIE)
        ? openAppPage({ ...LAUNCH, fallback: web, inApp: headers.cookie }, view(LOOK))
        : probe(tablet);

  const visit = (
    title: string,
    test: (tab: Tab, devtools: CDPSession) => Promise<void>,
    options: BrowserContextOptions = {},
  ): void =>
    void it(title, async () => {
      const { tab, complaints, close } = await newVisitor(browser(), site, options);
      await test(tab, await tab.context().newCDPSession(tab));
      assert.deepEqual(complaints, []);
      assert.deepEqual(site.reports, []);
      await close();
    });

  const touch = (devtools: CDPSession, maxTouchPoints: number): Promise<unknown> =>
    devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints });
  const blockCookies = (devtools: CDPSession): Promise<unknown> =>
    devtools.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((done) => setTimeout(done, milliseconds));

  const FOUND: readonly [tablet: Tablet, points: number, device: string][] = [
    ['ipad', 5, 'ipad'],
    ['android', 5, 'android'],
    ['ipad', 0, 'desktop'],
    ['android', 1, 'desktop'],
  ];
  for (const [tablet, points, device] of FOUND) {
    visit(`${points} touch points: ${device}`, async (tab, devtools) => {
      if (points > 0) await touch(devtools, points);
      const start = Date.now() / 1000;
      await tab.goto(site.show('/x', asService(tablet)));
      await tab.locator('.hint', { hasText: `${DEVICE_COOKIE}=${device}` }).waitFor();
      assert.deepEqual(site.requested, ['/x', '/x']);
      const [cookie] = await tab.context().cookies();
      assert.ok(cookie);
      assert.deepEqual([cookie.name, cookie.value], [DEVICE_COOKIE, device]);
      assert.deepEqual([cookie.path, cookie.sameSite, cookie.secure], ['/', 'Lax', false]);
      assert.ok(Math.abs(cookie.expires - start - YEAR_SECONDS) < 60);
    });
  }

  it('sets a secure cookie over https', async () => {
    const { tab, close } = await newVisitor(browser(), site);
    const { html, headers } = probe();
    let requested = 0;
    await tab.route('https://smart.example/**', (route) => {
      requested++;
      return route.fulfill(
        requested > 1 ? { body: 'known' } : { body: html, headers: { ...headers } },
      );
    });
    await tab.goto('https://smart.example/x');
    await tab.getByText('known').waitFor();
    assert.equal((await tab.context().cookies())[0]?.secure, true);
    await close();
  });

  visit('redirects a desktop without cookies to the web', async (tab, devtools) => {
    await blockCookies(devtools);
    await tab.goto(`${site.origin}/before`);
    await tab.goto(site.show('/x', () => probe()));
    await tab.waitForURL(web);
    // "Back" must skip the probe page, because it would only redirect again.
    await tab.goBack();
    assert.equal(tab.url(), `${site.origin}/before`);
  });

  visit('opens no app without a click', async (tab, devtools) => {
    await blockCookies(devtools);
    const page = () => probePage({ tablet: 'ipad', app: web, web: APP }, view(LOOK));
    await tab.goto(site.show('/x', page));
    await tab.locator('h1').waitFor();
    await pause(500);
    assert.ok(await tab.locator('h1').isVisible());
    assert.equal(await tab.getAttribute('a.quiet', 'href'), APP);
    assert.match(await tab.locator('a.quiet').innerText(), /^Open/);
    assert.match(await tab.locator('a.button').innerText(), /^Continue on the web/);
  });

  visit('lets the user choose on a tablet without cookies', async (tab, devtools) => {
    await blockCookies(devtools);
    await touch(devtools, 5);
    await tab.goto(site.show('/x', () => probe()));
    await tab.locator('h1').waitFor();
    await pause(500);
    assert.deepEqual(site.requested, ['/x']);
    assert.ok(await tab.locator('h1').isVisible());
    assert.equal(await tab.getAttribute('a.button', 'href'), APP);
    await tab.click('a.quiet');
    await tab.waitForURL(web);
  });

  for (const points of [0, 5]) {
    visit(`does not reload endlessly (${points} touch points)`, async (tab, devtools) => {
      await touch(devtools, Math.max(points, 1));
      // A server that ignores the cookie, as if a proxy had removed it.
      await tab.goto(site.show('/x', () => probe()));
      if (points === 0) await tab.waitForURL(web);
      const requested = (): number => site.requested.filter((path) => path === '/x').length;
      await eventually('it is loaded again', () => requested() >= 2);
      await pause(1000);
      assert.equal(requested(), 2);
      if (points > 0) await tab.locator('h1').waitFor();
    });
  }

  visit('stays if there is only one destination', async (tab, devtools) => {
    await blockCookies(devtools);
    const page = probePage({ tablet: 'ipad', app: APP, web: undefined }, view(LOOK));
    await tab.goto(site.show('/x', () => page));
    await tab.locator('a.button').waitFor();
    await pause(500);
    assert.deepEqual(site.requested, ['/x']);
    assert.ok(await tab.locator('a.button').isVisible());
    assert.equal(await tab.locator('a').count(), 1);
  });

  visit('probes when it is shown, not when it is prerendered', async (tab) => {
    await tab.addInitScript(
      `if (!document.cookie) Object.defineProperty(document, 'prerendering', { value: true })`,
    );
    await tab.goto(site.show('/x', asService()));
    await pause(500);
    assert.deepEqual(await tab.context().cookies(), []);
    assert.deepEqual(site.requested, ['/x']);
    await tab.evaluate(`document.dispatchEvent(new Event('prerenderingchange'))`);
    await tab.locator('.hint').waitFor();
  });

  visit(
    'has two plain links without JavaScript',
    async (tab) => {
      await tab.goto(site.show('/x', asService()));
      assert.ok(await tab.locator('h1').isVisible());
      assert.equal(await tab.getAttribute('a.button', 'href'), APP);
      await tab.click('a.quiet');
      await tab.waitForURL(web);
    },
    { javaScriptEnabled: false },
  );

  it('becomes visible when the network is slow', async () => {
    const { tab, close } = await newVisitor(browser(), site);
    let requested = 0;
    const { html, headers } = probe();
    await tab.route('https://smart.example/**', async (route) => {
      // The second request gets no response.
      if (++requested === 1) await route.fulfill({ body: html, headers: { ...headers } });
    });
    // A page with a pending navigation does not answer `evaluate`, so it logs its state instead.
    const visibilities: string[] = [];
    tab.on('console', (entry) => visibilities.push(entry.text()));
    await tab.addInitScript(
      `setInterval(() => console.log(getComputedStyle(document.querySelector('h1')).visibility), 50)`,
    );
    await tab.goto('https://smart.example/x', { waitUntil: 'commit' });
    await eventually('hidden', () => visibilities[0] === 'hidden', 10_000);
    await eventually('visible', () => visibilities.at(-1) === 'visible', 10_000);
    assert.equal(requested, 2);
    await close();
  });
});
