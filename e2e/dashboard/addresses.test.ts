import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { axeViolations, overflowingElements } from './axe.ts';
import { firstOwner, focused, type Window } from './open-dashboard.ts';

describeInBrowser('an incomplete address in the dashboard', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const body = { uri: 'products/1', code: 'Route26' };
    await service.request('POST', '/manage/v1/smartlinks', { body });
    ada = await firstOwner(browser(), service, { viewport: { width: 375, height: 740 } });
  });

  /** Types an address with the keyboard, and accepts the offered one. */
  async function correct(field: Locator, typed: string, corrected: string): Promise<void> {
    const { tab } = ada;
    await field.fill('');
    await field.pressSequentially(typed);
    await tab.getByRole('button', { name: `Use ${corrected}`, exact: true }).waitFor();
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Enter');
    await focused(field);
    assert.equal(await field.inputValue(), corrected);
    await tab.getByText('Did you mean:').waitFor({ state: 'detached' });
  }

  it('is completed in every field of a new link', async () => {
    const { tab } = ada;
    await ada.goto('shop/links/new');
    const destination = tab.getByRole('textbox', { name: /^Destination/ });
    const web = tab.getByRole('group', { name: 'Web' });
    // Without the correction, it is a path.
    await destination.fill('www.shop.example/sale/of/everything/that/is/left');
    await web.getByText(/https:\/\/shop\.example\/www\.shop\.example/).waitFor();
    await tab.getByText('Did you mean:').waitFor();
    assert.deepEqual(await overflowingElements(tab), []);
    assert.deepEqual(await axeViolations(tab), []);
    await correct(destination, 'www.shop.example/p/9', 'https://www.shop.example/p/9');
    await web.getByText('https://www.shop.example/p/9').waitFor();
    await web.getByRole('button', { name: 'Edit: Web' }).click();
    await correct(
      web.getByRole('textbox', { name: /^Link/ }),
      'https:/shop.example/spring',
      'https://shop.example/spring',
    );
    await correct(
      web.getByRole('textbox', { name: /^Fallback/ }),
      'shop.example',
      'https://shop.example',
    );
    await tab.getByRole('button', { name: 'Social preview' }).click();
    await correct(
      tab.getByRole('textbox', { name: /^Image URL/ }),
      'shop.example/card.png',
      'https://shop.example/card.png',
    );
    // A path stays a path.
    await destination.fill('products/7');
    await web
      .getByText('https://shop.example/spring')
      .or(web.getByRole('textbox').first())
      .waitFor();
    assert.equal(await tab.getByText('Did you mean:').count(), 0);
    await tab.getByRole('textbox', { name: /^Short code/ }).fill('Whole26');
    await tab.getByRole('button', { name: 'Create link' }).click();
    await tab.getByRole('heading', { level: 1, name: /Whole26/ }).waitFor();
    const link = (await service.request('GET', '/manage/v1/smartlinks/Whole26')).json;
    assert.equal(link.routes.web.link, 'https://shop.example/spring');
    assert.equal(link.routes.web.fallback, 'https://shop.example');
    assert.equal(link.social.image, 'https://shop.example/card.png');
  });

  it('is completed in the routes of a link', async () => {
    const { tab } = ada;
    await ada.to('shop/links/Route26');
    await tab.getByRole('button', { name: 'Edit: Routes' }).click();
    const group = (name: string) => tab.getByRole('group', { name, exact: true });
    const address = (name: string) => group(name).getByRole('textbox', { name: /^Link/ });
    await correct(address('Web'), 'shop.example/sale', 'https://shop.example/sale');
    await correct(address('iPhone'), 'com.shop.app:/sale', 'com.shop.app://sale');
    await tab
      .getByRole('region', { name: 'Routes', exact: true })
      .getByRole('button', { name: 'Save' })
      .click();
    await tab.getByRole('button', { name: 'Edit: Routes' }).waitFor();
    await tab.getByText('https://shop.example/sale').first().waitFor();
    const { routes } = (await service.request('GET', '/manage/v1/smartlinks/Route26')).json;
    assert.equal(routes.iphone.link, 'com.shop.app://sale');
  });

  it('is completed in a template and in the appearance', async () => {
    const { tab } = ada;
    await ada.to('shop/templates/product');
    const web = tab.getByRole('group', { name: 'Web', exact: true });
    await correct(web.getByLabel('Link'), 'shop.example/x/:id', 'https://shop.example/x/:id');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('New links use “product”.').waitFor();
    await ada.to('shop/settings/look');
    await correct(tab.getByLabel('Home page'), 'shop.example', 'https://shop.example');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('Your changes are in effect.').waitFor();
  });

  it('has no preview as the base of a platform, and is completed', async () => {
    const { tab } = ada;
    await ada.goto('shop/settings/platforms');
    const web = tab.getByRole('region', { name: 'Web', exact: true });
    const base = web.getByLabel('Base address');
    await base.fill('shop.example');
    await web.getByText('Enter a complete address that begins with https://.').waitFor();
    assert.equal(await web.getByText('shop.example/products/5').count(), 0);
    await correct(base, 'www.shop.example', 'https://www.shop.example');
    await web.getByText('https://www.shop.example/products/5').waitFor();
    const android = tab.getByRole('region', { name: 'Android', exact: true });
    // The identifier of an app can be both; the scheme comes first.
    await correct(android.getByLabel('Base address'), 'com.shop.app', 'com.shop.app://');
    await android.getByText('com.shop.app://products/5').waitFor();
    await correct(
      android.getByLabel('Fallback', { exact: true }),
      'play.google.com/store/apps/details?id=com.shop.app',
      'https://play.google.com/store/apps/details?id=com.shop.app',
    );
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('Your changes are in effect.').waitFor();
    const { platforms } = (await service.request('GET', '/manage/v1/app')).json;
    assert.equal(platforms.web.base, 'https://www.shop.example');
    assert.equal(platforms.android.base, 'com.shop.app://');
    assert.deepEqual(ada.complaints, []);
  });
});
