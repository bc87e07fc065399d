import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { join } from './join.ts';
import { BEN, firstOwner, focused, type Window } from './open-dashboard.ts';

/** Replaces the text in the metadata editor. */
async function rewrite(tab: Tab, text: string): Promise<void> {
  await tab.locator('.cm-content').click();
  await tab.keyboard.press('Control+A');
  await tab.keyboard.insertText(text);
}

async function openMetadata({ tab, goto }: Window, code: string): Promise<void> {
  await goto(`shop/links/${code}?tab=metadata`);
  await tab.getByText('Text', { exact: true }).click();
  await tab.locator('.cm-content').waitFor();
}

describeInBrowser('a link in the dashboard', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    ada = await firstOwner(browser(), service);
  });

  const link = async (code: string) =>
    (await service.request('GET', `/manage/v1/smartlinks/${code}`)).json;
  const metadataOf = async (code: string) =>
    (await service.request('GET', `/manage/v1/smartlinks/${code}/metadata`)).text;

  it('has metadata whose numbers and order of keys are kept', async () => {
    const code = 'Round1';
    const text = '{"z": 1.10, "10": "é", "2": [1e2, {"b": 1, "a": 2.0}]}';
    const body = `{"uri":"a","code":"${code}","metadata":{"x":"y"}}`;
    await service.request('POST', '/manage/v1/smartlinks', { body });
    const { tab } = ada;
    await openMetadata(ada, code);
    await rewrite(tab, text);
    await tab.keyboard.press('Control+S');
    await tab.getByText(/Metadata saved/).waitFor();
    assert.equal(await metadataOf(code), text);
    // In the tree, one value changes and everything else stays.
    await tab.getByText('Tree', { exact: true }).click();
    await tab.locator('.jse-value', { hasText: 'é' }).dblclick();
    await tab.keyboard.press('Control+A');
    await tab.keyboard.type('ö');
    await tab.keyboard.press('Enter');
    await tab.keyboard.press('Control+S');
    // The page says that all is saved also before the edit.
    await eventually('it is saved', async () => (await metadataOf(code)).includes('ö'));
    await tab.getByText('All changes are saved').waitFor();
    assert.equal(
      (await metadataOf(code)).replaceAll(/\s/g, ''),
      text.replace('é', 'ö').replaceAll(' ', ''),
    );
  });

  it('keeps the changes of two members at the same time', async () => {
    const code = 'Both1';
    const body = `{"uri":"b","code":"${code}","metadata":{"coupon":"A","left":1}}`;
    await service.request('POST', '/manage/v1/smartlinks', { body });
    const ben = await join(browser(), service, BEN, 'editor');
    await openMetadata(ada, code);
    await openMetadata(ben, code);
    await rewrite(ada.tab, '{"coupon":"ADA","left":1,"by_ada":"yes"}');
    await rewrite(ben.tab, '{"coupon":"BEN","left":1,"by_ben":"yes"}');
    await ada.tab.keyboard.press('Control+S');
    await ada.tab.getByText(/Metadata saved/).waitFor();
    await ben.tab.keyboard.press('Control+S');
    // Ben sees both versions and chooses for the one field that both changed.
    await ben.tab.getByRole('dialog').waitFor();
    assert.equal(JSON.parse(await metadataOf(code)).coupon, 'ADA');
    await ben.tab.getByRole('radio', { name: /^Theirs \(saved\).*"ADA"/s }).check();
    await ben.tab.getByRole('button', { name: 'Merge' }).click();
    await ben.tab.getByRole('dialog').waitFor({ state: 'detached' });
    await ben.tab.keyboard.press('Control+S');
    await ben.tab.getByText(/Metadata saved/).waitFor();
    assert.deepEqual(JSON.parse(await metadataOf(code)), {
      coupon: 'ADA',
      left: 1,
      by_ada: 'yes',
      by_ben: 'yes',
    });
  });

  it('is created, found and changed with the keyboard alone', async () => {
    const { tab, goto } = ada;
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let step = 0; step < 60; step++) {
        await tab.keyboard.press('Tab');
        const reached = await tab.evaluate(() => {
          const at = (globalThis as { document?: any }).document.activeElement; // oxlint-disable-line typescript/no-explicit-any
          return `${at.getAttribute('aria-label') ?? ''} ${at.labels?.[0]?.textContent ?? ''} ${at.textContent}`;
        });
        if (name.test(reached)) return;
      }
      assert.fail(`the Tab key never reached ${name}`);
    };
    await goto('shop/links');
    await tab.getByRole('heading', { name: 'Links' }).waitFor();
    await tab.keyboard.press('Control+K');
    await focused(tab.getByPlaceholder(/Search or go to/).last());
    await tab.keyboard.type('New link');
    const palette = tab.getByRole('dialog');
    await palette.locator('[data-selected]', { hasText: 'New link' }).waitFor();
    await tab.keyboard.press('Enter');
    await focused(tab.getByRole('textbox', { name: /^Destination/ }));
    await tab.keyboard.type('products/88');
    await tabTo(/^ *Short code/);
    await tab.keyboard.type('Keys88');
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { level: 1, name: /Keys88/ }).waitFor();
    await tabTo(/^ *Overview/);
    await tab.keyboard.press('ArrowRight');
    await tab.keyboard.press('ArrowRight');
    await tab.keyboard.press('ArrowRight');
    await tab.getByText('No metadata yet').waitFor();
    await tabTo(/Start with an example/);
    await tab.keyboard.press('Enter');
    await tab.getByText('SPRING26').first().waitFor();
    await tab.keyboard.press('Control+S');
    await tab.getByText(/Metadata saved/).waitFor();
    assert.equal((await link('Keys88')).metadata.coupon, 'SPRING26');
  });
});
