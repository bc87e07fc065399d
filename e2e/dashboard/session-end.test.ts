import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { axeViolations, overflowingElements } from './axe.ts';
import { join } from './join.ts';
import {
  ADA,
  BEN,
  chooseItem,
  enterAs,
  firstOwner,
  focused,
  newWindow,
  signedIn,
  signIn,
  signInDialog,
  type Window,
} from './open-dashboard.ts';

const PHONE = { width: 375, height: 740 };
const COMPUTER = { width: 1280, height: 720 };

describeInBrowser('a session that ends during work', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const body = { uri: 'products/1', code: 'Kept26', redeem_limit: 5 };
    await service.request('POST', '/manage/v1/smartlinks', { body });
    ada = await firstOwner(browser(), service);
    await join(browser(), service, BEN, 'owner');
  });
  // One window for all tests, because the first page of a window takes long. A test can end as another member.
  beforeEach(async () => {
    const answer = await ada.tab.request.get(`${service.url}/manage/v1/me`);
    const name = answer.ok() ? ((await answer.json()) as { name: string }).name : undefined;
    if (name !== ADA.name) await enterAs(ada, service, ADA);
  });

  const link = async () => (await service.request('GET', '/manage/v1/smartlinks/Kept26')).json;
  const endSession = (): Promise<void> => ada.tab.context().clearCookies();
  const redemption = () => ada.tab.getByRole('region', { name: 'Redemption', exact: true });
  const dialog = () => signInDialog(ada.tab);

  /** Opens the link, and changes its limit without saving. */
  async function editLimit(limit: string): Promise<void> {
    await ada.goto('shop/links/Kept26');
    await redemption().getByRole('button', { name: 'Edit: Redemption' }).click();
    await redemption().getByRole('textbox').fill(limit);
  }
  const saveLimit = () => redemption().getByRole('button', { name: 'Save' }).click();

  it('keeps the input of a form and saves it after the sign-in', async () => {
    await editLimit('7');
    await endSession();
    await saveLimit();
    await dialog()
      .getByText(/^You are signed out\. Sign in again as Ada/)
      .waitFor();
    assert.equal(
      await dialog()
        .getByLabel(/^Email/)
        .inputValue(),
      ADA.email,
    );
    await focused(dialog().getByLabel(/^Password/));
    await signIn(dialog(), { ...ADA, password: 'not her password' });
    await dialog().getByText('The email or password is incorrect.').waitFor();
    await signIn(dialog(), ADA);
    await dialog().waitFor({ state: 'detached' });
    await redemption().getByText('Redeemed 0 of 7 times').waitFor();
    assert.equal((await link()).redeem_limit, 7);
    assert.deepEqual(ada.complaints, []);
  });

  it('continues a new link on a phone, with the keyboard only', async () => {
    const { tab } = ada;
    await tab.setViewportSize(PHONE);
    await ada.to('shop/links/new');
    await tab.getByRole('textbox', { name: /^Destination/ }).fill('products/2');
    await tab.getByRole('group', { name: 'Web' }).getByText('https://shop.example/p/2').waitFor();
    await tab.getByRole('textbox', { name: /^Short code/ }).fill('Phone26');
    await endSession();
    await tab.keyboard.press('Enter');
    await focused(dialog().getByLabel(/^Password/));
    assert.deepEqual(await overflowingElements(tab), []);
    assert.deepEqual(await axeViolations(tab), []);
    await tab.keyboard.type(ADA.password);
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { level: 1, name: /Phone26/ }).waitFor();
    await tab.setViewportSize(COMPUTER);
    assert.deepEqual(ada.complaints, []);
  });

  it('continues the action of a menu', async () => {
    const { tab } = ada;
    await ada.to('shop/links/Kept26');
    await tab.getByRole('button', { name: 'More actions' }).click();
    await endSession();
    await chooseItem(tab, 'Disable');
    await signIn(dialog(), ADA);
    await tab.getByText('This link is disabled').waitFor();
    assert.equal((await link()).state, 'disabled');
    await tab.getByRole('button', { name: 'More actions' }).click();
    await chooseItem(tab, 'Enable');
    await tab.getByText('Link enabled').waitFor();
    assert.deepEqual(ada.complaints, []);
  });

  it('leaves an open dialog as it is if the user cancels, and asks again at the next attempt', async () => {
    const { tab } = ada;
    await ada.to('shop/settings/members');
    await tab.getByRole('button', { name: 'Invite' }).click();
    const invitation = tab.getByRole('dialog', { name: /^Invite/ });
    await invitation.getByLabel(/^Email/).fill('carol@shop.example');
    await endSession();
    const create = invitation.getByRole('button', { name: 'Create invitation' });
    await create.click();
    await focused(dialog().getByLabel(/^Password/));
    await tab.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await invitation.getByText('You are signed out.').waitFor();
    assert.equal(await invitation.getByLabel(/^Email/).inputValue(), 'carol@shop.example');
    await create.click();
    await signIn(dialog(), ADA);
    await tab.getByRole('dialog').locator('code').waitFor();
    assert.deepEqual(ada.complaints, []);
  });

  it('is not asked about by a page that polls after the user has cancelled, only after an action', async () => {
    const own = await newWindow(browser(), service);
    const { tab } = own;
    await enterAs(own, service, ADA);
    const asked = signInDialog(tab);
    const body = { url: 'https://hooks.example/', tags: ['none'] };
    const { json } = await service.request('POST', '/manage/v1/webhooks', { body });
    // The page reads its webhook again every three seconds. The clock is that of all tabs of a window.
    await tab.clock.install();
    await own.goto(`shop/settings/webhooks/${json.webhook_id}`);
    const description = tab.getByLabel('Description (optional)');
    await description.fill('Coupons');
    await tab.context().clearCookies();
    await tab.clock.runFor(4000);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    const requests: string[] = [];
    tab.on('request', (request) => requests.push(request.url()));
    for (let polls = 0; polls < 5; polls++) await tab.clock.runFor(3000);
    assert.deepEqual(requests, []);
    assert.equal(await asked.count(), 0);
    assert.equal(await description.inputValue(), 'Coupons');

    await tab.getByRole('button', { name: 'Save' }).click();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await tab.getByText('You are signed out.').first().waitFor();
    await tab.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click();
    await tab.getByRole('button', { name: 'Leave and discard' }).click();
    await signIn(asked, ADA);
    await tab.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    assert.deepEqual(own.complaints, []);
  });

  it('never sends the input as another member who signs in with the dialog', async () => {
    await editLimit('8');
    await endSession();
    await saveLimit();
    await signIn(dialog(), BEN);
    await ada.tab.getByRole('button', { name: 'Account: Ben' }).waitFor();
    await redemption().getByRole('button', { name: 'Edit: Redemption' }).waitFor();
    assert.equal((await link()).redeem_limit, 7);
    assert.deepEqual(ada.complaints, []);
  });

  it('never sends the input as another member who signs in with another tab', async () => {
    await editLimit('9');
    const other = await ada.tab.context().newPage();
    await other.goto(`${service.url}/dashboard/`);
    await signedIn(other);
    await other.getByRole('button', { name: 'Account: Ada' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.waitForURL(/\/sign-in$/);
    await signIn(other, BEN);
    await signedIn(other);
    await dialog()
      .getByText(/^Another account has signed in with this browser/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await saveLimit();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await redemption().getByText('Another account is signed in with this browser.').waitFor();
    assert.equal(await redemption().getByRole('textbox').inputValue(), '9');
    await saveLimit();
    await dialog().getByRole('button', { name: 'Reload and discard changes' }).click();
    await ada.tab.getByRole('button', { name: 'Account: Ben' }).waitFor();
    assert.equal((await link()).redeem_limit, 7);
    assert.deepEqual(ada.complaints, []);
    await other.close();
  });

  it('continues when the same member signs in with another tab', async () => {
    await editLimit('10');
    await endSession();
    await saveLimit();
    await dialog().waitFor();
    const other = await ada.tab.context().newPage();
    await other.goto(`${service.url}/dashboard/sign-in`);
    await signIn(other, ADA);
    await redemption().getByText('Redeemed 0 of 10 times').waitFor();
    assert.equal((await link()).redeem_limit, 10);
    assert.deepEqual(ada.complaints, []);
  });
});
