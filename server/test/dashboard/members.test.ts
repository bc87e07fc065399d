import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeInBrowser } from '../browser/open-browser.ts';
import { startService, type Service } from '../harness.ts';
import {
  ADA,
  BEN,
  firstOwner,
  invite,
  newWindow,
  signedIn,
  signIn,
  type Window,
} from './open-dashboard.ts';

describeInBrowser('members of an app', (browser) => {
  let service: Service;
  let ada: Window;
  let ben: Window;

  before(async () => {
    service = await startService();
    ada = await firstOwner(browser(), service);
    ben = await invite(browser(), service, ada, BEN, 'Owner');
  });

  it('know when a role is lowered elsewhere', async () => {
    await ben.goto('shop/settings/tokens');
    const create = ben.tab.getByRole('button', { name: 'New token' });
    assert.ok(await create.isEnabled());
    await ada.goto('shop/settings/members');
    await ada.tab.getByRole('combobox', { name: 'Role of Ben' }).click();
    await ada.tab.getByRole('option', { name: 'Viewer' }).click();
    await ada.tab.getByText('Ben is Viewer now').waitFor();
    // His page does not know yet; the service does.
    await create.click();
    await ben.tab.getByRole('button', { name: 'Make the token' }).click();
    await ben.tab.getByRole('alert').getByText('owner').waitFor();
    await ben.tab.getByRole('button', { name: 'Cancel' }).click();
    await create.and(ben.tab.locator(':disabled')).waitFor();
  });

  it('cannot leave an app without an owner', async () => {
    await ada.goto('shop/settings/members');
    await ada.tab.getByRole('button', { name: 'Leave shop' }).click();
    await ada.tab.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await ada.tab.getByText('Ada is the only owner.').waitFor();
  });

  it('are signed out where their session is ended elsewhere', async () => {
    const second = await newWindow(browser(), service);
    await second.goto('');
    await signIn(second.tab, ADA);
    await signedIn(second.tab);
    await ada.goto('account');
    await ada.tab.getByRole('button', { name: /^End the session/ }).click();
    await ada.tab.getByText('The session is ended').waitFor();
    await second.tab.getByRole('link', { name: 'Tokens' }).click();
    await second.tab.getByText('You are signed out.').waitFor();
    await signIn(second.tab, ADA);
    await second.tab.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
  });

  it('see nothing more of an app that they are taken out of', async () => {
    await ada.goto('shop/settings/members');
    await ada.tab.getByRole('button', { name: 'Remove Ben' }).click();
    await ada.tab.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await ada.tab.getByText('Ben is removed').waitFor();
    await ben.goto('');
    await ben.tab.getByRole('heading', { name: 'You are a member of no app' }).waitFor();
  });

  it('read who did what', async () => {
    await ada.goto('shop/settings/audit');
    await ada.tab.getByText('That is all.').waitFor();
    const log = await ada.tab.getByRole('main').innerText();
    assert.match(log, /Ada removed ben@shop\.example/);
    assert.match(log, /Ada changed the role of (?:Ben|ben@shop\.example) from Owner to Viewer/);
    assert.match(log, /Ben joined as Owner/);
    assert.match(log, /Ada invited ben@shop\.example as Owner/);
    assert.deepEqual([...ada.complaints, ...ben.complaints], []);
  });
});
