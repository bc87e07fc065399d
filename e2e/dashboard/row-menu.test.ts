import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator, Route } from 'playwright-core';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { overflowingElements, violationsInBothThemes } from './axe.ts';
import { join } from './join.ts';
import { BEN, chooseItem, firstOwner, focused, menuFocused } from './open-dashboard.ts';
import type { Window } from './open-dashboard.ts';

describeInBrowser('the menu of a link in the list', (browser) => {
  let service: Service;
  let ada: Window;

  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const make = async (body: object) => {
      const made = await service.request('POST', '/manage/v1/smartlinks', { body });
      assert.equal(made.status, 201, made.text);
    };
    await make({ uri: 'products/3', code: 'Third26' });
    await make({ uri: 'products/2', code: 'Second26' });
    await make({
      uri: 'products/1',
      code: 'First26',
      name: 'Poster',
      tags: ['spring'],
      redeem_limit: 7,
      metadata: { list: [1.0] },
      routes: { ipad: { link: 'com.shop.app://sale' } },
      valid_until: '2035-05-05T05:05:00Z',
    });
    const permissions = ['clipboard-read', 'clipboard-write'];
    ada = await firstOwner(browser(), service, { permissions });
  });

  const menuOf = ({ tab }: Window, code: string): Locator =>
    tab.getByRole('menu', { name: `Actions: ${code}` });
  const openMenu = async (window: Window, code: string): Promise<Locator> => {
    await window.tab.getByRole('button', { name: `Actions: ${code}` }).click();
    await menuOf(window, code).waitFor();
    return menuOf(window, code);
  };
  const item = (menu: Locator, name: string): Locator => menu.getByRole('menuitem', { name });
  const linkOf = async (code: string) =>
    (await service.request('GET', `/manage/v1/smartlinks/${code}`)).json;
  const row = ({ tab }: Window, code: string): Locator =>
    tab.locator('[data-row]', { hasText: code });

  it('is opened and used with the keyboard', async () => {
    const { tab, goto } = ada;
    await goto('shop/links');
    await tab.getByRole('link', { name: 'First26' }).focus();
    await tab.keyboard.press('ArrowDown');
    await focused(tab.getByRole('link', { name: 'Second26' }));
    const button = tab.getByRole('button', { name: 'Actions: Second26' });
    // The address comes first.
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Tab');
    await focused(button);
    assert.equal(await button.getAttribute('aria-haspopup'), 'menu');
    await tab.keyboard.press('Enter');
    const menu = menuOf(ada, 'Second26');
    await focused(item(menu, 'Copy link'));
    assert.equal(await button.getAttribute('aria-expanded'), 'true');
    await menuFocused(tab);
    await tab.keyboard.press('ArrowDown');
    await focused(item(menu, 'QR code'));
    await tab.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await focused(button);

    await tab.keyboard.press('Enter');
    await focused(item(menu, 'Copy link'));
    await tab.keyboard.press('Enter');
    await tab.getByText('Copied', { exact: true }).waitFor();
    const copied = await tab.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(copied, `${service.url}/Second26`);
    await focused(button);

    await chooseItem(await openMenu(ada, 'Second26'), 'QR code');
    await tab.getByRole('dialog', { name: /QR/ }).getByRole('img', { name: /^QR/ }).waitFor();
    await tab.keyboard.press('Escape');
    await focused(button);
  });

  it('disables a link, and undoes it', async () => {
    const { tab } = ada;
    await chooseItem(await openMenu(ada, 'Second26'), 'Disable');
    await row(ada, 'Second26').getByText('Disabled').waitFor();
    assert.equal((await linkOf('Second26')).state, 'disabled');
    await tab.getByRole('button', { name: 'Undo: disable Second26' }).click();
    await tab.getByText('Link enabled').waitFor();
    await row(ada, 'Second26').getByText('Active').waitFor();
    assert.equal((await linkOf('Second26')).state, 'active');
  });

  it('undoes one change with each Ctrl Z, the last one first', async () => {
    const { tab } = ada;
    const disableBoth = async (): Promise<void> => {
      for (const code of ['Second26', 'First26']) {
        await chooseItem(await openMenu(ada, code), 'Disable');
        await tab.getByRole('button', { name: `Undo: disable ${code}` }).waitFor();
      }
    };
    await disableBoth();
    await tab.keyboard.press('Control+Z');
    await row(ada, 'First26').getByText('Active').waitFor();
    assert.equal((await linkOf('Second26')).state, 'disabled');
    await tab.keyboard.press('Control+Z');
    await row(ada, 'Second26').getByText('Active').waitFor();
    // Also while the message about the last one disappears.
    await disableBoth();
    await tab.evaluate(`for (let times = 0; times < 2; times++) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }));
    }`);
    for (const code of ['First26', 'Second26']) {
      await eventually('it is active', async () => (await linkOf(code)).state === 'active');
    }
  });

  it('does not undo what someone else has done since', async () => {
    const { tab } = ada;
    await chooseItem(await openMenu(ada, 'Third26'), 'Disable');
    const undo = tab.getByRole('button', { name: 'Undo: disable Third26' });
    await undo.waitFor();
    const change = (body: object) =>
      service.request('PATCH', '/manage/v1/smartlinks/Third26', { body });
    // Another field: the change of the state can still be undone.
    await change({ tags: ['print'] });
    await undo.click();
    await row(ada, 'Third26').getByText('Active').waitFor();
    assert.deepEqual((await linkOf('Third26')).tags, ['print']);

    await chooseItem(await openMenu(ada, 'Third26'), 'Disable');
    await undo.waitFor();
    await service.request('DELETE', '/manage/v1/smartlinks/Third26');
    await undo.click();
    await tab.getByText('The smart link is deleted.').waitFor();
    assert.equal((await linkOf('Third26')).state, 'deleted');
    await row(ada, 'Third26').waitFor({ state: 'detached' });
  });

  it('deletes a link after a confirmation; the next row gets the focus', async () => {
    const { tab, goto, to } = ada;
    await service.request('POST', '/manage/v1/smartlinks', {
      body: { uri: 'products/9', code: 'Gone26' },
    });
    await goto('shop/links');
    await chooseItem(await openMenu(ada, 'Gone26'), 'Delete');
    const dialog = tab.getByRole('dialog', { name: 'Delete this link?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await focused(tab.getByRole('button', { name: 'Actions: Gone26' }));
    await chooseItem(await openMenu(ada, 'Gone26'), 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await tab.getByText('Gone26 deleted').waitFor();
    await row(ada, 'Gone26').waitFor({ state: 'detached' });
    await focused(tab.getByRole('link', { name: 'First26' }));
    assert.equal((await linkOf('Gone26')).state, 'deleted');
    await tab.getByRole('button', { name: 'Undo: delete Gone26' }).click();
    await tab.getByText('Gone26 restored').waitFor();
    await row(ada, 'Gone26').waitFor();
    assert.equal((await linkOf('Gone26')).state, 'active');
    await service.request('DELETE', '/manage/v1/smartlinks/Gone26');
    await to('shop/links?state=deleted');
    // Until the deleted links arrive, the page shows the previous ones, in their previous state.
    await row(ada, 'First26').waitFor({ state: 'detached' });
    await chooseItem(await openMenu(ada, 'Gone26'), 'Restore');
    await row(ada, 'Gone26').waitFor({ state: 'detached' });
    assert.equal((await linkOf('Gone26')).state, 'active');
    await service.request('DELETE', '/manage/v1/smartlinks/Gone26');
    await goto('shop/links/Gone26');
    await tab.getByText(/It can be restored until/).waitFor();
    await tab.getByRole('button', { name: 'Restore' }).click();
    await tab.getByRole('button', { name: 'More actions' }).waitFor();
    assert.equal((await linkOf('Gone26')).state, 'active');
    await service.request('DELETE', '/manage/v1/smartlinks/Gone26');
    await goto('shop/links');
  });

  it('offers no deletion of another link whose menu is opened before the first one was read', async () => {
    const { tab } = ada;
    const held: Route[] = [];
    await tab.route('**/manage/v1/smartlinks/*26', (route) => {
      held.push(route);
    });
    await chooseItem(await openMenu(ada, 'First26'), 'Delete');
    await eventually('the link is requested', () => held.length === 1);
    const menu = await openMenu(ada, 'Second26');
    await menuFocused(tab);
    await tab.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    assert.deepEqual(
      held.map((route) => new URL(route.request().url()).pathname),
      ['/manage/v1/smartlinks/First26'],
    );
    const answered = tab.waitForResponse('**/manage/v1/smartlinks/First26');
    await held[0]?.continue();
    await answered;
    await tab.unroute('**/manage/v1/smartlinks/*26');
    await chooseItem(await openMenu(ada, 'Second26'), 'Delete');
    const dialog = tab.getByRole('dialog', { name: 'Delete this link?' });
    await dialog.getByText(`${service.url}/Second26`).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await focused(tab.getByRole('button', { name: 'Actions: Second26' }));
  });

  it('duplicates a link with everything but its short code', async () => {
    const { tab } = ada;
    // A create cannot have these.
    const routes = { android: { skip_page: true }, universal: null };
    await service.request('PATCH', '/manage/v1/smartlinks/First26', { body: { routes } });
    await chooseItem(await openMenu(ada, 'First26'), 'Duplicate');
    await tab.getByRole('heading', { level: 1, name: 'New link' }).waitFor();
    await tab.getByRole('textbox', { name: /^Short code/ }).fill('Copy26');
    // An empty form has the same path.
    await tab.keyboard.press('Control+K');
    const palette = tab.getByRole('dialog', { name: 'Search or go to…' });
    await palette.getByRole('textbox').fill('new link');
    await palette.getByRole('button', { name: 'New link' }).click();
    const question = tab.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await tab.getByRole('button', { name: 'Create link' }).click();
    await tab.waitForURL(/\/Copy26/);
    const [from, to] = [await linkOf('First26'), await linkOf('Copy26')];
    for (const field of ['uri', 'name', 'tags', 'routes', 'valid_until', 'redeem_limit']) {
      assert.deepEqual(to[field], from[field], field);
    }
    assert.deepEqual(to.metadata, { list: [1] });
    assert.deepEqual(ada.complaints, []);
  });

  it('does not duplicate a deleted link whose content is removed', async () => {
    let later = 0;
    const now = (): number => Date.now() + later;
    const other = await startService({ RESTORE_DAYS: '0' }, { now });
    const window = await firstOwner(browser(), other);
    const body = { uri: 'https://shop.example/a', code: 'Purged26' };
    await other.request('POST', '/manage/v1/smartlinks', { body });
    await other.request('DELETE', '/manage/v1/smartlinks/Purged26');
    later = 120_000;
    await other.app.removeContents();
    await window.goto('shop/links?state=deleted');
    const menu = await openMenu(window, 'Purged26');
    await item(menu, 'Copy link').waitFor();
    assert.equal(await menu.getByRole('menuitem').count(), 1);
    await window.goto('shop/links/new?copy=Purged26');
    await window.tab
      .getByRole('alert')
      .getByText(/so it cannot be duplicated/)
      .waitFor();
    assert.deepEqual(window.complaints, []);
  });

  it('is disabled for viewers, except for what changes nothing', async () => {
    const ben = await join(browser(), service, BEN, 'viewer');
    await ben.goto('shop/links');
    const menu = await openMenu(ben, 'First26');
    await menu.getByText('Requires the Editor role.').waitFor();
    for (const name of ['Duplicate', 'Disable', 'Delete']) {
      assert.ok(await item(menu, name).isDisabled(), name);
    }
    assert.ok(await item(menu, 'Copy link').isEnabled());
  });

  it('passes axe in both themes, and fits into 375 pixels', async () => {
    const { tab, goto, complaints } = ada;
    await tab.setViewportSize({ width: 375, height: 740 });
    await goto('shop/links');
    await row(ada, 'First26').waitFor();
    // The first steps can appear after the list.
    await tab.getByRole('button', { name: 'Hide the first steps in this browser' }).waitFor();
    assert.deepEqual(await overflowingElements(tab), []);
    // The actions are beside the title, the most important one first.
    const main = tab.getByRole('main');
    const names = ['New link', 'Export', 'Import'];
    const boxes = [
      await main.getByRole('heading', { name: 'Links', level: 1 }).boundingBox(),
      ...(await Promise.all(names.map((name) => main.getByRole('link', { name }).boundingBox()))),
    ].map((box) => box ?? assert.fail());
    const ends = boxes.map(({ x, width }) => x + width);
    assert.ok(boxes.every(({ x }, index) => index === 0 || x > (ends[index - 1] ?? 0)));
    const menu = await openMenu(ada, 'First26');
    assert.deepEqual(await violationsInBothThemes(tab), []);
    await chooseItem(menu, 'Disable');
    await tab.getByRole('button', { name: 'Undo: disable First26' }).waitFor();
    assert.deepEqual(await violationsInBothThemes(tab), []);
    await tab.getByRole('button', { name: 'Undo: disable First26' }).click();
    await tab.getByText('Link enabled').waitFor();
    await chooseItem(await openMenu(ada, 'First26'), 'Delete');
    await tab.getByRole('dialog').getByText('stops working at once').waitFor();
    assert.deepEqual(await violationsInBothThemes(tab), []);
    assert.deepEqual(complaints, []);
  });
});
