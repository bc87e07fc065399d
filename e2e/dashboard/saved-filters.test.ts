import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { overflowingElements, violationsInBothThemes } from './axe.ts';
import { ADA, enterAs, firstOwner, newWindow, type Window } from './open-dashboard.ts';

describeInBrowser('saved filters of the list of links', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    for (const [code, tags] of [
      ['Sale26', ['spring']],
      ['Other1', []],
    ] as const) {
      await service.request('POST', '/manage/v1/smartlinks', { body: { uri: 'a', code, tags } });
    }
    ada = await firstOwner(browser(), service);
  });

  const open = async ({ tab }: Window): Promise<Locator> => {
    await tab.getByRole('button', { name: 'Saved filters' }).focus();
    await tab.keyboard.press('Enter');
    const dialog = tab.getByRole('dialog', { name: 'Saved filters' });
    await dialog.waitFor();
    return dialog;
  };

  it('are saved, applied in another browser, renamed and deleted', async () => {
    const { tab, goto } = ada;
    await goto('shop/links');
    const empty = await open(ada);
    await empty.getByText('No saved filters yet').waitFor();
    await tab.keyboard.press('Escape');
    await goto('shop/links?tag=spring&state=active');
    await tab.route('**/manage/v1/filters', (route) => {
      if (route.request().method() === 'GET') return route.continue();
      return route.fulfill({ status: 500, body: '{}' });
    });
    const refused = await open(ada);
    await refused.getByLabel('Name').fill('Refused');
    await tab.keyboard.press('Enter');
    await refused.getByRole('alert').waitFor();
    await tab.unroute('**/manage/v1/filters');
    await tab.keyboard.press('Escape');
    await refused.waitFor({ state: 'detached' });
    const dialog = await open(ada);
    assert.equal(await dialog.getByRole('alert').count(), 0);
    await dialog.getByLabel('Name').fill('Spring campaign');
    await tab.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^Spring campaign/ }).waitFor();
    assert.deepEqual(await violationsInBothThemes(tab), []);
    await tab.setViewportSize({ width: 375, height: 700 });
    await eventually('it fits', async () => (await overflowingElements(tab)).length === 0);

    const other = await newWindow(browser(), service);
    await enterAs(other, service, ADA);
    await other.goto('shop/links');
    await other.tab.getByRole('link', { name: 'Other1' }).waitFor();
    const there = await open(other);
    await there.getByRole('button', { name: /^Spring campaign/ }).click();
    await other.tab.getByRole('link', { name: 'Other1' }).waitFor({ state: 'detached' });
    assert.match(other.tab.url(), /\?tag=spring&state=active$/);

    await dialog.getByRole('button', { name: 'Rename Spring campaign' }).click();
    await dialog.getByLabel('New name').fill('Spring');
    await tab.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^Spring(?! campaign)/ }).waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Summer');
    await tab.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Rename Summer' }).click();
    await dialog.getByLabel('New name').fill('Spring');
    await dialog.getByText('A filter with this name exists. It is replaced.').waitFor();
    await tab.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Delete Spring', exact: true }).click();
    await dialog.getByRole('button', { name: /^Spring/ }).waitFor({ state: 'detached' });
    assert.deepEqual([...ada.complaints, ...other.complaints], []);
  });
});
