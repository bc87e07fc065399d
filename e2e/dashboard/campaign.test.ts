import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { axeViolations, overflowingElements, violationsInBothThemes } from './axe.ts';
import { firstOwner, focused, type Window } from './open-dashboard.ts';

describeInBrowser('campaign parameters in the dashboard', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    ada = await firstOwner(browser(), service, { viewport: { width: 375, height: 740 } });
  });

  const button = (where: Locator) => where.getByRole('button', { name: /^Campaign parameters/ });
  const field = (name: string) => ada.tab.getByRole('combobox', { name, exact: true });
  const link = async (code: string) =>
    (await service.request('GET', `/manage/v1/smartlinks/${code}`)).json;

  it('are added to the destination of a new link with the keyboard', async () => {
    const { tab } = ada;
    await ada.goto('shop/links/new');
    const destination = tab.getByRole('textbox', { name: /^Destination/ });
    const main = tab.getByRole('main');
    await focused(destination);
    await tab.keyboard.type('products/5?b=%7e&a#top');
    await tab.keyboard.press('Tab');
    await focused(button(main));
    await tab.keyboard.press('Enter');
    await field('Source').waitFor();
    assert.equal(await button(main).getAttribute('aria-expanded'), 'true');
    for (const value of ['news', 'email', 'spring sale & more ']) {
      await tab.keyboard.press('Tab');
      await tab.keyboard.type(value);
    }
    await tab.keyboard.press('Shift+Tab');
    await focused(field('Medium'));
    const uri =
      'products/5?b=%7e&a&utm_source=news&utm_medium=email&utm_campaign=spring%20sale%20%26%20more#top';
    assert.equal(await destination.inputValue(), uri);
    await tab
      .getByRole('group', { name: /^Campaign/ })
      .getByText(uri)
      .waitFor();
    // The route of the template gets the query and the fragment.
    const address = uri.replace('products/5', 'https://shop.example/p/5');
    await tab.getByRole('group', { name: 'Web' }).getByText(address).waitFor();
    assert.deepEqual(await overflowingElements(tab), []);
    assert.deepEqual(await violationsInBothThemes(tab), []);
    await tab.getByRole('textbox', { name: /^Short code/ }).fill('Utm26');
    await tab.getByRole('button', { name: 'Create link' }).click();
    await tab.getByRole('heading', { level: 1, name: /Utm26/ }).waitFor();
    assert.equal((await link('Utm26')).uri, uri);
    assert.equal((await link('Utm26')).routes.web.link, address);
  });

  it('of the web route are changed, and earlier values are suggested', async () => {
    const { tab } = ada;
    const routes = tab.getByRole('region', { name: 'Routes', exact: true });
    await routes.getByRole('button', { name: 'Edit: Routes' }).click();
    assert.equal(await button(routes).count(), 1);
    await button(routes).press('Enter');
    assert.equal(await field('Campaign').inputValue(), 'spring sale & more');
    await field('Medium').fill('');
    await field('Source').fill('');
    await tab.getByRole('option', { name: 'news' }).waitFor();
    assert.deepEqual(await axeViolations(tab), []);
    await tab.keyboard.press('ArrowDown');
    await tab.keyboard.press('Enter');
    assert.equal(await field('Source').inputValue(), 'news');
    await routes.getByRole('button', { name: 'Save' }).click();
    await routes.getByRole('button', { name: 'Edit: Routes' }).waitFor();
    assert.equal(
      (await link('Utm26')).routes.web.link,
      'https://shop.example/p/5?b=%7e&a&utm_source=news&utm_campaign=spring%20sale%20%26%20more#top',
    );
    assert.deepEqual(ada.complaints, []);
  });
});
