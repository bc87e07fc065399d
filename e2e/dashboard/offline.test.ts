import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Request } from 'playwright-core';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { axeViolations, overflowingElements } from './axe.ts';
import { firstOwner, type Window } from './open-dashboard.ts';

const API = '**/manage/v1/**';
const NO_CODE = /^Part of the dashboard could not be loaded/;

function isTemplatesCode(request: Request): boolean {
  return /templates-page-[^/]*\.js$/.test(request.url());
}

/** An expression: whether a style sheet has its rules. One that could not be loaded is in the list, too. */
function stylesLoaded(name: string): string {
  return `[...document.styleSheets].some((sheet) => {
    try {
      return sheet.href?.includes('${name}-') && sheet.cssRules.length > 0;
    } catch {
      return false;
    }
  })`;
}

describeInBrowser('the dashboard without a connection', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const body = { uri: 'products/1', code: 'Away26', redeem_limit: 5 };
    await service.request('POST', '/manage/v1/smartlinks', { body });
    ada = await firstOwner(browser(), service, { viewport: { width: 375, height: 740 } });
  });

  const limit = async (): Promise<unknown> =>
    (await service.request('GET', '/manage/v1/smartlinks/Away26')).json.redeem_limit;
  const redemption = () => ada.tab.getByRole('region', { name: 'Redemption', exact: true });
  const save = () => redemption().getByRole('button', { name: 'Save' });
  const banner = () => ada.tab.locator('.offline').getByText('The service cannot be reached.');
  const templatesItem = () =>
    ada.tab.getByRole('navigation').getByRole('link', { name: 'Templates' });
  const hasStyles = (name: string) => ada.tab.evaluate<boolean>(stylesLoaded(name));
  const setOffline = (offline: boolean) => ada.tab.context().setOffline(offline);

  it('says so, saves nothing later without being asked, and keeps the input', async () => {
    const { tab } = ada;
    await ada.goto('shop/links/Away26');
    await redemption().getByRole('button', { name: 'Edit: Redemption' }).click();
    await redemption().getByRole('textbox').fill('6');
    await setOffline(true);
    await banner().waitFor();
    assert.deepEqual(await overflowingElements(tab), []);
    assert.deepEqual(await axeViolations(tab), []);
    await save().click();
    await redemption()
      .getByRole('alert')
      .getByText(/The change may have been saved\. Check the connection and try again/)
      .waitFor();
    await setOffline(false);
    await banner().waitFor({ state: 'detached' });
    await redemption().getByText('The last action may not have been completed.').waitFor();
    assert.equal(await redemption().getByRole('textbox').inputValue(), '6');
    assert.equal(await limit(), 5);
    await save().click();
    await redemption().getByText('Redeemed 0 of 6 times').waitFor();
    assert.equal(await limit(), 6);
    assert.deepEqual(ada.complaints, []);
  });

  it('shows an error instead of a list that loads forever, and then loads it by itself', async () => {
    const { tab } = ada;
    await ada.to('shop/links');
    await tab.getByRole('link', { name: 'Away26' }).waitFor();
    await tab.route(API, (route) => route.abort());
    await tab.getByRole('searchbox', { name: 'Search links' }).fill('Away');
    await tab.getByRole('main').getByRole('alert').waitFor();
    await banner().waitFor();
    await tab.unroute(API);
    await tab.getByText('1 matching link').waitFor();
    await banner().waitFor({ state: 'detached' });
    assert.deepEqual(ada.complaints, []);
  });

  it('loads a page by itself whose code or data was missing', async () => {
    const { tab } = ada;
    await ada.goto('shop/links');
    await tab.getByRole('link', { name: 'Away26' }).waitFor();
    await setOffline(true);
    await banner().waitFor();
    await tab.getByRole('button', { name: 'Menu' }).click();
    // The pointer over the link loads the code, which fails, before the click loads it again.
    const noCode = tab.waitForEvent('requestfailed', isTemplatesCode);
    await templatesItem().hover();
    await noCode;
    await templatesItem().click();
    await tab.getByRole('alert').getByText(NO_CODE).waitFor();
    await setOffline(false);
    await tab.getByRole('link', { name: 'product' }).waitFor();
    await banner().waitFor({ state: 'detached' });
    assert.ok(await hasStyles('templates-page'));
  });

  it('keeps the input if a part of the page cannot be loaded, and loads it when asked again', async () => {
    const { tab } = ada;
    await ada.goto('shop/links/new');
    const destination = tab.getByRole('textbox', { name: /^Destination/ });
    await destination.fill('products/7');
    const parts = /\/(campaign-fields|command-palette)-[^/]*\.js$/;
    await tab.route(parts, (route) => route.abort());
    const main = tab.getByRole('main');
    await main.getByRole('button', { name: /^Campaign parameters/ }).click();
    await main.getByRole('alert').getByText(NO_CODE).waitFor();
    await tab.keyboard.press('Control+K');
    // In the page, and in a message.
    await tab.getByText(NO_CODE).nth(1).waitFor();
    await tab.unroute(parts);
    const palette = tab.getByRole('dialog', { name: 'Search or go to…' });
    await tab.keyboard.press('Control+K');
    await palette.waitFor();
    await tab.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await main.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await tab.getByRole('combobox', { name: 'Source', exact: true }).waitFor();
    assert.equal(await destination.inputValue(), 'products/7');
    await ada.to('shop/links');
  });

  it('loads styles that were missing', async () => {
    const { tab } = ada;
    await tab.route('**/toasts-*.css', (route) => route.abort());
    const noStyles = tab.waitForEvent('requestfailed', (request) =>
      /toasts-[^/]*\.css$/.test(request.url()),
    );
    await ada.goto('shop/links/Away26');
    await noStyles;
    await setOffline(true);
    await banner().waitFor();
    await tab.unroute('**/toasts-*.css');
    assert.ok(!(await hasStyles('toasts')));
    await setOffline(false);
    await banner().waitFor({ state: 'detached' });
    await tab.waitForFunction(stylesLoaded('toasts'));
  });

  it('loads a newer version of the dashboard by itself, but does not reload for ever', async () => {
    const { tab } = ada;
    await ada.goto('shop/links');
    await tab.getByRole('link', { name: 'Away26' }).waitFor();
    await tab.route('**/templates-page-*.js', (route) => route.fulfill({ status: 404 }));
    await tab.getByRole('button', { name: 'Menu' }).click();
    const reloaded = tab.waitForEvent('load');
    await templatesItem().click();
    await reloaded;
    await tab.getByRole('alert').getByText(NO_CODE).waitFor();
    await tab.unroute('**/templates-page-*.js');
    await tab.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await tab.getByRole('link', { name: 'product' }).waitFor();
  });

  it('ends a request that gets no response', async () => {
    const { tab } = ada;
    await ada.to('shop/links/Away26');
    await redemption().getByRole('button', { name: 'Edit: Redemption' }).click();
    await redemption().getByRole('textbox').fill('7');
    const held: (() => Promise<void>)[] = [];
    await tab.route('**/manage/v1/smartlinks/Away26', (route) => {
      held.push(() => route.abort());
    });
    await tab.clock.install();
    await save().click();
    await save().and(tab.locator('[data-loading]')).waitFor();
    await tab.clock.runFor(31_000);
    await redemption()
      .getByText(/^There was no response within 30 seconds/)
      .waitFor();
    assert.equal(await redemption().getByRole('textbox').inputValue(), '7');
    await tab.unroute('**/manage/v1/smartlinks/Away26');
    await Promise.allSettled(held.map((end) => end()));
    await save().click();
    await redemption().getByText('Redeemed 0 of 7 times').waitFor();
    assert.equal(await limit(), 7);
  });
});
