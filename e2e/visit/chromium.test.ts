import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { AGENTS } from '#server/test/visit/agents.ts';
import { describeInBrowser, PATIENCE_MS } from '../browser/open-browser.ts';
import { startSite, type Site } from '../pages/site.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const TABLET = { viewport: { width: 834, height: 1194 }, hasTouch: true };
const COMPUTER = { viewport: { width: 1280, height: 800 } };

/** A kind of device, and what a visit with it leads to. */
interface Device {
  readonly options: BrowserContextOptions & { readonly userAgent: string };
  readonly fingers: number;
  /**
   * What the button of the page opens in the app. Without a button, the visitor is sent to the web.
   */
  readonly button: ((code: string) => string) | undefined;
}

const DEVICES: Readonly<Record<string, Device>> = {
  iPhone: {
    options: { ...PHONE, userAgent: AGENTS.iphone },
    fingers: 5,
    button: (code) => `shop://iphone?smartlink=${code}`,
  },
  'iPad that calls itself a Mac': {
    options: { ...TABLET, userAgent: AGENTS.mac },
    fingers: 5,
    button: (code) => `shop://ipad?smartlink=${code}`,
  },
  Pixel: {
    options: { ...PHONE, userAgent: AGENTS.android },
    fingers: 5,
    button: (code) => `intent://android?smartlink=${code}#Intent;scheme=shop;`,
  },
  'Android tablet that calls itself Linux': {
    options: { ...TABLET, userAgent: AGENTS.linux },
    fingers: 10,
    button: (code) => `intent://android?smartlink=${code}#Intent;scheme=shop;`,
  },
  Mac: { options: { ...COMPUTER, userAgent: AGENTS.mac }, fingers: 0, button: undefined },
  'Linux computer': {
    options: { ...COMPUTER, userAgent: AGENTS.linux },
    fingers: 0,
    button: undefined,
  },
  'Windows computer': {
    options: { ...COMPUTER, userAgent: AGENTS.desktop },
    fingers: 0,
    button: undefined,
  },
};

describeInBrowser('a link opened in a browser', (browser) => {
  let service: Service;
  let site: Site;
  let code: string;
  before(async () => {
    service = await startService();
    site = await startSite();
    const fallback = `${site.origin}/store`;
    ({ code } = await service.create({
      uri: 'products/5',
      routes: {
        web: { link: `${site.origin}/web` },
        iphone: { link: 'shop://iphone', fallback },
        ipad: { link: 'shop://ipad', fallback },
        android: { link: 'shop://android', fallback },
      },
    }));
  });

  const open = async (device: Device, script: boolean): Promise<Page> => {
    const context = await browser().newContext({ ...device.options, javaScriptEnabled: script });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const devtools = await context.newCDPSession(page);
    if (device.fingers > 0) {
      await devtools.send('Emulation.setTouchEmulationEnabled', {
        enabled: true,
        maxTouchPoints: device.fingers,
      });
    }
    await page.goto(`${service.url}/${code}`);
    return page;
  };

  for (const [name, device] of Object.entries(DEVICES)) {
    it(`${name}: ${device.button ? 'a button that opens the app, then the store' : 'the web'}`, async () => {
      const page = await open(device, true);
      if (!device.button) {
        await page.waitForURL(`${site.origin}/web`);
        return page.context().close();
      }
      const button = page.locator('a.button');
      await page.locator(`a.button[href^="${device.button(code)}"]`).waitFor();
      // No app is installed, so a tap leads to the store. An intent is left out, because the
      // browser itself handles it.
      if (!(await button.getAttribute('href'))?.startsWith('intent:')) {
        await button.tap();
        await eventually('the store', () => Promise.resolve(page.url() === `${site.origin}/store`));
      }
      // The detected device is stored, so the second visit does not probe again.
      await page.goto(`${service.url}/${code}`);
      assert.ok((await button.getAttribute('href'))?.startsWith(device.button(code)));
      await page.context().close();
    });

    it(`${name}, without JavaScript: plain links to all destinations`, async () => {
      const page = await open(device, false);
      if (page.url() === `${site.origin}/web`) return page.context().close();
      const links = await page
        .locator('a')
        .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
      assert.equal(links.length, 2);
      const probed = /Mac|Linux/.test(name);
      if (!probed)
        assert.ok(device.button && links[0]?.startsWith(device.button(code)), String(links));
      await page.locator('a').nth(1).click();
      await page.waitForURL(`${site.origin}/${probed ? 'web' : 'store'}`);
      return page.context().close();
    });
  }
});
