import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator, Route } from 'playwright-core';
import type { Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { memberOf, PASSWORD } from '#server/test/manage/people.ts';
import {
  FIRST_RETRY_MS,
  slowClock,
  startReceiver,
  startSender,
  verify,
  type Receiver,
} from '#server/test/webhooks/receiver.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { axeViolations, overflowingElements, violationsInBothThemes } from './axe.ts';
import { ADA, enterAs, firstOwner, focused, newWindow, type Window } from './open-dashboard.ts';

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

describeInBrowser('webhooks in the dashboard', (browser) => {
  let service: Service;
  let receiver: Receiver;
  let ada: Window;
  let secret = '';
  let skipped = 0;
  const clock = slowClock();
  /** The time of the service: a failed event is sent again only when a test skips time. */
  const now = (): number => clock() + skipped;
  before(async () => {
    service = await startSender({}, { now });
    receiver = await startReceiver();
    ada = await firstOwner(browser(), service);
    await ada.goto('shop/settings/webhooks');
  });

  const button = (name: string | RegExp): Locator => ada.tab.getByRole('button', { name });
  const filter = (name: string): Locator =>
    ada.tab
      .getByRole('radiogroup', { name: 'Deliveries to show' })
      .getByText(name, { exact: true });
  const dialog = (name: string): Locator => ada.tab.getByRole('dialog', { name });

  it('are created with the keyboard; the secret is shown once and signs requests', async () => {
    const { tab } = ada;
    await tab.getByText('No webhooks yet').waitFor();
    await button('New webhook').focus();
    await tab.keyboard.press('Enter');
    const form = dialog('New webhook');
    await focused(form.getByLabel('Address'));
    await tab.keyboard.type('https://');
    await tab.keyboard.press('Enter');
    await form.getByText('Must be an https address').waitFor();
    await form.getByLabel('Address').fill(receiver.url);
    await form.getByLabel('Description (optional)').fill('Coupons');
    await form.getByRole('radio', { name: 'Only these events' }).check();
    await form.getByText('Select at least one event.').waitFor();
    await button('Create webhook').click();
    await form.getByRole('checkbox', { name: 'Link created' }).check();
    assert.deepEqual(await axeViolations(tab), []);
    await button('Create webhook').click();
    const created = dialog('Webhook created');
    secret = (await created.locator('code').textContent()) ?? '';
    assert.match(secret, /^whsec_/);
    await tab.keyboard.press('Escape');
    await created.getByRole('button', { name: 'I have saved the secret' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Coupons' }).waitFor();
    assert.ok(!(await tab.content()).includes(secret));
    await service.app.catchUp();
    await service.create({ uri: 'https://shop.example/a' });
    const [request] = await receiver.until(1);
    assert.ok(request);
    verify(secret, request);
    await tab.getByRole('row').filter({ hasText: request.id }).getByText('Delivered').waitFor();
  });

  it('show what was sent, and send it again', async () => {
    const { tab } = ada;
    receiver.respond(() => ({ status: 500, body: 'The disk is full.' }));
    await button('Send test').click();
    await receiver.until(2);
    await tab.getByText('Failing since').waitFor();
    await filter('Waiting').click();
    const row = tab.getByRole('row').filter({ hasText: 'Test' });
    await row.getByText('Waiting').waitFor();
    await row.getByRole('button', { name: /^Show evt_/ }).click();
    const shown = dialog('Test');
    await shown.getByText('500', { exact: true }).waitFor();
    await shown.getByText('The disk is full.').waitFor();
    await shown.getByText('"webhook.test"').waitFor();
    assert.deepEqual(await axeViolations(tab), []);
    receiver.respond(() => ({}));
    // Later test events are sent after this one.
    skipped += FIRST_RETRY_MS;
    await receiver.until(2, ({ event }) => event.type === 'webhook.test');
    await tab.keyboard.press('Escape');
    await filter('All').click();
    const delivered = tab.getByRole('row').filter({ hasText: 'Link created' });
    await delivered.getByRole('button', { name: /^Show evt_/ }).click();
    await button('Send again').click();
    const [first] = receiver.requests;
    await receiver.until(2, ({ id }) => id === first?.id);
    await tab.keyboard.press('Escape');
    await dialog('Link created').waitFor({ state: 'detached' });
  });

  it('that their receiver paused say until when', async () => {
    const { tab } = ada;
    const pause = tab.getByRole('alert').filter({ hasText: 'Paused until' });
    const badge = tab.getByText('Paused', { exact: true });
    assert.equal(await pause.count(), 0);
    receiver.respond(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    await button('Send test').click();
    await pause.getByText('Nothing is sent until then.').waitFor();
    await badge.waitFor();
    assert.deepEqual(await violationsInBothThemes(tab), []);
    const end = Date.parse((await pause.locator('time').getAttribute('datetime')) ?? '');
    assert.ok(Math.abs(end - now() - HOUR_MS) < MINUTE_MS, `${end}`);
    await ada.to('shop/settings/webhooks');
    await tab.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await badge.waitFor();
    await tab.getByRole('link', { name: 'Coupons', exact: true }).click();
    await pause.waitFor();
    // A disabled webhook has no pause, and one that is enabled again begins without it.
    receiver.respond(() => ({}));
    await button('Disable').click();
    await pause.waitFor({ state: 'detached' });
    await badge.waitFor({ state: 'detached' });
    await button('Enable').click();
    await button('Disable').waitFor();
    assert.equal(await pause.count(), 0);
  });

  it('are shown without their pause when it ends', async () => {
    // The clock is that of all tabs of a window.
    const own = await newWindow(browser(), service);
    const { tab } = own;
    await enterAs(own, service, ADA);
    await tab.clock.install();
    const [webhook] = (await service.request('GET', '/manage/v1/webhooks')).json.webhooks;
    const shown = { ...webhook, paused_until: new Date(Date.now() + HOUR_MS).toISOString() };
    // Only the clock of the page changes, not the data.
    await tab.route('**/manage/v1/webhooks', (route) =>
      route.fulfill({ json: { webhooks: [shown] } }),
    );
    await own.goto('shop/settings/webhooks');
    const badge = tab.getByText('Paused', { exact: true });
    await badge.waitFor();
    await tab.clock.fastForward(HOUR_MS - 10 * MINUTE_MS);
    assert.ok(await badge.isVisible());
    await tab.clock.fastForward(10 * MINUTE_MS);
    await badge.waitFor({ state: 'detached' });
    assert.deepEqual(own.complaints, []);
  });

  it('are changed, disabled and enabled', async () => {
    const { tab } = ada;
    const settings = tab.getByRole('region', { name: 'Settings' });
    await settings.getByLabel('Description (optional)').fill('All coupons');
    await settings.getByRole('radio', { name: 'All events' }).check();
    await settings.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('heading', { level: 1, name: 'All coupons' }).waitFor();
    // The error of the last action is shown, not that of one before it.
    const failure = tab.getByText('The service responded with status 500.');
    await tab.route('**/webhooks/*/test', (route) => route.fulfill({ status: 500, body: '{}' }));
    await button('Send test').click();
    await failure.waitFor();
    await button('Disable').click();
    await tab.getByText('Disabled', { exact: true }).waitFor();
    await failure.waitFor({ state: 'detached' });
    await tab.unroute('**/webhooks/*/test');
    assert.ok(await button('Send test').isDisabled());
    const delivered = tab.getByRole('row').filter({ hasText: 'Link created' });
    await delivered.getByRole('button', { name: /^Show evt_/ }).click();
    await dialog('Link created').getByText('"link.created"').waitFor();
    assert.ok(await button('Send again').isDisabled());
    await tab.keyboard.press('Escape');
    await dialog('Link created').waitFor({ state: 'detached' });
    const { webhooks } = (await service.request('GET', '/manage/v1/webhooks')).json;
    assert.deepEqual(
      webhooks.map((one: Record<string, unknown>) => [one.description, one.types, one.state]),
      [['All coupons', [], 'disabled']],
    );
    await button('Enable').click();
    await button('Disable').waitFor();
  });

  it('that were disabled are announced to owners, at the list of links too', async () => {
    const { tab } = ada;
    receiver.respond(() => ({ status: 410 }));
    await button('Send test').click();
    await tab.getByText('The receiver responded with 410').waitFor();
    receiver.respond(() => ({}));
    const notice = tab.getByRole('link', { name: 'The webhook “All coupons” was disabled' });
    await ada.goto('shop/settings/webhooks');
    await notice.waitFor();
    await ada.to('shop/links');
    await tab.getByRole('heading', { level: 1, name: 'Links' }).waitFor();
    await notice.waitFor();
    assert.deepEqual(await overflowingElements(tab), []);
    assert.deepEqual(await axeViolations(tab), []);
    await notice.click();
    await tab.getByText('The receiver responded with 410').waitFor();
    await button('Enable').click();
    await button('Disable').waitFor();
    await tab.getByRole('link', { name: 'Webhooks', exact: true }).first().click();
    await tab.getByRole('link', { name: 'All coupons', exact: true }).waitFor();
    await notice.waitFor({ state: 'detached' });
    await tab.getByRole('link', { name: 'All coupons', exact: true }).click();
    await button('Disable').waitFor();
  });

  it('get a new secret', async () => {
    const { tab } = ada;
    const question = dialog('Replace the secret?');
    await tab.route('**/webhooks/*/secret', (route) => route.fulfill({ status: 500, body: '{}' }));
    await button('Replace secret').click();
    await question.getByRole('button', { name: 'Replace secret' }).click();
    await question.getByRole('alert').waitFor();
    await tab.unroute('**/webhooks/*/secret');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await button('Replace secret').click();
    await question.waitFor();
    assert.equal(await question.getByRole('alert').count(), 0);
    // The secret is shown although the page still reads the webhook.
    const held: Route[] = [];
    await tab.route(/\/webhooks\/[^/]+$/, (route) => void held.push(route));
    await question.getByRole('button', { name: 'Replace secret' }).click();
    const replaced = dialog('Secret replaced');
    const next = (await replaced.locator('code').textContent()) ?? '';
    await tab.unroute(/\/webhooks\/[^/]+$/);
    await Promise.allSettled(held.map((route) => route.continue()));
    assert.notEqual(next, secret);
    await replaced.getByRole('button', { name: 'I have saved the secret' }).click();
    await replaced.waitFor({ state: 'detached' });
    const count = receiver.requests.length;
    await button('Send test').click();
    const request = (await receiver.until(count + 1)).at(-1);
    assert.ok(request);
    verify(next, request);
    verify(secret, request);
  });

  it('keep input and a new secret while they cannot be read, and ask before input is lost', async () => {
    const { tab } = ada;
    const [{ webhook_id: id }] = (await service.request('GET', '/manage/v1/webhooks')).json
      .webhooks;
    const settings = tab.getByRole('region', { name: 'Settings' });
    const description = settings.getByLabel('Description (optional)');
    const save = settings.getByRole('button', { name: 'Save' });
    await description.fill('Typed');
    await button('Replace secret').click();
    await dialog('Replace the secret?').getByRole('button', { name: 'Replace secret' }).click();
    const replaced = dialog('Secret replaced');
    await replaced.locator('code').waitFor();
    const address = new RegExp(`/webhooks/${id}$`);
    await tab.route(address, (route) => route.fulfill({ status: 500, body: '{}' }));
    await tab.getByText('The service responded with status 500.').waitFor();
    await replaced.locator('code').waitFor();
    await replaced.getByRole('button', { name: 'I have saved the secret' }).click();
    assert.equal(await description.inputValue(), 'Typed');
    await tab.unroute(address);
    await tab.getByText('The service responded with status 500.').waitFor({ state: 'detached' });

    await tab.getByRole('link', { name: 'Webhooks', exact: true }).first().click();
    await dialog('Leave without saving?').getByRole('button', { name: 'Keep editing' }).click();
    // What is typed while the rest is saved.
    await tab.route(address, async (route) => {
      if (route.request().method() === 'PATCH') await description.fill('All coupons');
      await route.continue();
    });
    await save.click();
    await tab.getByRole('heading', { level: 1, name: 'Typed' }).waitFor();
    await tab.unroute(address);
    assert.equal(await description.inputValue(), 'All coupons');
    await save.click();
    await tab.getByRole('heading', { level: 1, name: 'All coupons' }).waitFor();
    await eventually('all is saved', () => save.isDisabled());
  });

  it('follow the changes of others, and keep them when something else is saved', async () => {
    const { tab } = ada;
    const [{ webhook_id: id, url }] = (await service.request('GET', '/manage/v1/webhooks')).json
      .webhooks;
    const settings = tab.getByRole('region', { name: 'Settings' });
    const change = async (body: object): Promise<void> => {
      const { status } = await service.request('PATCH', `/manage/v1/webhooks/${id}`, { body });
      assert.equal(status, 200);
    };
    const description = settings.getByLabel('Description (optional)');
    await description.fill('Coupons and more');
    const other = `${url}?other`;
    await change({ url: other, description: 'Theirs' });
    const address = settings.getByLabel('Address');
    await eventually('the address follows', async () => (await address.inputValue()) === other);
    assert.equal(await description.inputValue(), 'Coupons and more');
    await change({ tags: ['vip'] });
    await settings.getByRole('button', { name: 'Save' }).click();
    // Both have changed the description.
    const conflict = dialog('Someone else changed the same fields');
    await conflict.getByRole('radio', { name: /^Theirs \(saved\).*Theirs/ }).waitFor();
    assert.equal(await conflict.getByRole('radio').count(), 2);
    await conflict.getByRole('button', { name: 'Keep editing' }).click();
    assert.equal(await description.inputValue(), 'Coupons and more');
    await settings.getByRole('button', { name: 'Save' }).click();
    await conflict.getByRole('radio', { name: /^Yours.*Coupons and more/ }).click();
    await conflict.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Coupons and more' }).waitFor();
    const { webhooks } = (await service.request('GET', '/manage/v1/webhooks')).json;
    assert.deepEqual([webhooks[0].url, webhooks[0].tags], [other, ['vip']]);
    await change({ url, tags: [], description: 'All coupons' });
    await tab.getByRole('heading', { level: 1, name: 'All coupons' }).waitFor();
    await eventually('the description follows', async () => {
      return (await description.inputValue()) === 'All coupons';
    });
  });

  it('fit on a phone', async () => {
    const { tab } = ada;
    await tab.setViewportSize({ width: 375, height: 700 });
    const actions = button('Send test').locator('..').getByRole('button');
    // Read in one step: the layout follows the new size a moment later.
    const boxes = () =>
      actions.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ y, width }) => ({ y, width })),
      );
    await eventually('the four buttons are in two lines of two, all of one width', async () => {
      const four = await boxes();
      const lines = [...new Set(four.map(({ y }) => y))];
      return (
        new Set(four.map(({ width }) => width)).size === 1 &&
        lines.map((line) => four.filter(({ y }) => y === line).length).join() === '2,2'
      );
    });
    assert.deepEqual(await overflowingElements(tab), []);
    await tab
      .getByRole('button', { name: /^Show evt_/ })
      .first()
      .click();
    await tab.getByRole('dialog').getByText('Body').waitFor();
    assert.deepEqual(await overflowingElements(tab), []);
    await tab.keyboard.press('Escape');
    await tab.setViewportSize({ width: 1280, height: 740 });
  });

  it('are read by editors, changed by owners, and hidden from viewers', async () => {
    const [{ webhook_id: id }] = (await service.request('GET', '/manage/v1/webhooks')).json
      .webhooks;
    for (const role of ['editor', 'viewer'] as const) {
      const email = `${role}@shop.example`;
      await memberOf(service, email, role);
      const window = await newWindow(browser(), service);
      await enterAs(window, service, { email, name: '', password: PASSWORD });
      for (const path of ['shop/settings/webhooks', `shop/settings/webhooks/${id}`]) {
        await window.goto(path);
        await window.tab.getByRole('heading', { level: 1 }).waitFor();
        await window.tab.getByRole('note').first().waitFor();
        const sees = await window.tab.getByText('All coupons').first().isVisible();
        if (role === 'viewer') assert.equal(sees, false, path);
        else await window.tab.getByText('All coupons').first().waitFor();
      }
      if (role === 'editor') {
        assert.ok(await window.tab.getByRole('button', { name: 'Disable' }).isDisabled());
        assert.ok(await window.tab.getByLabel('Address').isDisabled());
      }
    }
  });

  it('are named in the audit log without their address, and deleted', async () => {
    const { tab } = ada;
    await tab.getByLabel('Description (optional)').fill('Not saved');
    await tab.getByRole('button', { name: /^Delete the webhook/ }).click();
    await dialog('Delete this webhook?').getByRole('button', { name: 'Delete' }).click();
    await tab.getByText('No webhooks yet').waitFor();
    await ada.to('shop/settings/audit');
    await tab.getByText('deleted the webhook All coupons').waitFor();
    assert.ok(!(await tab.content()).includes('/hook'));
    await eventually('no complaints', () => ada.complaints.length === 0);
  });
});
