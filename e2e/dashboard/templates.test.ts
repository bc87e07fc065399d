import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Platform } from '#server/src/domain/app/platform.ts';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { chooseItem, firstOwner, focused, savesOf, type Window } from './open-dashboard.ts';

describeInBrowser('templates in the dashboard', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply({ apps: SHOP.apps.map((app) => ({ ...app, templates: [] })) });
    ada = await firstOwner(browser(), service);
  });

  const card = (name: string): Locator => ada.tab.getByRole('group', { name, exact: true });
  const heading = (name: string): Promise<void> =>
    ada.tab.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  const toTemplates = async (): Promise<void> => {
    await ada.tab.getByRole('navigation').getByRole('link', { name: 'Templates' }).click();
    await heading('Templates');
  };
  /** The template that a new link uses, and its destination on a platform. */
  const templateAndLink = async (uri: string, platform: Platform): Promise<unknown[]> => {
    const { code } = await service.create({ uri });
    const { json } = await service.request('GET', `/manage/v1/smartlinks/${code}`);
    return [json.template, json.routes[platform].link];
  };

  it('start with an example, and apply to the next link', async () => {
    const { tab, goto } = ada;
    await goto('shop/templates');
    await tab.getByRole('heading', { name: 'No templates yet' }).waitFor();
    await tab.getByRole('link', { name: 'Use this example' }).click();
    await card('Web').getByText('https://shop.example/p/5').waitFor();
    assert.deepEqual(await templateAndLink('products/6', 'web'), [
      null,
      'https://shop.example/products/6',
    ]);
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('New links use “product”.').waitFor();
    assert.deepEqual(await templateAndLink('products/7', 'web'), [
      'product',
      'https://shop.example/p/7',
    ]);
  });

  it('are edited with all platforms side by side, and show what would change', async () => {
    const { tab } = ada;
    assert.deepEqual((await templateAndLink('sale/5', 'iphone'))[0], null);
    await toTemplates();
    await tab.getByRole('link', { name: 'New template' }).click();
    await heading('New template');
    await focused(tab.getByLabel(/^Pattern/));
    await tab.keyboard.type('sale/:id');
    assert.equal(await tab.getByLabel(/^Name/).inputValue(), 'sale');
    const menu = tab.getByRole('navigation');
    await menu.locator('[aria-current=page]', { hasText: 'Templates' }).waitFor();
    await tab.getByLabel(/^Name/).fill('Summer Sale');
    await tab.getByText(/^Must have only lowercase letters, digits and hyphens/).waitFor();
    await tab.getByLabel(/^Name/).fill('sale');
    await tab.getByLabel(/^Pattern/).fill('sale/{id}');
    await tab.getByText('Has "{id}": write ":id" to capture a segment').waitFor();
    await tab.getByLabel(/^Pattern/).fill('sale/:id');
    await tab.getByText('This template matches.').waitFor();

    // What is above can change its height between the two.
    const top = async (name: string): Promise<number> => (await card(name).boundingBox())?.y ?? NaN;
    await eventually(
      'the platforms are side by side',
      async () => (await top('Web')) === (await top('iPhone')),
    );
    await card('Web').getByLabel('Link').fill('https://shop.example/sale?no=:id');
    await card('Web').getByText('https://shop.example/sale?no=5').waitFor();
    await card('iPhone').getByLabel('Link').fill('com.shop.app://sale/:nr');
    await card('iPhone').getByText(/:nr/).waitFor();
    await tab.getByText('Fix the marked fields to see the result.').first().waitFor();
    await card('iPhone').getByLabel('Link').fill('com.shop.app://sale/:id');
    await card('iPhone').getByLabel('If not installed').selectOption({ label: 'None' });
    await card('iPhone').getByText('com.shop.app://sale/5').waitFor();

    const dryRun = tab.getByRole('region', { name: 'Effect on existing links' });
    await dryRun.getByText('1 of the last 3 links would get different routes').waitFor();
    await dryRun.getByText('no template → sale').waitFor();
    await dryRun.getByText('https://shop.example/sale?no=5').waitFor();
    // Links are grouped, and a large group shows its first links.
    for (const number of [11, 12, 13, 14]) await service.create({ uri: `sale/${number}` });
    await card('Web').getByLabel('Link').fill('https://shop.example/sale?nr=:id');
    await dryRun.getByRole('heading', { name: 'no template → sale 5 links' }).waitFor();
    assert.equal(await dryRun.getByRole('listitem').count(), 3);
    await dryRun.getByRole('button', { name: 'Show 2 more' }).click();
    await dryRun.getByRole('listitem').nth(4).waitFor();
    assert.equal(await dryRun.getByRole('listitem').count(), 5);
    await card('Web').getByLabel('Link').fill('https://shop.example/sale?no=:id');
    await tab.keyboard.press('Control+S');
    await heading('sale');
    assert.deepEqual(await templateAndLink('sale/8', 'iphone'), ['sale', 'com.shop.app://sale/8']);
  });

  it('show errors of platforms that are off', async () => {
    const { tab } = ada;
    const off = async (enabled: boolean): Promise<void> => {
      const body = { platforms: { android: { ...SHOP.apps[0]?.platforms?.android, enabled } } };
      assert.equal((await service.request('PATCH', '/manage/v1/app', { body })).status, 200);
    };
    // Without the message about what was saved before.
    await tab.reload();
    await card('Android').getByLabel('Link').fill('com.shop.app://sale/:id');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('New links use “sale”.').waitFor();
    await off(false);
    await tab.reload();
    await card('Android').getByText('This platform is disabled.').waitFor();
    await tab.getByLabel(/^Pattern/).fill('sale/:number');
    for (const name of ['Web', 'iPhone']) {
      const link = card(name).getByLabel('Link');
      await link.fill((await link.inputValue()).replace(':id', ':number'));
    }
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab
      .getByRole('alert')
      .getByText(/routes › android › link/)
      .waitFor();
    await off(true);
    tab.once('dialog', (dialog) => void dialog.accept());
    await tab.reload();
    await card('Android').getByLabel('Link').fill('');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('New links use “sale”.').waitFor();
  });

  it('are tested with a URI, without creating a link', async () => {
    const { tab } = ada;
    const links = async () =>
      (await service.request('GET', '/manage/v1/smartlinks')).json.smartlinks.length;
    const there = await links();
    await toTemplates();
    const tester = tab.getByRole('region', { name: 'Test a destination' });
    const platform = (name: string): Locator =>
      tester.getByRole('listitem').filter({ has: tab.getByText(name, { exact: true }) });
    const uri = tester.getByLabel('Destination');
    await uri.fill('products/9');
    await tester.getByText('id = 9').waitFor();
    await platform('Web').getByText('https://shop.example/p/9').waitFor();
    await tab.getByRole('link', { name: /^product matches/ }).waitFor();
    await uri.fill('about/us');
    await tester.getByText('No template matches, so all platforms use the same path.').waitFor();
    await platform('Android').getByText('com.shop.app://about/us').waitFor();
    await uri.fill('https://');
    await uri.and(tab.locator('[aria-invalid=true]')).waitFor();
    assert.equal(await links(), there);
  });

  it('warn before a template that never matches is saved, and are deleted', async () => {
    const { tab } = ada;
    await tab.getByRole('link', { name: 'New template' }).click();
    await heading('New template');
    await focused(tab.getByLabel(/^Pattern/));
    await tab.keyboard.type('products/:nr');
    await tab.getByLabel(/^Name/).fill('twin');
    await tab.getByText(/^This template never matches because “product” comes first/).waitFor();
    await tab.getByText('Another template matches first:').waitFor();
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('Saved, but this template never matches').waitFor();
    await heading('twin');
    await toTemplates();
    await tab.getByRole('link', { name: /^twin.*never matches/ }).click();
    await heading('twin');
    await tab.getByRole('button', { name: 'Template actions' }).click();
    await chooseItem(tab, 'Delete…');
    const dialog = tab.getByRole('dialog', { name: 'Delete the template “twin”?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await heading('Templates');
    await tab.getByRole('link', { name: /^sale/ }).waitFor();
    assert.equal(await tab.getByRole('link', { name: /^twin/ }).count(), 0);
  });

  it('show which links would match another template, and keep unsaved changes', async () => {
    const { tab } = ada;
    await tab.getByRole('link', { name: /^product/ }).click();
    await heading('product');
    await tab.getByLabel(/^Pattern/).fill('goods/:id');
    const dryRun = tab.getByRole('region', { name: 'Effect on existing links' });
    await dryRun.getByText('product → no template').waitFor();
    await tab.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
    const leave = tab.getByRole('dialog', { name: 'Leave without saving?' });
    await leave.getByRole('button', { name: 'Keep editing' }).click();
    assert.equal(await tab.getByLabel(/^Pattern/).inputValue(), 'goods/:id');
    const saves = savesOf(ada);
    const tester = tab.getByRole('region', { name: 'Test a destination' });
    await tester.getByLabel('Destination').fill('goods/7');
    await tester.getByLabel('Destination').press('Enter');
    await tester.getByText('id = 7').waitFor();
    await tab.getByRole('button', { name: 'Save' }).click();
    await dryRun.getByText('No changes yet.').waitFor();
    assert.equal(saves.length, 1);
    assert.deepEqual(await templateAndLink('goods/1', 'web'), [
      'product',
      'https://shop.example/p/1',
    ]);
    assert.deepEqual((await templateAndLink('products/1', 'web'))[0], null);
  });

  it('are edited and deleted also in a long list', async () => {
    const { tab, goto } = ada;
    // More than other bodies can have.
    const templates = Array.from({ length: 300 }, (_, n) => ({
      name: `long-${n}`,
      pattern: `long/${n}/:id`,
      routes: { web: { link: `https://shop.example/${'x'.repeat(250)}/${n}/:id` } },
    }));
    await service.apply({ apps: [{ name: 'shop', templates }] });
    await goto('shop/templates/long-299');
    await card('Web').getByLabel('Link').fill('https://shop.example/last/:id');
    await card('Web').getByText('https://shop.example/last/5').waitFor();
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('New links use “long-299”.').waitFor();
    await tab.getByRole('button', { name: 'Template actions' }).click();
    await chooseItem(tab, 'Delete…');
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await heading('Templates');
    const { json } = await service.request('GET', '/manage/v1/app');
    assert.deepEqual(json.templates, templates.slice(0, -1));
    // The filter of the list of links shows some of them, and finds all.
    await goto('shop/links');
    const filter = tab.getByRole('combobox', { name: 'Template' });
    await filter.click();
    await tab.getByRole('option').first().waitFor();
    assert.equal(await tab.getByRole('option').count(), 100);
    await filter.fill('long-298');
    await tab.getByRole('option', { name: 'long-298' }).click();
    await tab.waitForURL(/template=long-298/);
    assert.deepEqual(ada.complaints, []);
  });
});
