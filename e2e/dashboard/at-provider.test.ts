import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { createFirstInvitation } from '#server/src/actions/members/first-invitation.ts';
import { resetPassword } from '#server/src/actions/members/reset-password.ts';
import { startService, type Service } from '#server/test/harness.ts';
import { startProvider, type TestProvider } from '#server/test/manage/provider.ts';
import { newStore } from '#server/test/store.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import {
  makeInvitation,
  newWindow,
  signedIn,
  signInDialog,
  type Window,
} from './open-dashboard.ts';

const PEOPLE = ['ada', 'carol', 'eve'].map((name) => ({
  sub: `${name}-1`,
  email: `${name}@shop.example`,
  email_verified: true,
  name: name.replace(/^./, (first) => first.toUpperCase()),
}));
const WITH_PROVIDER = /with Company login$/;

/** Signs in on the provider's own page. */
async function continueAs(tab: Tab, email: string): Promise<void> {
  await tab.getByLabel('Company e-mail').fill(email);
  await tab.getByRole('button', { name: 'Continue' }).click();
}

describeInBrowser('sign-in at an identity provider', (browser) => {
  let provider: TestProvider;
  let service: Service;
  let store: string;
  let ada: Window;

  /** Leaves out the requests to the provider, which are expected here. */
  const complaints = (window: Window): string[] =>
    window.complaints.filter((text) => !text.startsWith(provider.issuer));

  before(async () => {
    // For the browser, `localhost` is another site than 127.0.0.1, as a provider usually is.
    provider = await startProvider('localhost');
    provider.people = PEOPLE;
    store = await newStore();
    service = await startService({ ...provider.settings, DATABASE_URL: store });
    provider.serve(service);
    ada = await newWindow(browser(), service);
  });

  it('lets the first owner sign in with the link of the first start', async () => {
    const { tab } = ada;
    await tab.goto((await createFirstInvitation(service.app.ctx))?.address ?? '');
    await tab.getByText('Sign in with Company login to join.').waitFor();
    await tab.getByRole('button', { name: WITH_PROVIDER }).click();
    await continueAs(tab, 'ada@shop.example');
    await signedIn(tab);
    await tab.waitForURL(/\/dashboard\/shop\/links$/);
  });

  it('explains how to get a password if there is none', async () => {
    const { tab } = ada;
    await tab.getByRole('button', { name: 'Account: Ada' }).click();
    await tab.getByRole('menuitem', { name: 'Account' }).click();
    const section = tab.getByRole('region', { name: 'Password' });
    await section
      .getByText('You have no password because you sign in with Company login.')
      .waitFor();
    await section.getByText('smartlink member reset').waitFor();
    assert.equal(await section.getByRole('textbox').count(), 0);
  });

  it('returns to the requested page', async () => {
    const { tab, goto } = ada;
    await tab.getByRole('button', { name: 'Account: Ada' }).click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.waitForURL(/\/sign-in/);
    await goto('shop/settings/tokens');
    await tab.getByRole('link', { name: WITH_PROVIDER }).click();
    await tab.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
    assert.deepEqual(complaints(ada), []);
  });

  it('continues on the page after a sign-in in a new tab', async () => {
    const { tab, goto } = ada;
    await goto('account');
    await tab.getByLabel('Name').fill('Ada L.');
    // The provider knows its own session; only that of the dashboard ends.
    await tab.context().clearCookies({ domain: new URL(service.url).hostname });
    await tab.getByRole('button', { name: 'Save' }).click();
    const dialog = signInDialog(tab);
    const opened = tab.context().waitForEvent('page');
    await dialog.getByRole('link', { name: WITH_PROVIDER }).click();
    await dialog.getByText('Sign in in the new tab.').waitFor();
    const provided = await opened;
    await provided.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await tab.getByRole('button', { name: 'Account: Ada L.' }).waitFor();
    await provided.close();
    await tab.getByLabel('Name').fill('Ada');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('button', { name: 'Account: Ada', exact: true }).waitFor();
    assert.deepEqual(complaints(ada), []);
  });

  it('explains what to do if the provider refuses or there is no invitation', async () => {
    const eve = await newWindow(browser(), service);
    const { tab, goto } = eve;
    await goto('shop/links');
    await tab.getByRole('link', { name: WITH_PROVIDER }).click();
    await tab.getByRole('button', { name: 'Cancel' }).click();
    await tab.getByText('The sign-in provider did not sign you in. Try again.').waitFor();
    await tab.getByRole('link', { name: WITH_PROVIDER }).click();
    await continueAs(tab, 'eve@shop.example');
    await tab.getByText(/^You have not been invited\. Ask an owner of the app to invite/).waitFor();
    assert.deepEqual(complaints(eve), []);
  });

  it('uses the invitation for the email address at the provider', async () => {
    const address = await makeInvitation(ada, 'carol@shop.example', 'Viewer');
    const carol = await newWindow(browser(), service);
    const { tab } = carol;
    await tab.goto(address);
    await tab.getByText('Sign in with Company login as carol@').waitFor();
    await tab.getByRole('button', { name: WITH_PROVIDER }).click();
    await continueAs(tab, 'carol@shop.example');
    await tab.getByRole('button', { name: 'Account: Carol' }).waitFor();
    await ada.goto('shop/settings/members');
    await ada.tab.getByRole('combobox', { name: 'Role of Carol' }).waitFor();
    assert.deepEqual(complaints(carol), []);
  });

  it('is the only sign-in method if passwords are disabled', async () => {
    const settings = { ...provider.settings, DATABASE_URL: store, PASSWORD_SIGN_IN: 'off' };
    const made = await resetPassword(service.app.ctx, 'ada@shop.example');
    const strict = await startService(settings, {}, service.owner);
    provider.serve(strict);
    const window = await newWindow(browser(), strict);
    const { tab, goto } = window;
    await tab.goto(made.address.replace(service.url, strict.url));
    await tab.getByRole('heading', { name: 'Password sign-in is disabled' }).waitFor();
    await goto('account');
    const button = tab.getByRole('link', { name: WITH_PROVIDER });
    await button.waitFor();
    assert.equal(await tab.getByRole('textbox').count(), 0);
    await button.click();
    await continueAs(tab, 'ada@shop.example');
    await tab.getByText('Password sign-in is disabled.').waitFor();
    assert.deepEqual(complaints(window), []);
  });
});
