import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { overflowingElements } from './axe.ts';
import { firstOwner, focused, type Window } from './open-dashboard.ts';

const WRONG = ['0', '2.5', '-3', 'abc', '1,000', '2147483648'];
const MESSAGE = 'Enter a whole number from 1 to 2147483647';

describeInBrowser('a limit in the dashboard', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const body = { uri: 'products/1', code: 'Limit26', redeem_limit: 5 };
    await service.request('POST', '/manage/v1/smartlinks', { body });
    const viewport = { width: 375, height: 740 };
    ada = await firstOwner(browser(), service, { viewport });
  });

  /** Types each wrong text with the keyboard; it must stay as typed, with an error. */
  async function expectErrors(field: Locator, parent: Locator): Promise<void> {
    const { tab } = ada;
    for (const text of WRONG) {
      await field.focus();
      await tab.keyboard.press('ControlOrMeta+A');
      await tab.keyboard.type(text);
      await parent.getByText(MESSAGE).waitFor();
      await field.and(tab.locator('[aria-invalid=true]')).waitFor();
      await tab.keyboard.press('Tab');
      assert.equal(await field.inputValue(), text);
    }
    assert.deepEqual(await overflowingElements(tab), []);
  }

  const redeemLimit = async (code: string): Promise<unknown> =>
    (await service.request('GET', `/manage/v1/smartlinks/${code}`)).json.redeem_limit;

  it('of a link is never corrected silently', async () => {
    const { tab } = ada;
    await ada.goto('shop/links/Limit26');
    const section = tab.getByRole('region', { name: 'Redemption', exact: true });
    await section.getByRole('button', { name: 'Edit: Redemption' }).click();
    const field = section.getByRole('textbox', { name: /^Redemption limit/ });
    await expectErrors(field, section);
    await section.getByRole('button', { name: 'Save', disabled: true }).waitFor();
    await field.press('Enter');
    assert.equal(await redeemLimit('Limit26'), 5);
    await field.fill('12');
    await section.getByText(MESSAGE).waitFor({ state: 'detached' });
    await field.press('Enter');
    await section.getByText('Redeemed 0 of 12 times').waitFor();
    assert.equal(await redeemLimit('Limit26'), 12);
  });

  it('of a new link is checked before anything is sent', async () => {
    const { tab } = ada;
    await ada.to('shop/links/new');
    await tab.getByRole('textbox', { name: /^Destination/ }).fill('products/2');
    await tab.getByRole('textbox', { name: /^Short code/ }).fill('Fresh26');
    await tab.getByRole('button', { name: 'Redemption and metadata' }).click();
    const field = tab.getByRole('textbox', { name: /^Redemption limit/ });
    await expectErrors(field, tab.getByRole('main'));
    // The section of the field opens again, and the field gets the focus.
    await tab.getByRole('button', { name: 'Redemption and metadata' }).click();
    await tab.getByRole('button', { name: 'Create link' }).click();
    await focused(field);
    assert.match(tab.url(), /\/links\/new$/);
    await field.fill('');
    await tab.getByRole('button', { name: 'Create link' }).click();
    await tab.getByRole('heading', { level: 1, name: /Fresh26/ }).waitFor();
    assert.equal(await redeemLimit('Fresh26'), null);
  });

  it('of platform tokens is never corrected silently', async () => {
    const { tab } = ada;
    await ada.to('shop/settings/tokens');
    const form = tab.getByRole('region', { name: 'Platform tokens' });
    const field = form.getByRole('textbox', { name: 'Link limit' });
    const limit = async () =>
      (await service.request('GET', '/manage/v1/app')).json.platform_tokens.max_links;
    await expectErrors(field, form);
    await form.getByRole('button', { name: 'Save', disabled: true }).waitFor();
    await field.press('Control+s');
    // An invalid limit stays visible.
    await form.getByRole('radio', { name: 'No links' }).check();
    await form.getByText(MESSAGE).waitFor();
    assert.equal(await limit(), undefined);
    await form.getByRole('radio', { name: 'Links to your own app and website' }).check();
    await field.fill('40');
    await field.press('Control+s');
    await tab.getByText('Your changes are in effect.').waitFor();
    assert.equal(await limit(), 40);
    assert.deepEqual(ada.complaints, []);
  });
});
