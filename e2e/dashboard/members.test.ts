import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { listMembers } from '#server/src/actions/members/list-members.ts';
import { createWebhook, listAppWebhooks } from '#server/src/actions/webhooks/manage-webhooks.ts';
import { startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { join } from './join.ts';
import {
  ADA,
  BEN,
  enterAs,
  firstOwner,
  invite,
  newWindow,
  openFirstPage,
  signIn,
  signInDialog,
  type Person,
  type Window,
} from './open-dashboard.ts';

const CAROL: Person = { ...BEN, email: 'carol@shop.example', name: 'Carol' };
const VERA: Person = { ...BEN, email: 'vera@shop.example', name: 'Vera' };

describeInBrowser('members of an app', (browser) => {
  let service: Service;
  let ada: Window;
  let ben: Window;

  before(async () => {
    service = await startService();
    ada = await firstOwner(browser(), service);
    ben = await invite(browser(), service, ada, BEN, 'Owner');
  });

  it('see that their role was lowered elsewhere', async () => {
    await ben.goto('shop/settings/tokens');
    const create = ben.tab.getByRole('button', { name: 'New token' });
    assert.ok(await create.isEnabled());
    await ada.goto('shop/settings/members');
    await ada.tab.getByRole('combobox', { name: 'Role of Ben' }).click();
    await ada.tab.getByRole('option', { name: 'Viewer' }).click();
    await ada.tab.getByText('The role of Ben is now Viewer.').waitFor();
    // Ben's page still shows his old role, but the service already uses the new one.
    await create.click();
    await ben.tab.getByRole('button', { name: 'Create token' }).click();
    await ben.tab.getByRole('alert').getByText('owner').waitFor();
    await ben.tab.getByRole('button', { name: 'Cancel' }).click();
    await create.and(ben.tab.locator('[aria-disabled="true"]')).waitFor();
  });

  it('who lose their role leave active tokens and webhooks, which an owner can end', async () => {
    const carol = await join(browser(), service, CAROL, 'owner');
    await carol.goto('shop/settings/tokens');
    for (const use of ['Server', 'App or web page']) {
      await carol.tab.getByRole('button', { name: 'New token' }).click();
      await carol.tab.getByRole('radio', { name: use }).check();
      await carol.tab.getByRole('button', { name: 'Create token' }).click();
      await carol.tab.getByRole('button', { name: 'I have saved the token' }).click();
    }
    const { ctx } = service.app;
    const appId = service.owner.app.id;
    const { members } = await listMembers(ctx, appId);
    const actor = members.find(({ email }) => email === CAROL.email)?.id ?? '';
    await createWebhook(ctx, { appId, actor }, { url: 'https://hooks.carol.example/' });
    await ada.to('shop/settings/tokens');
    await ada.tab.getByRole('cell', { name: 'Operator' }).first().waitFor();
    await ada.tab.getByRole('cell', { name: 'Carol' }).nth(1).waitFor();
    assert.equal(await ada.tab.getByRole('cell', { name: 'Carol' }).count(), 2);
    await ada.goto('shop/settings/members');
    await ada.tab.getByRole('combobox', { name: 'Role of Carol' }).click();
    await ada.tab.getByRole('option', { name: 'Editor' }).click();
    const dialog = ada.tab.getByRole('dialog', { name: 'End their remaining access?' });
    await dialog.getByText('Carol created these tokens, and they are still active.').waitFor();
    await dialog.getByRole('checkbox').nth(2).waitFor();
    assert.equal(await dialog.getByRole('checkbox').count(), 3);
    assert.ok(await dialog.getByRole('button', { name: 'Revoke' }).isDisabled());
    await dialog.getByRole('checkbox', { name: /^Server/ }).check();
    await dialog.getByRole('button', { name: 'Revoke 1 token' }).click();
    await ada.tab.getByText('Token revoked').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await ada.tab.getByRole('button', { name: 'Remove Carol' }).click();
    await ada.tab.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('checkbox', { name: /^Web/ }).waitFor();
    await dialog.getByRole('button', { name: 'Keep all' }).waitFor();
    await dialog.getByRole('checkbox').nth(1).waitFor();
    assert.equal(await dialog.getByRole('checkbox').count(), 2, 'the other one is revoked');
    await dialog.getByRole('checkbox', { name: 'https://hooks.carol.example/' }).check();
    await dialog.getByRole('button', { name: 'Disable 1 webhook' }).click();
    await ada.tab.getByText('Webhook disabled').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const [webhook] = await listAppWebhooks(ctx, appId);
    assert.equal(webhook?.state, 'disabled');
    await ada.goto('shop/settings/tokens');
    await ada.tab.getByRole('cell', { name: 'Carol' }).waitFor();
    assert.deepEqual(ada.complaints, []);
  });

  it('can leave an app, also as viewers', async () => {
    const { tab, goto, complaints } = await join(browser(), service, VERA, 'viewer');
    await goto('shop/settings/members');
    await tab.getByRole('button', { name: 'Leave app: shop' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Leave shop?' });
    await dialog.getByText('Only an owner can invite you again.').waitFor();
    await dialog.getByRole('button', { name: 'Leave app' }).click();
    await tab.getByText('You left shop').waitFor();
    await tab.getByRole('heading', { name: 'You are not a member of any app' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('cannot leave an app without an owner, which a message says at once', async () => {
    // Messages are loaded some time after the page: here, only when the first one is shown.
    await ada.tab.addInitScript(`
      const { setTimeout } = window;
      window.setTimeout = (run, ms, ...rest) => (ms === 2000 ? 0 : setTimeout(run, ms, ...rest));
    `);
    await ada.goto('shop/settings/members');
    await ada.tab.getByRole('button', { name: 'Leave app: shop' }).click();
    await ada.tab.getByRole('dialog').getByRole('button', { name: 'Leave app' }).click();
    await ada.tab.getByText('Ada is the only owner.').waitFor();
  });

  it('are signed out if their session is ended elsewhere', async () => {
    const second = await newWindow(browser(), service);
    await enterAs(second, service, ADA);
    await openFirstPage(second);
    await ada.to('account');
    await ada.tab.getByRole('button', { name: /^End the session/ }).click();
    await ada.tab.getByText('Session ended').waitFor();
    await second.tab.getByRole('link', { name: 'Tokens' }).click();
    await signInDialog(second.tab).getByText('You are signed out.').waitFor();
    await signIn(signInDialog(second.tab), ADA);
    await second.tab.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
  });

  it('no longer see an app from which they were removed', async () => {
    await ada.to('shop/settings/members');
    await ada.tab.getByRole('button', { name: 'Remove Ben' }).click();
    await ada.tab.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await ada.tab.getByText('Ben removed').waitFor();
    await ben.goto('');
    await ben.tab.getByRole('heading', { name: 'You are not a member of any app' }).waitFor();
  });

  it('read who did what', async () => {
    await ada.to('shop/settings/audit');
    await ada.tab.getByText('End of the log.').waitFor();
    const log = await ada.tab.getByRole('main').innerText();
    assert.match(log, /Ada removed ben@shop\.example/);
    assert.match(log, /Vera left the app/);
    assert.match(log, /Ada changed the role of (?:Ben|ben@shop\.example) from Owner to Viewer/);
    assert.match(log, /Ben joined as Owner/);
    assert.match(log, /Ada invited ben@shop\.example as Owner/);
    assert.deepEqual([...ada.complaints, ...ben.complaints], []);
  });
});
