import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { axeViolations, overflowingElements } from './axe.ts';
import { firstOwner, focused, type Window } from './open-dashboard.ts';

const DAY_MS = 86_400_000;
const INCOMPLETE = /^Enter a date .* and a time/;

/** Does a screen reader say the error at the field? */
async function isAt(error: Locator, field: Locator): Promise<boolean> {
  const ids = (await field.getAttribute('aria-describedby')) ?? '';
  return ids.split(' ').includes((await error.getAttribute('id')) ?? 'none');
}

describeInBrowser('the validity of a link in the dashboard', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const make = (body: object) => service.request('POST', '/manage/v1/smartlinks', { body });
    const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
    await make({ uri: 'products/1', code: 'Always26' });
    await make({ uri: 'products/2', code: 'Soon26', valid_until: inDays(2.8) });
    await make({ uri: 'products/3', code: 'Over26', valid_until: inDays(-1) });
    await make({ uri: 'products/4', code: 'Later26', valid_from: inDays(1) });
    const viewport = { width: 375, height: 740 };
    ada = await firstOwner(browser(), service, { viewport });
  });

  const linkOf = async (code: string) =>
    (await service.request('GET', `/manage/v1/smartlinks/${code}`)).json;

  it('is set with times of the local zone, and removed', async () => {
    const { tab } = ada;
    await ada.goto('shop/links/Always26');
    const section = tab.getByRole('region', { name: 'Validity', exact: true });
    await section.getByText('The link works at any time.').waitFor();
    await section.getByRole('button', { name: 'Edit: Validity' }).click();
    await section.getByLabel('Works from').fill('2026-01-05T09:30');
    await section.getByLabel('Works until').fill('2026-02-05T18:00');
    await section.getByLabel('Later visitors go to').fill('https://shop.example/over');
    assert.deepEqual(await overflowingElements(tab), []);
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('https://shop.example/over').waitFor();
    const { valid_from, valid_until, expired_url, validity } = await linkOf('Always26');
    const shown = await tab.evaluate(
      (times) => times.map((time) => new Date(time).toLocaleString('sv').slice(0, 16)),
      [valid_from, valid_until] as string[],
    );
    assert.deepEqual(shown, ['2026-01-05 09:30', '2026-02-05 18:00']);
    assert.deepEqual([expired_url, validity], ['https://shop.example/over', 'expired']);
    await tab.getByText('Expired', { exact: true }).first().waitFor();

    await section.getByRole('button', { name: 'Edit: Validity' }).click();
    for (const label of ['Later visitors go to', 'Works from', 'Works until']) {
      await section.getByLabel(label).fill('');
    }
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('The link works at any time.').waitFor();
    assert.equal((await linkOf('Always26')).valid_until, null);
  });

  it('is in the history in the local time, with the exact time', async () => {
    const { tab } = ada;
    const at = '2026-01-05T09:30:15.250Z';
    const path = '/manage/v1/smartlinks/Always26';
    await service.request('PATCH', path, { body: { valid_from: at } });
    await ada.to('shop/links/Always26?tab=history');
    const time = tab.locator(`time[datetime="${at}"]`);
    await time.waitFor();
    assert.equal(await time.getAttribute('title'), at);
    assert.match((await time.textContent()) ?? '', /^5 Jan 2026, \d\d:\d\d$/);
    assert.doesNotMatch((await tab.getByRole('main').textContent()) ?? '', /\d{4}-\d\d-\d\dT/);
    await service.request('PATCH', path, { body: { valid_from: null } });
  });

  it('has its errors at the fields', async () => {
    const { tab } = ada;
    await ada.goto('shop/links/Always26');
    const section = tab.getByRole('region', { name: 'Validity', exact: true });
    await section.getByRole('button', { name: 'Edit: Validity' }).click();
    await section.getByLabel('Works from').fill('2026-02-05T18:00');
    await section.getByLabel('Works until').fill('2026-02-05T17:00');
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText(/must be later than/i).waitFor();
    assert.equal((await linkOf('Always26')).valid_until, null);
    await section.getByRole('button', { name: 'Cancel' }).click();
  });

  it('is not removed by a time that is not complete', async () => {
    const { tab } = ada;
    const valid_until = '2035-05-05T05:05:00.000Z';
    const path = '/manage/v1/smartlinks/Always26';
    await service.request('PATCH', path, { body: { valid_until } });
    await ada.goto('shop/links/Always26');
    const section = tab.getByRole('region', { name: 'Validity', exact: true });
    const error = section.getByText(INCOMPLETE);
    await section.getByRole('button', { name: 'Edit: Validity' }).click();
    const until = section.getByLabel('Works until');
    await until.focus();
    await until.press('Backspace');
    await error.waitFor();
    assert.ok(await isAt(error, until));
    assert.equal(await until.getAttribute('aria-invalid'), 'true');
    assert.deepEqual(await axeViolations(tab), []);
    const save = section.getByRole('button', { name: 'Save' });
    assert.ok(await save.isDisabled());
    await until.press('Enter');
    assert.equal((await linkOf('Always26')).valid_until, valid_until);
    await until.fill('2035-05-06T05:05');
    await error.waitFor({ state: 'detached' });

    const from = section.getByLabel('Works from');
    await from.focus();
    await from.press('0');
    await from.press('5');
    await save.click({ force: true });
    await error.waitFor();
    assert.ok(await isAt(error, from));
    await section.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await linkOf('Always26')).valid_until, valid_until);
    await service.request('PATCH', path, { body: { valid_until: null } });
    assert.deepEqual(ada.complaints, []);
  });

  it('is not forgotten for a new link with a time that is not complete', async () => {
    const { tab } = ada;
    await ada.to('shop/links/new');
    await tab.getByRole('textbox', { name: /^Destination/ }).fill('products/8');
    await tab.getByRole('textbox', { name: /^Short code/ }).fill('Part26');
    await tab.getByRole('button', { name: 'Validity' }).click();
    const until = tab.getByLabel('Works until');
    await until.focus();
    await until.press('0');
    await until.press('5');
    await until.press('Enter');
    const error = tab.getByText(INCOMPLETE);
    await error.waitFor();
    assert.ok(await isAt(error, until));
    await focused(until);
    await until.fill('2030-01-01T00:00');
    await error.waitFor({ state: 'detached' });
    await until.press('Enter');
    await tab.waitForURL(/Part26$/);
    assert.match((await linkOf('Part26')).valid_until, /^20(29-12-31|30-01-01)T/);
  });

  it('is in the form of a new link', async () => {
    const { tab } = ada;
    // Not `to`: the message about the link before stays for some seconds, and can cover the button.
    await ada.goto('shop/links/new');
    await tab.getByRole('textbox', { name: /^Destination/ }).fill('products/9');
    await tab.getByRole('textbox', { name: /^Short code/ }).fill('Timed26');
    await tab.getByRole('button', { name: 'Validity' }).click();
    await tab.getByLabel('Works until').fill('2030-01-01T00:00');
    await tab.getByRole('button', { name: 'Create link' }).click();
    await tab.waitForURL(/Timed26$/);
    const { valid_from, valid_until } = await linkOf('Timed26');
    assert.equal(valid_from, null);
    assert.match(valid_until, /^20(29-12-31|30-01-01)T/);
  });

  it('is marked in the list, which it filters', async () => {
    const { tab } = ada;
    await ada.to('shop/links');
    for (const [code, mark] of [
      ['Soon26', '3 days left'],
      ['Over26', 'Expired'],
      ['Later26', 'Scheduled'],
    ] as const) {
      await tab.locator('[data-row]', { hasText: code }).getByText(mark).waitFor();
    }
    await tab.getByRole('button', { name: 'Filters', exact: true }).click();
    await tab.getByRole('combobox', { name: 'Validity' }).click();
    await tab.getByRole('option', { name: 'Scheduled' }).click();
    await tab.locator('[data-row]', { hasText: 'Over26' }).waitFor({ state: 'detached' });
    assert.equal(await tab.locator('[data-row]').count(), 1);
    assert.match(tab.url(), /validity=scheduled/);
  });

  it('is announced before it ends', async () => {
    const { tab } = ada;
    await ada.goto('shop/links');
    const notice = tab.getByRole('link', { name: '1 link ends within 7 days' });
    await notice.waitFor();
    assert.deepEqual(await overflowingElements(tab), []);
    assert.deepEqual(await axeViolations(tab), []);
    await notice.press('Enter');
    await tab.locator('[data-row]', { hasText: 'Over26' }).waitFor({ state: 'detached' });
    assert.equal(await tab.locator('[data-row]').count(), 1);
    // The router quotes texts that look like numbers.
    assert.match(tab.url(), /state=active&expires_within_days=(%22)?7/);
    await notice.waitFor({ state: 'detached' });
    await tab.getByRole('button', { name: /^Filters/ }).click();
    const choice = tab.getByRole('combobox', { name: 'Validity' });
    assert.equal(await choice.inputValue(), 'Ends within 7 days');
    await choice.click();
    await tab.getByRole('option', { name: 'Expired' }).click();
    await tab.locator('[data-row]', { hasText: 'Over26' }).waitFor();
    assert.match(tab.url(), /state=active&validity=expired$/);
  });

  it('has a default in a template', async () => {
    const { tab } = ada;
    await ada.to('shop/templates/product');
    const field = tab.getByRole('textbox', { name: 'New links are valid for', exact: true });
    await field.fill('abc');
    await tab.getByText(/^Enter a whole number in digits/).waitFor();
    assert.equal(await field.inputValue(), 'abc');
    await field.fill('30');
    await tab.getByText(/^Enter a whole number in digits/).waitFor({ state: 'detached' });
    assert.deepEqual(await overflowingElements(tab), []);
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('New links use “product”.').waitFor();
    const { templates } = (await service.request('GET', '/manage/v1/app')).json;
    assert.equal(templates[0].valid_for_seconds, 2_592_000);
    await ada.to('shop/templates');
    await tab.getByRole('heading', { name: 'Templates', level: 1 }).waitFor();
    await tab.getByText('Valid for 30 days').waitFor();

    await ada.to('shop/links/new');
    await tab.getByRole('textbox', { name: /^Destination/ }).fill('products/20');
    await tab.getByRole('textbox', { name: /^Short code/ }).fill('Endless26');
    await tab.getByRole('button', { name: 'Validity' }).click();
    await tab.getByText(/the link is valid for 30 days/).waitFor();
    await tab.getByRole('checkbox', { name: 'No end' }).check();
    await tab.getByRole('button', { name: 'Create link' }).click();
    await tab.waitForURL(/Endless26$/);
    assert.equal((await linkOf('Endless26')).valid_until, null);
    const { code } = await service.create({ uri: 'products/21' });
    assert.ok(Date.parse((await linkOf(code)).valid_until) > Date.now() + 29 * DAY_MS);
  });
});
