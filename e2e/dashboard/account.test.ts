import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Route } from 'playwright-core';
import { startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import {
  ADA,
  firstOwner,
  focused,
  newWindow,
  openFirstPage,
  signedIn,
  signIn,
  signInDialog,
  type Window,
} from './open-dashboard.ts';

const FRESH = 'gravel lemon sixty-one';

describeInBrowser('an account', (browser) => {
  let service: Service;
  let ada: Window;
  let phone: Window;
  before(async () => {
    service = await startService();
    ada = await firstOwner(browser(), service);
    await openFirstPage(ada);
    phone = await newWindow(browser(), service);
    await phone.goto('account');
    await signIn(phone.tab, ADA);
    await phone.tab.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  });

  const sessions = () => ada.tab.getByRole('region', { name: 'Sessions' }).getByRole('listitem');

  it('has a name, which other members see immediately', async () => {
    const { tab } = ada;
    await tab.getByRole('button', { name: 'Account: Ada' }).click();
    await tab.getByRole('menuitem', { name: 'Account' }).click();
    const name = tab.getByLabel('Name');
    await name.fill('Ada Lovelace');
    // What is typed while the name is saved.
    const address = /\/me$/;
    await tab.route(address, async (route) => {
      if (route.request().method() === 'PATCH') await name.fill('Ada King');
      await route.continue();
    });
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('button', { name: 'Account: Ada Lovelace' }).waitFor();
    await tab.unroute(address);
    assert.equal(await name.inputValue(), 'Ada King');
    await tab.getByRole('navigation').getByRole('link', { name: 'Members' }).click();
    await tab.getByRole('cell', { name: 'Ada Lovelace' }).waitFor();
    await tab.goBack();
  });

  it('shows at the fields that the current password is incorrect and why the new one is rejected', async () => {
    const { tab } = ada;
    const [old, fresh] = [tab.getByLabel('Current password'), tab.getByLabel('New password')];
    const change = tab.getByRole('button', { name: 'Change password' });
    await old.fill('not mine at all');
    await fresh.fill('too short');
    await tab.getByRole('status').getByText('3 more characters').waitFor();
    await fresh.fill(FRESH);
    await change.click();
    await tab.getByText('The current password is incorrect.').waitFor();
    await focused(old.and(tab.locator('[aria-invalid=true]')));
    assert.equal(await fresh.inputValue(), FRESH);
    await phone.tab.reload();
    await signedIn(phone.tab);
  });

  it('ends all other sessions when the password changes', async () => {
    const { tab } = ada;
    await sessions().nth(1).waitFor();
    await tab.getByLabel('Current password').fill(ADA.password);
    await tab.getByRole('button', { name: 'Change password' }).click();
    await tab.getByText('Password changed').waitFor();
    await sessions().nth(1).waitFor({ state: 'detached' });
    await phone.tab.getByLabel('Name').fill('Somebody');
    await phone.tab.getByRole('button', { name: 'Save' }).click();
    const dialog = signInDialog(phone.tab);
    await dialog.getByText('You are signed out.').waitFor();
    await signIn(dialog, ADA);
    await dialog.getByText('The email or password is incorrect.').waitFor();
    await signIn(dialog, { ...ADA, password: FRESH });
    await dialog.waitFor({ state: 'detached' });
    await phone.tab.getByRole('button', { name: 'Account: Somebody' }).waitFor();
  });

  it('lists the sessions and ends all others', async () => {
    const { tab, goto } = ada;
    await goto('account');
    await sessions()
      .filter({ hasText: 'Current session' })
      .getByText('Chromium on Linux')
      .waitFor();
    await sessions().nth(1).waitFor();
    await tab.getByRole('button', { name: 'End all other sessions' }).click();
    const dialog = tab.getByRole('dialog', { name: 'End all other sessions?' });
    await dialog.getByText('1 browser is signed out immediately.').waitFor();
    await dialog.getByRole('button', { name: 'End all other sessions' }).click();
    await sessions().nth(1).waitFor({ state: 'detached' });
    await phone.tab.getByRole('navigation').getByRole('link', { name: 'Members' }).click();
    await signInDialog(phone.tab).getByText('You are signed out.').waitFor();
  });

  it('creates another app, shows its tokens and switches between both', async () => {
    const { tab } = ada;
    await tab.getByRole('button', { name: 'Switch app: shop' }).click();
    await tab.getByRole('menuitem', { name: 'New app' }).click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Big Books');
    await dialog.getByRole('button', { name: 'Create app' }).click();
    await dialog.getByText(/^Use up to 64 lowercase letters/).waitFor();
    await focused(dialog.getByLabel('Name'));
    await dialog.getByLabel('Name').fill('shop');
    await dialog.getByRole('button', { name: 'Create app' }).click();
    await dialog.getByText(/is taken/).waitFor();
    await focused(dialog.getByLabel('Name'));
    await dialog.getByLabel('Name').fill('books');
    // Escape closes only the command palette above the dialog.
    const palette = tab.getByRole('dialog', { name: 'Search or go to…' });
    await tab.keyboard.press('Control+K');
    await focused(palette.getByRole('textbox'));
    await tab.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'books');
    // Until the response, nothing closes the dialog or leaves the page: the tokens would be lost.
    const held = new Promise<Route>((resolve) => {
      void tab.route('**/manage/v1/apps', resolve, { times: 1 });
    });
    // Also not before the page shows that a request runs.
    await tab.evaluate(`(() => {
      const button = document.querySelector('[role=dialog] [type=submit]');
      button.click();
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    })()`);
    const request = await held;
    await dialog.getByRole('button', { name: 'Cancel', disabled: true }).waitFor();
    await tab.keyboard.press('Escape');
    await dialog.locator('.mantine-Modal-close').click();
    await tab.evaluate(`void __TSR_ROUTER__.navigate({ href: '/dashboard/shop/links' })`);
    await dialog.getByLabel('Name').waitFor();
    assert.match(tab.url(), /account$/);
    await request.continue();
    await tab.getByRole('heading', { name: 'App books created' }).waitFor();
    const token = (await tab.getByRole('dialog').locator('code').first().textContent()) ?? '';
    await tab.getByRole('button', { name: 'I have saved the tokens' }).click();
    await tab.getByRole('button', { name: 'Switch app: books' }).waitFor();
    assert.match(tab.url(), /\/dashboard\/books\/links$/);
    const body = { uri: 'a', code: 'InBooks' };
    await service.request('POST', '/manage/v1/smartlinks', { token, body });

    await tab.getByRole('button', { name: 'Switch app: books' }).click();
    await tab.getByRole('menuitem', { name: 'shop' }).click();
    await tab.getByRole('button', { name: 'Switch app: shop' }).waitFor();
    await tab.getByRole('button', { name: 'Switch app: shop' }).click();
    await tab.getByRole('menuitem', { name: 'books' }).click();
    await tab.getByRole('button', { name: 'Switch app: books' }).waitFor();
    await ada.goto('');
    await tab.getByRole('link', { name: /InBooks/ }).waitFor();
    assert.deepEqual([...ada.complaints, ...phone.complaints], []);
  });

  it('reaches each of many apps and a new one in a small window', async () => {
    const { tab } = ada;
    for (let n = 10; n < 50; n++) {
      const answer = await tab.request.post(`${service.url}/manage/v1/apps`, {
        data: { name: `branch-${n}` },
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      assert.equal(answer.status(), 201, await answer.text());
    }
    await tab.setViewportSize({ width: 640, height: 360 });
    await ada.goto('shop/links');
    const menu = tab.getByRole('button', { name: 'Switch app: shop' });
    for (const name of ['New app', 'branch-49']) {
      await menu.click();
      const item = tab.getByRole('menuitem', { name });
      // A menu that opens is not at its place yet.
      await eventually(`${name} is inside the window`, async () => {
        await item.scrollIntoViewIfNeeded();
        const { y, height } = (await item.boundingBox()) ?? { y: NaN, height: NaN };
        return y >= 0 && y + height <= 360;
      });
      await item.click();
      if (name === 'New app') {
        await tab.getByRole('dialog').getByLabel('Name').waitFor();
        await tab.keyboard.press('Escape');
      }
    }
    await tab.getByRole('button', { name: 'Switch app: branch-49' }).waitFor();
    assert.deepEqual(ada.complaints, []);
  });
});
