import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { allowDefaultHost } from '#server/src/actions/apps/allow-default-host.ts';
import { startDns, type DnsServer } from '#server/test/dns-server.ts';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { firstOwner, focused, savesOf, type Window } from './open-dashboard.ts';
import { visit } from './visitor.ts';

const APPLE = '/.well-known/apple-app-site-association';
const GOOGLE = '/.well-known/assetlinks.json';
const PRINT =
  '14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5';

describeInBrowser('platforms and domains in the dashboard', (browser) => {
  let service: Service;
  let dns: DnsServer;
  let ada: Window;
  before(async () => {
    dns = await startDns();
    service = await startService({ DNS_SERVERS: dns.address });
    await service.apply(SHOP);
    ada = await firstOwner(browser(), service);
    await ada.goto('shop/settings/platforms');
  });

  const platform = (name: string): Locator => ada.tab.getByRole('region', { name, exact: true });
  const save = (): Promise<void> => ada.tab.getByRole('button', { name: 'Save' }).click();
  /** Waits until there are no unsaved changes. */
  const saved = (): Promise<void> =>
    ada.tab.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
  const toPage = async (name: string): Promise<void> => {
    await ada.tab.getByRole('navigation').getByRole('link', { name }).click();
    await ada.tab.getByRole('heading', { name, level: 1 }).waitFor();
  };
  const filesOf = async (path: string, host?: string): Promise<string> =>
    (await visit(service, path, 'iphone', host)).text;

  it('save base and store, which the next link uses', async () => {
    const iphone = platform('iPhone');
    await iphone.getByLabel('Base address').fill('com.shop.beta://');
    await iphone.getByText('com.shop.beta://products/5').waitFor();
    await iphone.getByLabel('Fallback', { exact: true }).fill('https://apps.apple.com/app/id42');
    const saves = savesOf(ada);
    // It belongs to the preview.
    await ada.tab.getByLabel('Example path').press('Enter');
    await save();
    await ada.tab.getByText('Your changes are in effect.').waitFor();
    assert.equal(saves.length, 1);
    const { code } = await service.create({ uri: 'about' });
    const { text } = await visit(service, `/${code}`, 'iphone');
    assert.match(text, /com\.shop\.beta:\/\/about/);
    assert.match(text, /https:\/\/apps\.apple\.com\/app\/id42/);
  });

  it('show errors at their fields, and save nothing', async () => {
    const { tab } = ada;
    const base = platform('Web').getByLabel('Base address');
    await base.fill('javascript:alert(1)');
    await save();
    await focused(base.and(tab.locator('[aria-invalid=true]')));
    await platform('Web').getByText('Uses the scheme "javascript:", which is refused.').waitFor();
    const { json } = await service.request('GET', '/manage/v1/app');
    assert.equal(json.platforms.web.base, 'https://shop.example');
    await tab.getByRole('button', { name: 'Discard changes' }).click();
    assert.equal(await base.inputValue(), 'https://shop.example');
  });

  it('show errors of platforms that are off', async () => {
    const { tab } = ada;
    await platform('Web').getByLabel('Base address').fill('javascript:alert(1)');
    await platform('Web').getByRole('switch', { name: 'Web: On' }).press('Space');
    await save();
    await tab
      .getByRole('alert')
      .getByText(/platforms › web › base uses the scheme "javascript:"/)
      .waitFor();
    await tab.getByRole('button', { name: 'Discard changes' }).click();
  });

  it('show the association files of what is saved', async () => {
    const [iphone, android] = [platform('iPhone'), platform('Android')];
    await iphone.getByRole('button', { name: 'Add app' }).click();
    await iphone.getByLabel('Team ID').fill('abcde12345');
    await iphone.getByLabel('Bundle ID').fill('com.shop.app');
    await android.getByRole('button', { name: 'Add app' }).click();
    await android.getByLabel('Package name').fill('com.shop.app');
    const prints = android.getByLabel(/^SHA-256 fingerprints/);
    await prints.fill('AB:'.repeat(19) + 'AB');
    await android.getByText(/^One of the fingerprints is SHA-1/).waitFor();
    await prints.fill(`SHA256: ${PRINT.toLowerCase()}`);
    await save();
    await saved();
    assert.equal(await prints.inputValue(), PRINT);
    assert.match(await filesOf(APPLE), /"ABCDE12345\.com\.shop\.app"/);
    assert.ok((await filesOf(GOOGLE)).includes(PRINT));
    await iphone.getByRole('button', { name: 'Remove app 1' }).click();
    await save();
    await saved();
    assert.doesNotMatch(await filesOf(APPLE), /com\.shop\.app/);
  });

  it('show findings of the doctor at their fields', async () => {
    const { tab } = ada;
    const android = platform('Android');
    await android.getByLabel('Fallback', { exact: true }).fill('https://apps.apple.com/app/id1');
    await save();
    const note = android.getByText(/^Has a page of the wrong app store as its fallback/);
    await note.waitFor();
    await toPage('Doctor');
    const found = tab.getByRole('listitem').filter({ hasText: 'Android: Has a page of the wrong' });
    await found.getByText('Set its page in Google Play').waitFor();
    await found.getByRole('link', { name: 'Go to Platforms' }).click();
    await android
      .getByLabel('Fallback', { exact: true })
      .fill('https://play.google.com/store/apps/details?id=com.shop.app');
    await note.waitFor({ state: 'detached' });
    await save();
    await saved();
    await toPage('Doctor');
    await tab.getByRole('heading', { name: 'Doctor', level: 1 }).waitFor();
    await found.waitFor({ state: 'detached' });
  });

  it('are disabled, and new links have no route for them', async () => {
    await toPage('Platforms');
    await platform('Android').getByRole('switch', { name: 'Android: On' }).press('Space');
    await platform('Android').getByText('New links get no route for this platform.').waitFor();
    await save();
    await saved();
    const { code } = await service.create({ uri: 'about/us' });
    const { json } = await service.request('GET', `/manage/v1/smartlinks/${code}`);
    assert.deepEqual(Object.keys(json.routes), ['web', 'iphone', 'universal']);
  });

  it('have domains, under which links open once they are verified', async () => {
    const { tab } = ada;
    const { code } = await service.create({ uri: 'contact' });
    const at = async (host: string) => (await visit(service, `/${code}`, 'desktop', host)).status;
    const listed = (host: string): Locator => tab.getByRole('article', { name: host });
    await toPage('Domains');
    await tab.getByRole('heading', { name: 'No custom domain' }).waitFor();
    const name = tab.getByLabel('Add domain');
    const add = tab.getByRole('button', { name: 'Add', exact: true });
    await name.fill('https://Go.Shop.example/sale?x=1');
    await add.click();
    const row = listed('go.shop.example');
    await row.getByText('Pending').waitFor();
    assert.equal(
      await at('elsewhere.example'),
      302,
      'a pending domain does not affect other names',
    );
    const { json } = await service.request('GET', '/manage/v1/hosts');
    const { record } = json.hosts[0] as { record: { name: string; value: string } };
    await row.getByText(record.name, { exact: true }).waitFor();
    await row.getByText(record.value, { exact: true }).waitFor();
    const check = row.getByRole('button', { name: 'Check record' });
    await check.click();
    await row.getByText(`No TXT record found for ${record.name}.`).waitFor();
    dns.records.set(record.name, ['something else']);
    await check.click();
    await row.getByText('has a different value').waitFor();
    dns.records.set(record.name, [record.value]);
    await check.click();
    await row.getByText('Active').waitFor();
    await check.waitFor({ state: 'detached' });
    assert.deepEqual([await at('go.shop.example'), await at('elsewhere.example')], [302, 404]);

    await name.fill('go.shop.example');
    await tab.getByText('go.shop.example is already in the list.').waitFor();
    await name.fill('10.0.0.1');
    await add.click();
    await name.and(tab.locator('[aria-invalid=true]')).waitFor();
    await name.fill('shop.link');
    await add.click();
    await listed('shop.link').getByText('Pending').waitFor();
    assert.equal(await at('shop.link'), 404);
    await ada.goto(`shop/links/${code}`);
    await tab.getByText(`https://go.shop.example/${code}`).waitFor();
    assert.equal(await tab.getByText(`https://shop.link/${code}`).count(), 0);
    await ada.goto('shop/settings/hosts');

    for (const [host, message] of [
      ['shop.link', 'no links stop working'],
      ['go.shop.example', 'you must verify it again'],
    ] as const) {
      await tab.getByRole('button', { name: `Remove ${host}` }).click();
      const ask = tab.getByRole('dialog', { name: `Remove ${host}` });
      await ask.getByText(message).waitFor();
      await ask.getByRole('button', { name: 'Remove' }).click();
      await listed(host).waitFor({ state: 'detached' });
    }
    assert.equal(await at('elsewhere.example'), 302);
    await toPage('Audit log');
    await tab.getByText('activated the domain').waitFor();
    assert.deepEqual(ada.complaints, []);
  });

  it('warn if the association files of the shared host do not list the app', async () => {
    const { tab } = ada;
    await allowDefaultHost(service.app.ctx, 'shop', false);
    await toPage('Domains');
    await tab.reload();
    await tab.getByText(/^Links on .* do not open your app directly/).waitFor();
    await tab.getByText('smartlink app allow-default-host shop').waitFor();
    await allowDefaultHost(service.app.ctx, 'shop', true);
  });

  it('have a warning if a path has no destination there, although others have a base', async () => {
    const { tab } = ada;
    const off = { enabled: false };
    const iphone = {
      base: 'com.shop.app://',
      fallback: 'itms-apps://apps.apple.com/app/id1',
    };
    const set = async (platforms: object): Promise<void> => {
      const body = { platforms: { ipad: off, universal: off, ...platforms } };
      const { status, text } = await service.request('PATCH', '/manage/v1/app', { body });
      assert.equal(status, 200, text);
      await ada.goto('shop/settings/doctor');
    };
    await set({ web: off, iphone, android: {} });
    const found = tab.getByRole('listitem').filter({ hasText: 'Android: Enabled without a base' });
    await found.getByText('Set the base of the app here, or enable web').waitFor();
    assert.equal(await tab.getByText('No problems found').count(), 0);
    await found.getByRole('link', { name: 'Go to Platforms' }).click();
    await platform('Android').getByText('a link created from a path has no destination').waitFor();

    await set({ web: off, iphone: off, android: off });
    await tab.getByText('Every platform is disabled').waitFor();

    await set({ web: { base: 'https://shop.example' }, iphone, android: off });
    await tab.getByText('The settings have no problems. The domains were not checked.').waitFor();
    const check = tab.getByRole('button', { name: 'Check domains' });
    await check.click();
    await tab.getByText('No domain was checked because the platforms have no app').waitFor();
    const apps = [{ team_id: 'ABCDE12345', bundle_id: 'com.shop.app' }];
    await set({ web: { base: 'https://shop.example' }, iphone: { ...iphone, apps }, android: off });
    await check.click();
    await tab.getByText('No domain was checked because this app has no domain').waitFor();
  });

  it('are not mixed with an unsaved edit of another app', async () => {
    const { tab } = ada;
    const base = platform('Web').getByLabel('Base address');
    const books = { name: 'books', platforms: { web: { base: 'https://books.example' } } };
    await service.apply({ apps: [...SHOP.apps, books] });
    await ada.goto('books/settings/platforms');
    await base.waitFor();
    await ada.to('shop/settings/platforms');
    await tab.waitForURL(/shop/);
    await base.fill('https://edited.example');
    await tab.evaluate('history.back()');
    await tab.getByRole('button', { name: 'Leave and discard' }).click();
    await tab.waitForURL(/books/);
    await tab.locator('input[value="https://books.example"]').waitFor();
    assert.equal(await tab.getByRole('button', { name: 'Discard changes' }).count(), 0);
    assert.deepEqual(ada.complaints, []);
  });
});
