import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { clicksSettled } from '#server/test/clicks/settled.ts';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { cutPlaceholders, overflowingElements, violationsInBothThemes } from './axe.ts';
import { ADA, enterAs, firstOwner, newWindow, type Window } from './open-dashboard.ts';

/** Every page that requires sign-in, and the heading that shows that it has loaded. */
const PAGES: readonly (readonly [path: string, heading: RegExp])[] = [
  ['shop/links', /Links/],
  ['shop/links?tag=spring&state=active', /Links/],
  ['shop/import-links', /Import links/],
  ['shop/links/Sale26', /Sale26/],
  ['shop/links/Sale26?tab=clicks', /Sale26/],
  ['shop/links/Sale26?tab=devices', /Sale26/],
  ['shop/links/Sale26?tab=metadata', /Sale26/],
  ['shop/links/Sale26?tab=redemptions', /Sale26/],
  ['shop/links/Sale26?tab=history', /Sale26/],
  ['shop/links/new', /link/],
  ['shop/clicks', /Clicks/],
  ['shop/clicks?range=7d&show=other&platform=desktop&compare=off', /Clicks/],
  ['shop/templates', /Templates/],
  ['shop/templates/product', /product/],
  ['shop/new-template', /template/],
  ['shop/settings/platforms', /Platforms/],
  ['shop/settings/hosts', /Domains/],
  ['shop/settings/look', /Appearance/],
  ['shop/settings/metadata', /Metadata/],
  ['shop/settings/tokens', /Tokens/],
  ['shop/settings/webhooks', /Webhooks/],
  ['shop/settings/webhooks/WEBHOOK', /Coupons/],
  ['shop/settings/webhooks/wh_unknown', /Not found/],
  ['shop/settings/members', /Members/],
  ['shop/settings/audit', /Audit log/],
  ['shop/settings/doctor', /Doctor/],
  ['account', /Account/],
  ['shop/not-there', /Not found/],
];
const SIGNED_OUT_PAGES = ['sign-in', 'invitation'];
const [WIDE, HEIGHT] = [1280, 740];

describeInBrowser('every page of the dashboard', (browser) => {
  let service: Service;
  /** The id of a webhook. */
  let webhook = '';

  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const body = {
      uri: 'products/1',
      code: 'Sale26',
      metadata: { coupon: 'WELCOME' },
      tags: ['spring'],
      valid_until: new Date(Date.now() + 3 * 86_400_000).toISOString(),
      rules: [
        {
          name: 'German',
          when: { language: ['de'], percent: { below: 30 }, query: [{ name: 'src' }] },
          routes: { web: { link: 'https://shop.example/de' } },
        },
      ],
    };
    await service.request('POST', '/manage/v1/smartlinks', { body });
    const hosts = ['go.shop.example', 'a-long-name-of-a-host.for-a-narrow-screen.shop.example'];
    await service.request('PATCH', '/manage/v1/app', { body: { hosts } });
    // A person and a bot.
    for (const agent of [
      'Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0',
      'curl/8.5',
    ]) {
      await fetch(`${service.url}/Sale26`, {
        headers: { 'user-agent': agent },
        redirect: 'manual',
      });
    }
    const hook = { url: 'https://localhost/coupons', description: 'Coupons', tags: ['spring'] };
    const made = await service.request('POST', '/manage/v1/webhooks', { body: hook });
    webhook = made.json.webhook_id;
    await service.request('POST', `/manage/v1/webhooks/${webhook}/test`);
    await clicksSettled(service);
    await firstOwner(browser(), service);
  });

  /** Opens every page, first those that need no sign-in, and calls `check` on each. */
  async function forEachPage(
    window: Window,
    check: (path: string) => Promise<void>,
  ): Promise<void> {
    const { tab, goto, to } = window;
    for (const path of SIGNED_OUT_PAGES) {
      await goto(path);
      await tab.getByRole('heading', { level: 1 }).waitFor();
      await check(path);
    }
    await enterAs(window, service, ADA);
    for (const [index, [template, heading]] of PAGES.entries()) {
      const path = template.replace('WEBHOOK', webhook);
      // A page that is loaded has only its own styles. Some are enough, because loading takes most of the time.
      await (index % 5 === 0 ? goto(path) : to(path));
      await tab.getByRole('heading', { name: heading }).first().waitFor();
      await tab.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      assert.match(await tab.title(), heading, path);
      await check(path);
    }
  }

  it(`passes axe in both themes, and fits into 360, 768 and ${WIDE} pixels`, async () => {
    // Each page is opened in the narrowest window: a layout that becomes narrower takes a moment.
    const viewport = { width: 360, height: HEIGHT };
    const window = await newWindow(browser(), service, { colorScheme: 'light', viewport });
    const { tab, complaints } = window;
    const found: Record<string, string[]> = {};
    await forEachPage(window, async (path) => {
      const issues: string[] = [];
      const add = (where: string, some: readonly string[]): void =>
        void issues.push(...some.map((issue) => `${where}: ${issue}`));
      for (const width of [360, 768, WIDE]) {
        await setWidth(tab, width);
        add(`${width} pixels`, await overflowingElements(tab));
        add(`cut at ${width} pixels`, await cutPlaceholders(tab));
      }
      issues.push(...(await violationsInBothThemes(tab)));
      await setWidth(tab, viewport.width);
      if (issues.length > 0) found[path] = issues;
    });
    assert.deepEqual(found, {});
    assert.deepEqual(complaints, []);
  });

  it('requests the list once, and two files of code, on the first visit', async () => {
    const window = await newWindow(browser(), service);
    const { tab, goto, complaints } = window;
    await enterAs(window, service, ADA);
    await goto('');
    await tab.getByRole('link', { name: 'Sale26' }).waitFor();
    // The first steps are loaded after the list.
    await tab.getByRole('button', { name: 'Hide the first steps in this browser' }).click();
    // A link under the pointer would load the code of its page.
    await tab.mouse.move(0, 0);
    // The lists of the menus, the messages and the dialog of the sign-in are loaded some time after the page, which can be
    // before the list on a busy machine.
    await tab.addInitScript(`
      const { setTimeout } = window;
      window.setTimeout = (run, ms, ...rest) =>
        [1500, 2000, 3000].includes(ms) ? 0 : setTimeout(run, ms, ...rest);
    `);
    const requested: string[] = [];
    tab.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await goto('');
    await tab.getByRole('link', { name: 'Sale26' }).waitFor();
    assert.match(tab.url(), /\/shop\/links$/);
    const times = (part: RegExp): number => requested.filter((path) => part.test(path)).length;
    assert.equal(times(/\/v1\/me$/), 1);
    assert.equal(times(/\/v1\/smartlinks$/), 1);
    // One for the list, and one for the filters and menus.
    const files = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length`;
    // A file that is still being loaded has no entry.
    await tab.waitForFunction(`${files} >= 2`);
    assert.equal(await tab.evaluate(files), 2);
    assert.deepEqual(complaints, []);
  });
});

/** Sets the width of the window and waits until the browser has drawn the page at that width. */
async function setWidth(tab: Tab, width: number): Promise<void> {
  await tab.setViewportSize({ width, height: HEIGHT });
  await tab.waitForFunction(`innerWidth === ${width}`);
  await tab.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  );
}
