import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Click } from '#server/src/storage/clicks/batch.ts';
import { clicksSettled } from '#server/test/clicks/settled.ts';
import { SHOP, startService, temporaryFolder, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { firstOwner, type Window } from './open-dashboard.ts';

const COMPUTER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const CLICK: Omit<Click, 'at' | 'appId'> = {
  code: 'Sale26',
  outcome: 'redirect',
  kind: 'human',
  device: 'desktop',
  agent: { kind: 'human', browser: 'Chrome', inApp: '', userAgent: COMPUTER },
  language: '',
  referrer: '',
  campaign: { campaign: '', source: '', medium: '' },
  network: '203.0.113',
  isHashed: true,
};

describeInBrowser('live clicks in the dashboard', (browser) => {
  let service: Service;
  let ada: Window;
  /** Requests for the numbers of the period, and for streams. */
  const requested = { reports: 0, streams: 0 };

  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    for (const code of ['Sale26', 'Spring26']) {
      const body = { uri: 'https://shop.example/a', code };
      await service.request('POST', '/manage/v1/smartlinks', { body });
    }
    ada = await firstOwner(browser(), service, { userAgent: COMPUTER });
    ada.tab.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('/clicks/stream')) requested.streams++;
      if (/\/v1\/(?:smartlinks\/\w+\/)?clicks$/.test(pathname)) requested.reports++;
    });
  });

  const visit = async (code: string, query = ''): Promise<void> => {
    await fetch(`${service.url}/${code}${query}`, {
      headers: { 'user-agent': COMPUTER },
      redirect: 'manual',
    });
  };
  const number = (name: string, value: string): Locator =>
    ada.tab.getByRole('button', { name: new RegExp(`^${name}\\s*${value}(?!\\d)`) });
  const live = (): Locator => ada.tab.getByText('Live', { exact: true });
  const hide = (hidden: boolean): Promise<unknown> =>
    ada.tab.evaluate(`(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
      document.dispatchEvent(new Event('visibilitychange'));
    })()`);

  it('appear by a stream, without polling', async () => {
    const { tab, goto } = ada;
    await visit('Sale26');
    await clicksSettled(service);
    await goto('shop/clicks');
    await number('Clicks', '1').waitFor();
    await live().waitFor();
    const earlier = { ...requested };
    await visit('Sale26');
    await visit('Spring26');
    await number('Clicks', '3').waitFor();
    await tab.getByRole('row').filter({ hasText: 'Spring26' }).waitFor();
    // The default of an earlier version would have loaded them again after ten seconds.
    await tab.waitForTimeout(11_000);
    assert.ok(requested.reports - earlier.reports <= 2, `${requested.reports - earlier.reports}`);
    assert.equal(requested.streams, earlier.streams);
  });

  it('are those of a link on its page', async () => {
    const { tab, goto } = ada;
    await goto('shop/links/Spring26?tab=clicks');
    await number('Clicks', '1').waitFor();
    await live().waitFor();
    const url = tab.waitForRequest(/clicks\/stream/);
    await tab.reload();
    assert.equal(new URL((await url).url()).searchParams.get('code'), 'Spring26');
    await live().waitFor();
    await visit('Spring26');
    await number('Clicks', '2').waitFor();
  });

  it('are not followed while the page is hidden', async () => {
    const { goto } = ada;
    await goto('shop/clicks');
    await live().waitFor();
    const earlier = requested.streams;
    await hide(true);
    await live().waitFor({ state: 'detached' });
    await visit('Sale26');
    await clicksSettled(service);
    await hide(false);
    await live().waitFor();
    assert.equal(requested.streams, earlier + 1);
    // What changed in the meantime is loaded.
    await number('Clicks', '5').waitFor();
  });

  it('are loaded regularly if there is no stream', async () => {
    const { tab, goto } = ada;
    await tab.route('**/clicks/stream*', (route) => route.fulfill({ status: 429, body: '{}' }));
    await goto('shop/clicks');
    await number('Clicks', '5').waitFor();
    await visit('Sale26');
    await number('Clicks', '6').waitFor();
    assert.equal(await live().count(), 0);
    await tab.unroute('**/clicks/stream*');
  });

  it('are not followed in a period that is over', async () => {
    const { tab, goto } = ada;
    // The page before tries its refused stream again after a minute.
    await tab.goto('about:blank');
    const earlier = requested.streams;
    await goto('shop/clicks?range=custom&from=2026-01-01&to=2026-01-31');
    await number('Clicks', '0').waitFor();
    assert.equal(requested.streams, earlier);
  });

  it('are explained where the click store is unavailable, and where some were lost', async () => {
    const folder = join(temporaryFolder(), 'clicks');
    // The folder cannot be made while there is a file with its name.
    writeFileSync(folder, '');
    const other = await startService({ CLICKS_URL: `sqlite:${join(folder, 'clicks.db')}` });
    await other.apply(SHOP);
    const body = { uri: 'https://shop.example/a', code: 'Sale26' };
    await other.request('POST', '/manage/v1/smartlinks', { body });
    const { tab, goto, complaints } = await firstOwner(browser(), other, { userAgent: COMPUTER });
    await goto('shop/clicks');
    const alert = tab.getByRole('main').getByRole('alert');
    await alert.first().waitFor();
    assert.equal(await tab.getByText(/not recorded since the service started/).count(), 0);
    // The list explains it and is complete.
    await goto('shop/links?sort=clicks_7d');
    await tab.getByText('These links are not sorted by clicks').waitFor();
    await tab.getByText(/^The clicks are not available at the moment/).waitFor();
    await tab.getByRole('link', { name: 'Sale26' }).waitFor();
    // More visits than the buffer can have.
    const { clicks } = other.app.ctx;
    assert.ok(clicks);
    const { id: appId } = other.owner.app;
    while (clicks.stats().lost.buffer_full < 1234)
      clicks.record({ ...CLICK, at: Date.now(), appId });
    await goto('shop/clicks');
    await tab.getByText('Some clicks were not recorded since the service started').waitFor();
    await tab.getByText(/can be too low \(too many at once\)/).waitFor();
    // It recovers without a restart.
    rmSync(folder);
    mkdirSync(folder);
    await eventually('the store', () => clicks.stats().waiting === 0, 30_000);
    const all = tab.getByRole('button', { name: /^Clicks\s*65,536(?!\d)/ });
    await all.waitFor();
    assert.deepEqual(complaints, []);
  });

  it('are no complaints', async () => {
    assert.deepEqual(ada.complaints, []);
  });

  it('stay in a card while all values of another parameter are loaded', async () => {
    const { tab, goto } = ada;
    for (let n = 1; n <= 8; n++) await visit('Sale26', `?utm_campaign=c${n}&utm_source=s${n}`);
    await clicksSettled(service);
    await goto('shop/clicks');
    const card = tab.getByRole('region', { name: 'Campaign', exact: true });
    await card.getByRole('button', { name: 'Show more' }).click();
    await card.getByRole('button', { name: /^c8/ }).waitFor();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await tab.route(/[?&]by=source/, async (held) => {
      await released;
      await held.continue();
    });
    await card.getByText('Source', { exact: true }).click();
    await card.getByRole('button', { name: /^s1/ }).waitFor();
    release();
    await card.getByRole('button', { name: /^s8/ }).waitFor();
    assert.deepEqual(ada.complaints, []);
  });

  it('say in a card if not all values can be loaded, and stay up to date without a stream', async () => {
    const { tab, goto } = ada;
    await tab.route('**/clicks/stream*', (route) => route.abort());
    await goto('shop/clicks');
    const card = tab.getByRole('region', { name: 'Campaign', exact: true });
    const all = /[?&]by=campaign(?:&|$)/;
    await tab.route(all, (route) => route.fulfill({ status: 400, body: '{}' }));
    await card.getByRole('button', { name: 'Show more' }).click();
    await card.getByRole('alert').getByText('The service responded with status 400.').waitFor();
    await tab.unroute(all);
    await card.getByRole('button', { name: 'Try again' }).click();
    await card.getByRole('button', { name: /^c8 1/ }).waitFor();
    await card.getByRole('alert').waitFor({ state: 'detached' });
    await visit('Sale26', '?utm_campaign=c8');
    await clicksSettled(service);
    await card.getByRole('button', { name: /^c8 2/ }).waitFor();
    await tab.unroute('**/clicks/stream*');
    assert.deepEqual(ada.complaints, []);
  });
});
