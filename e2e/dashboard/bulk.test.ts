import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { overflowingElements, violationsInBothThemes } from './axe.ts';
import { createLinks } from './create-links.ts';
import { join } from './join.ts';
import { BEN, chooseItem, firstOwner, focused, menuFocused } from './open-dashboard.ts';
import type { Window } from './open-dashboard.ts';

/** More than one request changes. */
const MANY = 1250;

describeInBrowser('changes of many links in the list', (browser) => {
  let service: Service;
  let ada: Window;

  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const few = ['Five26', 'Four26', 'Three26', 'Two26', 'One26'];
    await createLinks(service, [
      ...Array.from({ length: MANY }, (_, n) => ({ uri: `many/${n}` })),
      ...few.map((code) => ({ uri: `products/${code}`, code, tags: ['few'] })),
    ]);
    ada = await firstOwner(browser(), service, { viewport: { width: 1440, height: 900 } });
  });

  const bar = ({ tab }: Window): Locator => tab.getByRole('region', { name: 'Selected links' });
  const box = ({ tab }: Window, code: string): Locator =>
    tab.getByRole('checkbox', { name: `Select ${code}` });
  const linkOf = async (code: string) =>
    (await service.request('GET', `/manage/v1/smartlinks/${code}`)).json;
  const counted = async (window: Window, text: string): Promise<void> =>
    bar(window).getByText(text, { exact: true }).waitFor();
  /** How many links of the app match. */
  const matching = async (query: string): Promise<number> => {
    let cursor = '';
    for (let count = 0; ;) {
      const path = `/manage/v1/smartlinks?limit=100&${query}${cursor}`;
      const { smartlinks, next_cursor: next } = (await service.request('GET', path)).json;
      count += smartlinks.length;
      if (next === null) return count;
      cursor = `&cursor=${next}`;
    }
  };

  const typeTag = async (tag: string): Promise<void> => {
    const { tab } = ada;
    await focused(tab.getByRole('dialog').getByLabel('Tags'));
    await tab.keyboard.type(tag);
    await tab.keyboard.press('Enter');
    await tab.getByRole('dialog').getByText(tag, { exact: true }).waitFor();
  };

  it('selects with the keyboard', async () => {
    const { tab, goto } = ada;
    await goto('shop/links');
    await tab.getByRole('link', { name: 'One26' }).focus();
    await tab.keyboard.press('Space');
    await counted(ada, '1 selected');
    await tab.keyboard.press('Shift+ArrowDown');
    await tab.keyboard.press('Shift+ArrowDown');
    await counted(ada, '3 selected');
    await focused(tab.getByRole('link', { name: 'Three26' }));
    await tab.keyboard.press('Space');
    await counted(ada, '2 selected');
    await tab.keyboard.press('Escape');
    await bar(ada).waitFor({ state: 'detached' });
    await tab.keyboard.press('Control+a');
    await counted(ada, '50 selected');
    // Enter still opens a link.
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { level: 1, name: /Three26/ }).waitFor();
  });

  it('adds and removes tags of selected links', async () => {
    const { tab, to } = ada;
    await to('shop/links');
    await box(ada, 'One26').check();
    await box(ada, 'Three26').click({ modifiers: ['Shift'] });
    await counted(ada, '3 selected');
    await bar(ada).getByRole('button', { name: 'Add tags' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Add tags to links' });
    await dialog.getByText('3 links selected.').waitFor();
    await dialog.getByRole('button', { name: 'Add to 3 links' }).click();
    await dialog.getByText('Enter a tag.').waitFor();
    await dialog.getByLabel('Tags').focus();
    await typeTag('campaign/spring');
    await dialog.getByRole('button', { name: 'Add to 3 links' }).click();
    await tab.getByText('Tags added to 3 links').waitFor();
    await bar(ada).waitFor({ state: 'detached' });
    for (const code of ['One26', 'Two26', 'Three26']) {
      assert.deepEqual((await linkOf(code)).tags, ['few', 'campaign/spring'], code);
    }
    // The row has room for the first tag.
    await tab.locator('[data-row]', { hasText: 'Two26' }).getByTitle('campaign/spring').waitFor();

    await box(ada, 'Two26').check();
    await bar(ada).getByRole('button', { name: 'Remove tags' }).click();
    await typeTag('few');
    await tab.getByRole('button', { name: 'Remove from 1 link' }).click();
    await tab.getByText('Tags removed from 1 link').waitFor();
    assert.deepEqual((await linkOf('Two26')).tags, ['campaign/spring']);
  });

  it('disables selected links, and undoes it for those that were active', async () => {
    const { tab } = ada;
    await service.request('PATCH', '/manage/v1/smartlinks/Five26', { body: { state: 'disabled' } });
    await ada.goto('shop/links');
    for (const code of ['One26', 'Two26', 'Five26']) await box(ada, code).check();
    await bar(ada).getByRole('button', { name: 'Disable' }).click();
    await tab.getByRole('button', { name: 'Disable 3 links' }).click();
    await tab.getByText('2 links disabled').waitFor();
    assert.equal((await linkOf('One26')).state, 'disabled');
    await tab.getByRole('button', { name: 'Undo: disable links' }).click();
    await tab.getByText('2 links enabled').waitFor();
    const states = await Promise.all(['One26', 'Two26', 'Five26'].map(linkOf));
    assert.deepEqual(
      states.map(({ state }) => state),
      ['active', 'active', 'disabled'],
    );
  });

  it('offers no undo if someone else has changed one of the links meanwhile', async () => {
    const { tab } = ada;
    await ada.goto('shop/links');
    for (const code of ['One26', 'Two26']) await box(ada, code).check();
    await service.request('PATCH', '/manage/v1/smartlinks/Two26', { body: { state: 'disabled' } });
    await bar(ada).getByRole('button', { name: 'Disable' }).click();
    await tab.getByRole('button', { name: 'Disable 2 links' }).click();
    await tab.getByText('1 link disabled').waitFor();
    await bar(ada).waitFor({ state: 'detached' });
    assert.equal(await tab.getByRole('button', { name: 'Undo: disable links' }).count(), 0);
    for (const code of ['One26', 'Two26']) {
      await service.request('PATCH', `/manage/v1/smartlinks/${code}`, {
        body: { state: 'active' },
      });
    }
  });

  it('shows what could not be changed although the list no longer has these links', async () => {
    const { tab } = ada;
    await createLinks(service, [{ uri: 'lost', code: 'Lost26', tags: ['lost'] }]);
    await ada.to('shop/links?tag=lost&state=active');
    await box(ada, 'Lost26').check();
    await service.request('DELETE', '/manage/v1/smartlinks/Lost26');
    await bar(ada).getByRole('button', { name: 'Disable' }).click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Disable 1 link' }).click();
    await dialog.getByText('1 link could not be changed:').waitFor();
    assert.equal(await box(ada, 'Lost26').count(), 1, 'the list stays');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await box(ada, 'Lost26').waitFor({ state: 'detached' });
  });

  it('says how many links an undo could not change', async () => {
    const { tab } = ada;
    await createLinks(service, [{ uri: 'gone', code: 'Gone26', tags: ['few'] }]);
    await ada.goto('shop/links');
    for (const code of ['One26', 'Gone26']) await box(ada, code).check();
    await bar(ada).getByRole('button', { name: 'Disable' }).click();
    await tab.getByRole('button', { name: 'Disable 2 links' }).click();
    const undo = tab.getByRole('button', { name: 'Undo: disable links' });
    await undo.waitFor();
    await service.request('DELETE', '/manage/v1/smartlinks/Gone26');
    await undo.click();
    await tab.getByText('1 link enabled').waitFor();
    await tab.getByText('1 link could not be changed back.').waitFor();
    assert.equal((await linkOf('One26')).state, 'active');
  });

  it('deletes selected links after a confirmation that names their number', async () => {
    const { tab } = ada;
    await ada.to('shop/links');
    for (const code of ['Four26', 'Five26']) await box(ada, code).check();
    const open = async (): Promise<void> => {
      await bar(ada).getByRole('button', { name: 'More' }).click();
      await tab.getByRole('menuitem', { name: 'Delete' }).click();
    };
    const dialog = tab.getByRole('dialog', { name: 'Delete links?' });
    await bar(ada).getByRole('button', { name: 'More' }).focus();
    const position = await tab.evaluate('scrollY');
    await tab.keyboard.press('Enter');
    const item = tab.getByRole('menuitem', { name: 'Delete' });
    await menuFocused(tab);
    while (!(await item.and(tab.locator(':focus')).count())) await tab.keyboard.press('ArrowDown');
    await tab.keyboard.press('Enter');
    await focused(dialog.getByRole('button', { name: 'Cancel' }));
    assert.equal(await tab.evaluate('scrollY'), position, 'the list stays in place');
    await tab.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await linkOf('Four26')).state, 'active');
    await open();
    await dialog.getByRole('button', { name: 'Delete 2 links' }).click();
    await tab.getByText('2 links deleted').waitFor();
    await tab.getByRole('link', { name: 'Four26' }).waitFor({ state: 'detached' });
    assert.equal((await linkOf('Five26')).state, 'deleted');
  });

  it('names the links that cannot be changed', async () => {
    const { tab } = ada;
    await ada.to('shop/links');
    const tags = Array.from({ length: 20 }, (_, n) => `full${n}`);
    await service.request('PATCH', '/manage/v1/smartlinks/Three26', { body: { tags } });
    for (const code of ['One26', 'Three26']) await box(ada, code).check();
    await bar(ada).getByRole('button', { name: 'Add tags' }).click();
    const dialog = tab.getByRole('dialog');
    await typeTag('more');
    await dialog.getByRole('button', { name: 'Add to 2 links' }).click();
    await dialog.getByText('1 link could not be changed:').waitFor();
    await dialog.getByText(/Three26: tags would have 21 entries/).waitFor();
    await dialog.getByRole('heading', { name: 'Tags added to 1 link' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await bar(ada).waitFor({ state: 'detached' });
    assert.ok((await linkOf('One26')).tags.includes('more'));
  });

  const selectMatching = async (): Promise<void> => {
    const { tab } = ada;
    await ada.to('shop/links?q=many%2F');
    await tab.getByRole('link', { name: 'One26' }).waitFor({ state: 'detached' });
    await bar(ada).waitFor({ state: 'detached' });
    await selectShown();
  };
  const selectShown = async (): Promise<void> => {
    const { tab } = ada;
    // Not `check`: on a busy machine, the service ends a page of a search early, and more links can arrive after the click.
    await tab.getByRole('checkbox', { name: 'Select all links shown' }).click();
    await bar(ada).getByRole('button', { name: 'Select all matching links' }).click();
    await counted(ada, 'All matching links selected');
  };

  it('offers all matching links also if more links arrive after all shown were selected', async () => {
    const { tab } = ada;
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await tab.route('**/smartlinks?q=many*', async (route) => {
      if (route.request().url().includes('cursor')) await arrived;
      const response = await route.fetch();
      const page = await response.json();
      const isFirst = !route.request().url().includes('cursor');
      const smartlinks = isFirst ? page.smartlinks.slice(0, 5) : page.smartlinks;
      await route.fulfill({ json: { ...page, smartlinks } });
    });
    await ada.to('shop/links?q=many%2F1');
    await tab.getByRole('link', { name: 'One26' }).waitFor({ state: 'detached' });
    await tab.getByRole('checkbox', { name: 'Select all links shown' }).click();
    await counted(ada, '5 selected');
    arrive();
    await bar(ada)
      .getByRole('button', { name: /^Select all \d+$/ })
      .waitFor();
    await bar(ada).getByRole('button', { name: 'Select all matching links' }).click();
    await counted(ada, 'All matching links selected');
    await tab.unroute('**/smartlinks?q=many*');
  });

  it('changes all links that match the filters, after a count', async () => {
    const { tab } = ada;
    await selectMatching();
    await bar(ada).getByRole('button', { name: 'Disable' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Disable links?' });
    await dialog.getByText('1,250 of 1,250 links would change.').waitFor();
    assert.equal(await matching('state=disabled'), 0);
    await dialog.getByRole('button', { name: 'Disable 1,250 links' }).click();
    await tab.getByText('1,250 links disabled').waitFor();
    assert.equal(await matching('state=disabled'), MANY);
    assert.equal((await linkOf('One26')).state, 'active');
  });

  it('can be stopped and continued; says how many links were changed', async () => {
    const { tab } = ada;
    await selectMatching();
    await bar(ada).getByRole('button', { name: 'Enable' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Enable links?' });
    await dialog.getByText('1,250 of 1,250 links would change.').waitFor();
    // The request waits until "Stop" was pressed.
    let release = (): void => undefined;
    const stopped = new Promise<void>((resolve) => (release = resolve));
    await tab.route('**/smartlinks/changes', async (route) => {
      await stopped;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Enable 1,250 links' }).click();
    await dialog.getByText('0 of 1,250 links processed').waitFor();
    await dialog.getByRole('progressbar', { name: 'Progress' }).waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByText('Stopping…').waitFor();
    release();
    const text = await dialog.getByText(/^Stopped\./).textContent();
    const changed = Number(/([\d,]+) links changed/.exec(text ?? '')?.[1]?.replace(',', ''));
    assert.ok(changed > 0 && changed <= 1000, `${changed}`);
    assert.equal(await matching('state=disabled'), MANY - changed);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await tab.getByText('1,250 links enabled').waitFor();
    await tab.unroute('**/smartlinks/changes');
    assert.equal(await matching('state=disabled'), 0);
  });

  it('continues after an error', async () => {
    const { tab } = ada;
    await selectMatching();
    await bar(ada).getByRole('button', { name: 'Add tags' }).click();
    const dialog = tab.getByRole('dialog');
    await typeTag('all');
    await dialog.getByRole('button', { name: 'Count links' }).click();
    await dialog.getByText('1,250 of 1,250 links would change.').waitFor();
    await tab.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Add to 1,250 links' }).click();
    await dialog.getByText('Interrupted. 0 links changed so far.').waitFor();
    await tab.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await tab.getByText('Tags added to 1,250 links').waitFor();
    assert.equal(await matching('tag=all'), MANY);
  });

  it('is not ended by "Back"', async () => {
    const { tab } = ada;
    await ada.goto('shop/links');
    await box(ada, 'One26').waitFor();
    await tab.getByRole('combobox', { name: 'Tag' }).click();
    await tab.getByRole('option', { name: 'all', exact: true }).click();
    await box(ada, 'One26').waitFor({ state: 'detached' });
    await selectShown();
    await bar(ada).getByRole('button', { name: 'Disable' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Disable links?' });
    await dialog.getByText('1,250 of 1,250 links would change.').waitFor();
    let release = (): void => undefined;
    const isLeft = new Promise<void>((resolve) => (release = resolve));
    await tab.route('**/smartlinks/changes', async (route) => {
      await isLeft;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Disable 1,250 links' }).click();
    await dialog.getByText('0 of 1,250 links processed').waitFor();
    await tab.evaluate('history.back()');
    await tab.waitForURL(/links$/);
    await tab.waitForURL(/tag=all$/);
    release();
    await tab.getByText('1,250 links disabled').waitFor();
    await tab.unroute('**/smartlinks/changes');
    assert.equal(await matching('state=disabled'), MANY);
  });

  it('applies the current templates, and shows examples before', async () => {
    const { tab } = ada;
    await ada.to('shop/links?q=products%2F');
    await box(ada, 'One26').check();
    const routes = { web: { link: 'https://new.shop.example/p/:id' } };
    const templates = [{ name: 'product', pattern: 'products/:id', routes }];
    const saved = await service.request('PATCH', '/manage/v1/app', { body: { templates } });
    assert.equal(saved.status, 200, saved.text);
    await bar(ada).getByRole('button', { name: 'More' }).click();
    await chooseItem(tab, 'Apply current templates');
    const dialog = tab.getByRole('dialog', { name: 'Apply the current templates?' });
    await dialog.getByText('1 of 1 link would change.').waitFor();
    await dialog.getByText('https://new.shop.example', { exact: false }).first().waitFor();
    await dialog.getByRole('button', { name: 'Change 1 link' }).click();
    await tab.getByText('1 link changed').waitFor();
    assert.match((await linkOf('One26')).routes.web.link, /^https:\/\/new\.shop\.example/);
    assert.deepEqual(
      ada.complaints.filter((text) => !/ERR_INTERNET/.test(text)),
      [],
    );
  });

  it('is not offered to viewers', async () => {
    const ben = await join(browser(), service, BEN, 'viewer');
    await ben.goto('shop/links');
    await ben.tab.getByRole('link', { name: 'One26' }).focus();
    await ben.tab.keyboard.press('Control+a');
    assert.equal(await ben.tab.getByRole('checkbox').count(), 0);
    assert.equal(await bar(ben).count(), 0);
  });

  it('passes axe in both themes, and fits into 375 pixels', async () => {
    const { tab, goto, to, complaints } = ada;
    // An earlier test was offline.
    const earlier = complaints.length;
    const check = async (): Promise<void> => {
      assert.deepEqual(await violationsInBothThemes(tab), []);
      assert.deepEqual(await overflowingElements(tab), []);
      const name = process.env['SCREENSHOTS'];
      if (name) await tab.screenshot({ path: `${name}/bulk-${shots++}.png` });
    };
    let shots = 0;
    await tab.setViewportSize({ width: 375, height: 740 });
    // Rows like all others: axe takes long for fifty.
    await goto('shop/links?q=products%2F');
    await box(ada, 'One26').check();
    await counted(ada, '1 selected');
    await check();
    await bar(ada).getByRole('button', { name: 'Actions' }).click();
    await tab.getByRole('menuitem', { name: 'Add tags' }).waitFor();
    await check();
    await chooseItem(tab, 'Add tags');
    await tab.getByRole('dialog').getByText('1 link selected.').waitFor();
    await check();
    await tab.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await tab.getByRole('dialog').waitFor({ state: 'detached' });
    await to('shop/links');
    await bar(ada).waitFor({ state: 'detached' });
    // Until all links arrive, the page shows the three of before.
    await tab
      .getByRole('checkbox', { name: /^Select / })
      .nth(4)
      .waitFor();
    await box(ada, 'One26').check();
    await bar(ada)
      .getByRole('button', { name: /^Select all \d+$/ })
      .click();
    await bar(ada).getByRole('button', { name: 'Select all links' }).click();
    await bar(ada).getByRole('button', { name: 'Actions' }).click();
    await chooseItem(tab, 'Delete');
    const dialog = tab.getByRole('dialog', { name: 'Delete links?' });
    await dialog
      .getByText('1,253 of 1,253 links would change.')
      .waitFor()
      .catch(async (cause: unknown) => {
        throw new Error(`the dialog says: ${await dialog.innerText()}`, { cause });
      });
    await check();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(complaints.slice(earlier), []);
  });
});
