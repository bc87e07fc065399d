import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { createFirstInvitation } from '#server/src/actions/members/first-invitation.ts';
import { startService, type Service } from '#server/test/harness.ts';
import { invited } from '#server/test/manage/people.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { violationsInBothThemes } from './axe.ts';
import {
  ADA,
  acceptInvitation,
  newWindow,
  signedIn,
  signIn,
  type Window,
} from './open-dashboard.ts';

describeInBrowser('sign-in to the dashboard', (browser) => {
  let service: Service;
  let first: string;
  let window: Window;

  before(async () => {
    service = await startService();
    first = (await createFirstInvitation(service.app.ctx))?.address ?? '';
    window = await newWindow(browser(), service);
  });

  /** The window, without a session and stored data, as a new one, whose first page would take long. */
  async function emptyWindow(): Promise<Window> {
    const { tab } = window;
    await tab.unrouteAll();
    await tab.context().clearCookies();
    if (tab.url() !== 'about:blank') {
      await tab.evaluate('localStorage.clear(); sessionStorage.clear()');
    }
    return window;
  }

  it('starts with the link of the first start, whose secret is not stored in the browser', async () => {
    const { tab, complaints } = await emptyWindow();
    const secret = new URL(first).hash.slice(1);
    await tab.goto(first);
    await tab.getByRole('heading', { name: 'You are invited to shop' }).waitFor();
    assert.equal(new URL(tab.url()).hash, '');
    await tab.getByLabel(/^Password/).fill('too short');
    await tab.getByRole('status').getByText('3 more characters', { exact: true }).waitFor();
    await acceptInvitation(tab, first, ADA);
    await tab.waitForURL(/\/dashboard\/shop\/links$/);
    const kept: string = await tab.evaluate(
      'JSON.stringify([localStorage, sessionStorage, history.state])',
    );
    assert.ok(!kept.includes(secret));
    assert.deepEqual(complaints, []);
  });

  it('accepts each link once', async () => {
    const { tab } = await emptyWindow();
    await tab.goto(first);
    await tab.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    await tab.getByRole('link', { name: 'Sign in' }).click();
    await tab.getByLabel(/^Email/).waitFor();
  });

  it('asks for the link again after a reload', async () => {
    const { tab, goto } = await emptyWindow();
    await goto('invitation');
    await tab.getByRole('heading', { name: 'Open the link again' }).waitFor();
  });

  it('returns to the requested page, and shows errors', async () => {
    const { tab, goto, complaints } = await emptyWindow();
    await goto('shop/settings/tokens');
    await tab.waitForURL(/\/dashboard\/sign-in/);
    await signIn(tab, { ...ADA, password: 'not her password at all' });
    await tab.getByText('The email or password is incorrect.').waitFor();
    assert.equal(await tab.getByLabel(/^Password/).inputValue(), '');
    await signIn(tab, ADA);
    await tab.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('is offered only at the right address, with a link to the same page there', async () => {
    const { tab } = await newWindow(browser(), service);
    // The tests of the service listen at 127.0.0.1.
    const here = `http://localhost:${new URL(service.url).port}/dashboard`;
    const there = `${service.url}/dashboard/`;
    const link = tab.getByRole('link', { name: 'Go to the right address' });
    const refused: string[] = [];
    tab.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    for (const rest of ['', '/shop/links?q=a%20b', '/sign-in?to=%2Fshop%2Flinks']) {
      await tab.goto(here + rest);
      await tab.getByText(`The address of this dashboard is ${service.url}.`).waitFor();
      assert.equal(await link.getAttribute('href'), there + rest.slice(1));
      assert.equal(await tab.getByRole('button').count(), 0);
      assert.match(await tab.title(), /^Open the dashboard at its own address/);
    }
    assert.deepEqual(await violationsInBothThemes(tab), []);
    const secret = await invited(service, 'late@shop.example', 'viewer');
    await tab.goto(`${here}/invitation#first`);
    await tab.goto(`${here}/invitation#${secret}`);
    await tab.locator(`a[href$="${secret}"]`).click();
    await tab.getByRole('heading', { name: 'You are invited to shop' }).waitFor();
    assert.equal(tab.url(), `${there}invitation`);
    assert.deepEqual(refused, []);
  });

  it('does not lead out of the dashboard', async () => {
    for (const to of ['/../CODE', '/%2e%2e//evil.example/', '/\\evil.example/']) {
      const { tab, goto } = await emptyWindow();
      await goto(`sign-in?to=${encodeURIComponent(to)}`);
      await signIn(tab, ADA);
      await signedIn(tab);
      await tab.waitForURL(/\/dashboard\/shop\/links$/);
    }
  });

  it('ends with sign-out', async () => {
    const { tab, goto } = await emptyWindow();
    await goto('');
    await signIn(tab, ADA);
    await signedIn(tab);
    await tab.getByRole('button', { name: /^Account/ }).click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.waitForURL(/\/dashboard\/sign-in/);
    await tab.goBack();
    await tab.waitForURL(/\/dashboard\/sign-in/);
    await goto('shop/links');
    await tab.waitForURL(/\/dashboard\/sign-in/);
  });

  it('works in a browser whose storage is full', async () => {
    const { tab, goto } = await newWindow(browser(), service);
    await tab.addInitScript(`Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    }`);
    await goto('shop/settings/tokens');
    await signIn(tab, ADA);
    await tab.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
    await tab.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
    await tab.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
    await tab.getByText('No links yet').waitFor();
  });

  it('does not end if the service refuses the sign-out, and says so', async () => {
    const { tab, goto } = await emptyWindow();
    await goto('');
    await signIn(tab, ADA);
    await signedIn(tab);
    await tab.route('**/sign-out', (route) => route.fulfill({ status: 503, body: '{}' }));
    await tab.getByRole('button', { name: /^Account/ }).click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.getByRole('alert').getByText('You could not be signed out').waitFor();
    assert.match(tab.url(), /\/shop\/links$/);
  });

  it('leaves no page in memory that "Back" could show', async () => {
    const { tab, goto } = await emptyWindow();
    await goto('');
    await signIn(tab, ADA);
    await signedIn(tab);
    // The browser of the tests keeps no pages in memory, so these events are sent to the page itself, which a response
    // without content does not replace.
    await tab.route('**/dashboard/sign-in', (route) => route.fulfill({ status: 204 }));
    const leaves = tab.waitForRequest('**/dashboard/sign-in');
    await tab.getByRole('button', { name: /^Account/ }).click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await leaves;
    const send = (name: string) =>
      tab.evaluate(`dispatchEvent(new PageTransitionEvent('${name}', { persisted: true }))`);
    await send('pagehide');
    assert.equal(await tab.locator('body').textContent(), '');
    const reloads = tab.waitForRequest(/\/shop\/links$/);
    await send('pageshow');
    await reloads;
  });
});
