import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { firstOwner, openFirstPage, type Window } from './open-dashboard.ts';

/** More than one page of the list. */
const LINKS = 60;

describeInBrowser('audit log and doctor', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    for (let number = 1; number <= LINKS; number++) {
      const body = { uri: `products/${number}`, code: `Code${number}` };
      await service.request('POST', '/manage/v1/smartlinks', { body });
    }
    ada = await firstOwner(browser(), service, { timezoneId: 'Asia/Kolkata' });
    await openFirstPage(ada);
  });

  const entries = (): Locator => ada.tab.getByRole('main').getByRole('listitem');
  const entry = (text: string): Locator => entries().filter({ hasText: text });
  const toPage = async (name: string): Promise<void> => {
    await ada.tab.getByRole('navigation').getByRole('link', { name }).click();
    await ada.tab.getByRole('heading', { name, level: 1 }).waitFor();
  };

  it('shows who did what, the time in the time zone of the reader, and the previous value', async () => {
    const { tab } = ada;
    await toPage('Platforms');
    const web = tab.getByRole('region', { name: 'Web', exact: true });
    await web.getByLabel('Base address').fill('https://new.shop.example');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('Your changes are in effect.').waitFor();
    await toPage('Audit log');
    const change = entry('Ada changed the platform Web');
    await change.getByRole('button', { name: 'What changed' }).click();
    await change.locator('del').getByText('https://shop.example').waitFor();
    await change.locator('ins').getByText('https://new.shop.example').waitFor();
    const at = (await change.getByRole('time').getAttribute('datetime')) ?? '';
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeStyle: 'short',
      timeZone: 'Asia/Kolkata',
    });
    assert.equal(await change.getByRole('time').innerText(), clock.format(new Date(at)));
  });

  it('shows more, page by page, up to the first entry', async () => {
    const { tab } = ada;
    const prefix = service.owner.tokens.server.slice(0, 16);
    await entry(`Token ${prefix}… created the link Code${LINKS}`).waitFor();
    assert.equal(await entries().count(), 50);
    const details = entry(`created the link Code${LINKS}`).getByRole('button');
    await details.click();
    await tab.getByRole('button', { name: 'Show more' }).click();
    await tab.getByText('End of the log.').waitFor();
    await entry('Operator changed 5 platforms and the template product').waitFor();
    assert.match(await entries().last().innerText(), /^Operator created the app/);
    assert.equal(await entries().count(), LINKS + 5);
    // What was open stays open.
    assert.equal(await details.getAttribute('aria-expanded'), 'true');
    await details.click();
  });

  it('links to what was changed', async () => {
    const { tab } = ada;
    await entry(`created the link Code${LINKS}`).getByRole('link').click();
    await tab.getByRole('heading', { name: new RegExp(`Code${LINKS}$`), level: 1 }).waitFor();
    await tab.goBack();
    await entry(`created the link Code${LINKS}`).getByRole('link').waitFor();
  });

  it('finds problems, and links to where they are fixed', async () => {
    const { tab } = ada;
    await toPage('Doctor');
    const found = entry('iPhone and iPad: opens an app');
    await found.getByText('Set the app store page, for people who do not have the app').waitFor();
    await tab.getByRole('button', { name: 'Check domains' }).click();
    await tab.getByRole('button', { name: 'Check domains again' }).waitFor();
    // A change in the dashboard loads the findings again, here with one that someone else caused.
    const { android } = (await service.request('GET', '/manage/v1/app')).json.platforms;
    const platforms = { android: { ...android, fallback: 'https://apps.apple.com/app/id1' } };
    await service.request('PATCH', '/manage/v1/app', { body: { platforms } });
    await tab.getByRole('button', { name: /^Account/ }).click();
    await tab.getByRole('menuitem', { name: 'Account' }).click();
    await tab.getByLabel('Name').fill('Ada Lovelace');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('button', { name: 'Account: Ada Lovelace' }).waitFor();
    await tab.goBack();
    await entry('Android: Has a page of the wrong').waitFor();
    await service.request('PATCH', '/manage/v1/app', { body: { platforms: { android } } });
    await found.getByRole('link', { name: 'Go to Platforms' }).click();
    const both = tab.getByRole('region', { name: 'iPhone and iPad' });
    await both.getByLabel('Fallback', { exact: true }).fill('https://apps.apple.com/app/id1');
    await tab.keyboard.press('Control+S');
    await tab.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
    await toPage('Doctor');
    await tab.getByText('No problems found').waitFor();
    assert.deepEqual(ada.complaints, []);
  });
});
