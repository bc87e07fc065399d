import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator, Route } from 'playwright-core';
import { startService, type Service } from '#server/test/harness.ts';
import { newStore } from '#server/test/store.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { firstOwner, type Window } from './open-dashboard.ts';

describeInBrowser('tokens in the dashboard', (browser) => {
  let service: Service;
  let store: string;
  let ada: Window;
  /** The server token that the first test creates. */
  let token = '';
  before(async () => {
    store = await newStore();
    service = await startService({ DATABASE_URL: store });
    ada = await firstOwner(browser(), service);
    await ada.goto('shop/settings/tokens');
  });

  /** The status of a request that uses this token. */
  const statusOf = async (path: string, at = service): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(new URL(path, at.url), { headers })).status;
  };
  const row = (): Locator => ada.tab.getByRole('row').filter({ hasText: `${token.slice(0, 16)}…` });

  it('are shown once, and work', async () => {
    const { tab } = ada;
    const menu = tab.getByRole('navigation');
    for (const name of ['Members', 'Tokens']) {
      await menu.getByRole('link', { name }).click();
      await tab.getByRole('heading', { level: 1, name }).waitFor();
    }
    await tab.getByRole('button', { name: 'New token' }).click();
    await tab.getByRole('radio', { name: 'Server' }).check();
    await tab.getByRole('button', { name: 'Create token' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Token created' });
    token = (await dialog.locator('code').textContent()) ?? '';
    assert.match(token, /^sl_server_\w{40}$/);
    await dialog.getByText('Keep this token secret. It has full access to this app.').waitFor();
    await tab.keyboard.press('Escape');
    // "Back" would lose the token.
    await tab.evaluate('history.back()');
    await tab.waitForURL(/members$/);
    await tab.waitForURL(/tokens$/);
    assert.equal(await dialog.locator('code').textContent(), token);
    // So would closing the tab.
    const question = tab.waitForEvent('dialog');
    await tab.close({ runBeforeUnload: true });
    const asked = await question;
    assert.equal(asked.type(), 'beforeunload');
    await asked.dismiss();
    assert.equal(await dialog.locator('code').textContent(), token);
    await dialog.getByRole('button', { name: 'Copy: Token: Server' }).click();
    // Screen readers do not read the tooltip.
    await dialog.getByRole('status').getByText('Copied', { exact: true }).waitFor();
    assert.equal(await statusOf('/manage/v1/smartlinks'), 200);
    await dialog.getByRole('button', { name: 'I have saved the token' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row().getByRole('cell', { name: 'Never' }).waitFor();
    assert.ok(!(await tab.content()).includes(token));
  });

  it('show when they were last used, but never their secret', async () => {
    const { tab } = ada;
    const other = await startService({ DATABASE_URL: store }, {}, service.owner);
    assert.equal(await statusOf('/manage/v1/smartlinks', other), 200);
    // The time of last use is written at the latest when the instance stops.
    await other.stop();
    await tab.reload();
    await row().getByRole('cell', { name: 'now' }).last().waitFor();
    assert.ok(!(await tab.content()).includes(token));
  });

  it('are created for apps and web pages', async () => {
    const { tab } = ada;
    await tab.getByRole('button', { name: 'New token' }).click();
    await tab.getByRole('radio', { name: 'App or web page' }).check();
    await tab.getByRole('combobox', { name: 'Platform' }).click();
    await tab.getByRole('option', { name: 'Android' }).click();
    await tab.getByLabel('Name (optional)').fill('Beta of the app');
    await tab.getByRole('button', { name: 'Create token' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Token created' });
    const android = (await dialog.locator('code').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have saved the token' }).click();
    await tab.getByRole('row').getByText('Beta of the app').waitFor();
    const { code } = await service.create({ uri: 'https://shop.example/a' });
    const ask = (path: string) => service.request('GET', path, { token: android });
    assert.equal((await ask(`/v2/smartlinks/${code}`)).status, 200);
    assert.equal((await ask('/manage/v1/smartlinks')).status, 403);
  });

  it('of apps and web pages create only what the owner allows', async () => {
    const { tab } = ada;
    const form = tab.getByRole('region', { name: 'Platform tokens' });
    const create = async (uri: string): Promise<number> => {
      const { web } = service.owner.tokens;
      return (await service.request('POST', '/v2/smartlinks', { token: web, body: { uri } }))
        .status;
    };
    const save = async (): Promise<void> => {
      await form.getByRole('button', { name: 'Save' }).click();
      await tab.getByText('Your changes are in effect.').first().waitFor();
      await tab.keyboard.press('Escape');
      await form.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
    };
    // Without a base, platform tokens can create links to any address.
    await form.getByText(/^No platform has a base, so platform tokens can create/).waitFor();
    await form.getByText('0 links created.').waitFor();
    assert.equal(await create('https://evil.example/'), 201);
    await form.getByRole('radio', { name: 'No links' }).check();
    await save();
    assert.equal(await create('a'), 403);
    await form.getByRole('radio', { name: 'Links to any address' }).check();
    await form.getByRole('textbox', { name: 'Link limit' }).fill('2');
    await save();
    assert.equal(await create('a'), 201);
    assert.equal(await create('b'), 409);
    await tab.reload();
    await form.getByText('2 of 2 links created.').waitFor();
    await form.getByRole('radio', { name: 'Links to any address', checked: true }).waitFor();
    // Unsaved changes can be discarded.
    await form.getByRole('radio', { name: 'No links' }).check();
    await form.getByRole('button', { name: 'Discard changes' }).click();
    await form.getByRole('radio', { name: 'Links to any address', checked: true }).waitFor();
  });

  it('of apps and web pages are shown on the links that they created', async () => {
    const { tab } = ada;
    await ada.to('shop/links');
    const rows = tab.getByRole('row').filter({ has: tab.getByText('Platform token') });
    await rows.first().waitFor();
    assert.equal(await rows.count(), 2);
    assert.ok((await tab.getByRole('row').filter({ hasNotText: 'Platform token' }).count()) > 1);
    await rows.first().getByRole('link').click();
    await tab.getByText(/^Platform token sl_web_\w{6}…/).waitFor();
    await tab.getByText(/so anyone may have created this link/).waitFor();
    await ada.to('shop/settings/tokens');
  });

  it('are refused as soon as they are revoked', async () => {
    const { tab } = ada;
    await row()
      .getByRole('button', { name: /^Revoke/ })
      .click();
    const dialog = tab.getByRole('dialog', { name: 'Revoke this token?' });
    await dialog.getByText(/^Programs that use .* lose access immediately/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await statusOf('/manage/v1/smartlinks'), 200);
    await row()
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await tab.getByText('Token revoked').waitFor();
    assert.equal(await statusOf('/manage/v1/smartlinks'), 401);
    await row().waitFor({ state: 'detached' });
    await tab.getByRole('button', { name: 'Show 1 revoked' }).click();
    const revoked = tab.getByRole('table', { name: 'Revoked' });
    await revoked.getByText(`${token.slice(0, 16)}…`).waitFor();
    assert.equal(await row().getByRole('button').count(), 0);
    // As a link in the audit log leads here.
    const { tokens } = (await service.request('GET', '/manage/v1/tokens')).json;
    const gone = tokens.find((one: { revoked_at: string | null }) => one.revoked_at !== null);
    await ada.to('shop/links');
    await tab.getByRole('heading', { level: 1, name: 'Links' }).waitFor();
    await ada.to(`shop/settings/tokens#${gone.token_id}`);
    await revoked.waitFor();
    await tab.getByRole('button', { name: 'Hide revoked' }).click();
    await revoked.waitFor({ state: 'detached' });
  });

  it('can be revoked however many there are', async () => {
    const { tab } = ada;
    // More than a page of the API can have.
    for (let n = 1; n <= 100; n++) {
      const body = { kind: 'server', name: `Release ${n}` };
      await service.request('POST', '/manage/v1/tokens', { body });
    }
    await ada.goto('shop/settings/tokens');
    const newest = tab.getByRole('row').filter({ has: tab.getByText('Release 100') });
    await newest.getByRole('button', { name: /^Revoke/ }).click();
    const dialog = tab.getByRole('dialog', { name: 'Revoke this token?' });
    // The dialog cannot be closed before the answer: it would not show the error.
    const held = new Promise<Route>((resolve) => {
      void tab.route('**/manage/v1/tokens/*', resolve, { times: 1 });
    });
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    const request = await held;
    const cancel = dialog.getByRole('button', { name: 'Cancel', disabled: true });
    await cancel.waitFor();
    await tab.keyboard.press('Escape');
    await cancel.waitFor();
    await request.fulfill({ status: 500, body: '' });
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await newest.waitFor({ state: 'detached' });
    await tab.getByRole('button', { name: 'Show 2 revoked' }).waitFor();
    assert.deepEqual(ada.complaints, []);
  });
});
