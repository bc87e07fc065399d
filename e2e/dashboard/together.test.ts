import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { join } from './join.ts';
import { BEN, chooseItem, firstOwner, type Window } from './open-dashboard.ts';

describeInBrowser('two members who change the same settings', (browser) => {
  let service: Service;
  let ada: Window;
  let ben: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    ada = await firstOwner(browser(), service);
    ben = await join(browser(), service, BEN, 'owner');
  });

  const app = async () => (await service.request('GET', '/manage/v1/app')).json;
  const link = ({ tab }: Window, platform: string): Locator =>
    tab.getByRole('group', { name: platform, exact: true }).getByLabel('Link');
  const save = ({ tab }: Window): Promise<void> =>
    tab.getByRole('button', { name: 'Save' }).click();
  /** Holds requests for the app back, as a slow network does, until the result is called. */
  const holdApp = async (tab: Window['tab']): Promise<() => void> => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await tab.route('**/manage/v1/app', async (route) => {
      await released;
      await route.continue();
    });
    return release;
  };

  it('keep both changes of a template in different fields', async () => {
    await ada.goto('shop/templates/product');
    await ben.goto('shop/templates/product');
    await link(ada, 'Web').fill('https://shop.example/ada/:id');
    await link(ben, 'Android').fill('com.shop.app://ben/:id');
    await save(ada);
    await ada.tab.getByText('New links use “product”.').waitFor();
    await save(ben);
    await ben.tab.getByText('Changes that someone else saved were kept.').waitFor();
    const { routes } = (await app()).templates[0];
    assert.equal(routes.web.link, 'https://shop.example/ada/:id');
    assert.equal(routes.android.link, 'com.shop.app://ben/:id');
    assert.equal(await link(ben, 'Web').inputValue(), 'https://shop.example/ada/:id');
  });

  it('choose a value if both changed the same field of a template', async () => {
    await ada.goto('shop/templates/product');
    await ada.tab.getByLabel(/^Pattern/).fill('goods/:id');
    await link(ben, 'Web').fill('https://shop.example/ben/:id');
    await ben.tab.getByLabel(/^Pattern/).fill('things/:id');
    await save(ada);
    await ada.tab.getByText('New links use “product”.').waitFor();
    await save(ben);
    const dialog = ben.tab.getByRole('dialog', { name: 'Someone else changed the same fields' });
    await dialog.getByText('things/:id').waitFor();
    assert.equal((await app()).templates[0].pattern, 'goods/:id');
    await dialog.getByRole('radio', { name: /^Theirs \(saved\).*goods\/:id/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await ben.tab.getByText('New links use “product”.').waitFor();
    const [template] = (await app()).templates;
    assert.equal(template.pattern, 'goods/:id');
    assert.equal(template.routes.web.link, 'https://shop.example/ben/:id');
  });

  it('keep unsaved changes of a template that is deleted at the same time', async () => {
    await link(ben, 'iPhone').fill('com.shop.app://kept/:id');
    await ada.tab.getByRole('button', { name: 'Template actions' }).click();
    await chooseItem(ada.tab, 'Delete…');
    const dialog = ada.tab.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(/^Someone else changed this template/).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await ada.tab.getByText('Template “product” deleted').waitFor();
    await save(ben);
    const gone = ben.tab.getByText('This template no longer exists');
    await gone.waitFor();
    await save(ben);
    await gone.waitFor({ state: 'detached' });
    assert.equal((await app()).templates[0].routes.iphone.link, 'com.shop.app://kept/:id');
  });

  it('can type during a save without losing input', async () => {
    const { tab } = ben;
    await ben.to('shop/settings/look');
    await tab.getByLabel('App name').fill('The shop');
    const release = await holdApp(tab);
    await save(ben);
    // A request that is sent cannot be discarded.
    const discard = tab.getByRole('button', { name: 'Discard changes' });
    await discard.and(tab.locator('[aria-disabled=true]')).waitFor();
    await discard.dispatchEvent('click');
    assert.equal(await tab.getByLabel('App name').inputValue(), 'The shop');
    await tab.getByLabel('Title').fill('Spring sale');
    release();
    await tab.getByText('Your changes are in effect.').waitFor();
    assert.equal(await tab.getByLabel('Title').inputValue(), 'Spring sale');
    await tab.unroute('**/manage/v1/app');
    await save(ben);
    await tab.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
    const { title, social } = (await app()).visits;
    assert.deepEqual([title, social], ['The shop', { title: 'Spring sale' }]);
  });

  it('can type during a save that ends with a conflict without losing input', async () => {
    const { tab } = ben;
    await ben.goto('shop/settings/look');
    await tab.getByLabel('App name').fill('The big shop');
    const release = await holdApp(tab);
    await save(ben);
    await tab.getByLabel('Title').fill('Summer sale');
    const visits = { ...(await app()).visits, title: 'The small shop' };
    await service.request('PATCH', '/manage/v1/app', { body: { visits } });
    release();
    const dialog = tab.getByRole('dialog', { name: 'Someone else changed the same fields' });
    await dialog.getByRole('radio', { name: /^Yours.*The big shop/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('Your changes are in effect.').waitFor();
    assert.equal(await tab.getByLabel('Title').inputValue(), 'Summer sale');
    await tab.unroute('**/manage/v1/app');
    await save(ben);
    await tab.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
    const { title, social } = (await app()).visits;
    assert.deepEqual([title, social], ['The big shop', { title: 'Summer sale' }]);
  });

  it('keep both changes of visitor pages in different fields and choose a value for the same field', async () => {
    await ada.goto('shop/settings/look');
    await ben.goto('shop/settings/look');
    await ada.tab.getByLabel('App name').fill('Ada’s shop');
    await ada.tab.getByRole('textbox', { name: 'Color' }).fill('#0b6e4f');
    await save(ada);
    await ada.tab.getByText('Your changes are in effect.').waitFor();
    await ben.tab.getByLabel('App name').fill('Ben’s shop');
    await ben.tab.getByLabel('Home page').fill('https://shop.example/');
    await save(ben);
    const dialog = ben.tab.getByRole('dialog', { name: 'Someone else changed the same fields' });
    await dialog.getByRole('radio', { name: /^Yours.*Ben’s shop/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await ben.tab.getByText('Your changes are in effect.').waitFor();
    const { title, color, home } = (await app()).visits;
    assert.deepEqual([title, color, home], ['Ben’s shop', '#0b6e4f', 'https://shop.example/']);
  });

  it('do not overwrite a role that the other member has just changed', async () => {
    await join(browser(), service, CAROL, 'viewer');
    await ada.to('shop/settings/members');
    await ben.to('shop/settings/members');
    const change = async ({ tab }: Window, role: string): Promise<void> => {
      await tab.getByRole('combobox', { name: 'Role of Carol' }).click();
      await tab.getByRole('option', { name: role }).click();
    };
    const shown = ben.tab.getByRole('combobox', { name: 'Role of Carol' });
    // Ben's page must show the old role before Ada changes it.
    await shown.and(ben.tab.locator('[value=Viewer]')).waitFor();
    await change(ada, 'Editor');
    await ada.tab.getByText('The role of Carol is now Editor.').waitFor();
    await change(ben, 'Owner');
    await ben.tab.getByText(/^The list shows the current role of Carol/).waitFor();
    await shown.and(ben.tab.locator('[value=Editor]')).waitFor();
    await change(ben, 'Owner');
    await ben.tab.getByText('The role of Carol is now Owner.').waitFor();
    assert.deepEqual([...ada.complaints, ...ben.complaints], []);
  });
});

const CAROL = { email: 'carol@shop.example', name: 'Carol', password: 'gravel lemon sixty-one' };
