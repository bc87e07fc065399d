import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeInBrowser } from '../browser/open-browser.ts';
import { SHOP, startService, type Service } from '../harness.ts';
import { axeFaults, sticksOut } from './axe.ts';
import { firstOwner, newWindow, signIn, signedIn, ADA } from './open-dashboard.ts';

/** Every page behind the sign-in, and the heading by which one knows that it is there. */
const PAGES: readonly (readonly [path: string, heading: RegExp])[] = [
  ['shop/links', /Links/],
  ['shop/links?tag=spring&state=active', /Links/],
  ['shop/links/Sale26', /Sale26/],
  ['shop/links/Sale26?tab=devices', /Sale26/],
  ['shop/links/Sale26?tab=metadata', /Sale26/],
  ['shop/links/Sale26?tab=redemptions', /Sale26/],
  ['shop/links/Sale26?tab=history', /Sale26/],
  ['shop/links/new', /link/],
  ['shop/templates', /Templates/],
  ['shop/templates/product', /product/],
  ['shop/new-template', /template/],
  ['shop/settings/platforms', /Platforms/],
  ['shop/settings/hosts', /Domains/],
  ['shop/settings/look', /Look/],
  ['shop/settings/tokens', /Tokens/],
  ['shop/settings/members', /Members/],
  ['shop/settings/audit', /Audit log/],
  ['shop/settings/doctor', /Doctor/],
  ['account', /Account/],
  ['shop/not-there', /nothing/],
];
const BEFORE = ['sign-in', 'invitation'];

describeInBrowser('how every page of the dashboard looks', (browser) => {
  let service: Service;

  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const body = {
      uri: 'products/1',
      code: 'Sale26',
      metadata: { coupon: 'WELCOME' },
      tags: ['spring'],
    };
    await service.request('POST', '/manage/v1/smartlinks', { body });
    const hosts = ['go.shop.example', 'a-long-name-of-a-host.for-a-narrow-screen.shop.example'];
    await service.request('PATCH', '/manage/v1/app', { body: { hosts } });
    await firstOwner(browser(), service);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no fault that axe finds (${colorScheme})`, async () => {
      const { tab, goto, complaints } = await newWindow(browser(), service, { colorScheme });
      const found: Record<string, string[]> = {};
      const look = async (path: string): Promise<void> => {
        const faults = await axeFaults(tab);
        if (faults.length > 0) found[path] = faults;
      };
      for (const path of BEFORE) {
        await goto(path);
        await tab.getByRole('heading', { level: 1 }).waitFor();
        await look(path);
      }
      await goto('sign-in');
      await signIn(tab, ADA);
      await signedIn(tab);
      for (const [path, heading] of PAGES) {
        await goto(path);
        await tab.getByRole('heading', { name: heading }).first().waitFor();
        await tab.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        await look(path);
      }
      assert.deepEqual(found, {});
      assert.deepEqual(complaints, []);
    });
  }

  it('asks for the list once, and for one file of code, on a first visit', async () => {
    const { tab, goto, complaints } = await newWindow(browser(), service);
    await goto('sign-in');
    await signIn(tab, ADA);
    await tab.getByRole('link', { name: 'Sale26' }).waitFor();
    const asked: string[] = [];
    tab.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await goto('');
    await tab.getByRole('link', { name: 'Sale26' }).waitFor();
    assert.match(tab.url(), /\/shop\/links$/);
    const times = (part: RegExp): number => asked.filter((path) => part.test(path)).length;
    assert.equal(times(/\/v1\/me$/), 1);
    assert.equal(times(/\/v1\/smartlinks$/), 1);
    assert.equal(times(/\.js$/), 1);
    assert.deepEqual(complaints, []);
  });

  for (const width of [360, 768, 1280]) {
    it(`fits into ${width} pixels`, async () => {
      const viewport = { width, height: 740 };
      const { tab, goto } = await newWindow(browser(), service, { viewport });
      const found: Record<string, string[]> = {};
      const look = async (path: string): Promise<void> => {
        const places = await sticksOut(tab);
        if (places.length > 0) found[path] = places;
      };
      await goto('sign-in');
      await tab.getByLabel(/^E-mail/).waitFor();
      await look('sign-in');
      await signIn(tab, ADA);
      await signedIn(tab);
      for (const [path, heading] of PAGES) {
        await goto(path);
        await tab.getByRole('heading', { name: heading }).first().waitFor();
        await tab.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        await look(path);
      }
      assert.deepEqual(found, {});
    });
  }
});
