import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { axeViolations, overflowingElements } from './axe.ts';
import { chooseItem, firstOwner, focused, type Window } from './open-dashboard.ts';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 740 };

describeInBrowser('keys of metadata', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const body = { uri: 'products/1', code: 'Keys26', metadata: { coupon: 'A' } };
    await service.request('POST', '/manage/v1/smartlinks', { body });
    ada = await firstOwner(browser(), service, { viewport: WIDE });
  });

  const kept = async (code: string): Promise<string> =>
    (await service.request('GET', `/manage/v1/smartlinks/${code}/metadata`)).text;
  const save = async (): Promise<void> => {
    await ada.tab.keyboard.press('Control+S');
    await ada.tab
      .getByRole('status')
      .filter({ hasText: 'All changes are saved' })
      .waitFor({ state: 'attached' });
  };
  const row = () => ada.tab.getByRole('form', { name: 'Add key' });
  const mode = (name: 'Tree' | 'Text') => ada.tab.getByText(name, { exact: true }).click();

  it('are added below the tree, with the keyboard, with permitted types only', async () => {
    const { tab } = ada;
    await ada.goto('shop/links/Keys26?tab=metadata');
    await row().getByLabel('Key').click();
    await tab.keyboard.type('coupon');
    await row().getByText('This key already exists.').waitFor();
    await row().getByLabel('Key').fill('percent');
    await tab.keyboard.press('Tab');
    assert.deepEqual(await row().getByLabel('Type').getByRole('option').allInnerTexts(), [
      'String',
      'Number',
      'Array',
    ]);
    await row().getByLabel('Type').selectOption('Number');
    await tab.keyboard.press('Tab');
    await tab.keyboard.type('1,5');
    await row().getByText('Enter a number, such as 15 or 1.5.').waitFor();
    await row().getByLabel('Value').fill('1.50');
    await tab.keyboard.press('Enter');
    await tab.locator('.jse-value', { hasText: '1.50' }).waitFor();
    await focused(row().getByLabel('Key'));
    await tab.keyboard.type('products');
    await row().getByLabel('Type').selectOption('Array');
    await row().getByRole('button', { name: 'Add key' }).press('Enter');
    // The new list is selected, and offers objects too.
    await row().getByRole('button', { name: 'Add element' }).waitFor();
  });

  it('are added to the selected list and object, and undone', async () => {
    const { tab } = ada;
    await row().getByLabel('Type').selectOption('Object');
    await row().getByRole('button', { name: 'Add element' }).click();
    await row().getByLabel('Add to').selectOption('products › 0');
    await row().getByLabel('Key').fill('sku');
    await row().getByLabel('Type').selectOption('String');
    await row().getByLabel('Value').fill('A-100');
    await tab.keyboard.press('Enter');
    await tab.locator('.jse-value', { hasText: 'A-100' }).waitFor();
    await tab.getByRole('button', { name: /^Undo/ }).click();
    await tab.locator('.jse-value', { hasText: 'A-100' }).waitFor({ state: 'detached' });
    await tab.getByRole('button', { name: /^Redo/ }).click();
    await tab.locator('.jse-value', { hasText: 'A-100' }).waitFor();
    await save();
    assert.deepEqual(JSON.parse(await kept('Keys26')), {
      coupon: 'A',
      percent: 1.5,
      products: [{ sku: 'A-100' }],
    });
    assert.match(await kept('Keys26'), /1\.50/);
    assert.deepEqual(await axeViolations(tab), []);
  });

  it('stay in their mode when they are undone', async () => {
    const { tab } = ada;
    await row().getByLabel('Add to').selectOption('The document');
    await row().getByLabel('Key').fill('note');
    await row().getByLabel('Value').fill('tree');
    await tab.keyboard.press('Enter');
    await tab.locator('.jse-value', { hasText: 'tree' }).waitFor();
    await mode('Text');
    const editor = tab.getByRole('textbox', { name: 'Metadata document' });
    await editor.getByText('"tree"').waitFor();
    await editor.click();
    for (let times = 0; times < 3; times++) await tab.keyboard.press('Control+Z');
    // The change was made in the tree, and the text editor is still open.
    await editor.getByText('"tree"').waitFor();
    await mode('Tree');
    await tab.locator('.jse-value', { hasText: 'tree' }).waitFor();
    await tab.getByRole('button', { name: /^Undo/ }).click();
    await tab.locator('.jse-value', { hasText: 'tree' }).waitFor({ state: 'detached' });
    await row().waitFor();
    await mode('Text');
    assert.ok(!(await editor.innerText()).includes('tree'));
    await mode('Tree');
  });

  it('have room: the editor grows, up to the whole window', async () => {
    const { tab } = ada;
    const height = (): Promise<number> =>
      tab.locator('.json-editor:not([hidden])').evaluate((element) => element.clientHeight);
    await mode('Text');
    const editor = tab.getByRole('textbox', { name: 'Metadata document' });
    await editor.click();
    await tab.keyboard.press('Control+A');
    await tab.keyboard.insertText('{"a":1}');
    const small = await height();
    await tab.keyboard.press('Control+A');
    const list = Array.from({ length: 60 }, (_, index) => index);
    await tab.keyboard.insertText(JSON.stringify({ list }, null, 2));
    await eventually('grown', async () => (await height()) > small + 100);
    assert.deepEqual(await overflowingElements(tab), []);
    const large = await height();
    await tab.getByRole('button', { name: 'Full screen', exact: true }).click();
    const end = tab.getByRole('button', { name: 'End full screen' });
    await end.waitFor();
    await eventually('larger', async () => (await height()) > large);
    // The rest of the page cannot be reached with the keyboard, and is not read out.
    await tab.locator('nav[inert], [inert] nav').first().waitFor({ state: 'attached' });
    assert.deepEqual(await axeViolations(tab), []);
    await tab.setViewportSize(PHONE);
    await eventually('fits', async () => (await overflowingElements(tab)).length === 0);
    // In a menu, Escape closes only the menu.
    await tab.getByRole('button', { name: 'More', exact: true }).click();
    await tab.locator('[role=menu] :focus').waitFor();
    await tab.keyboard.press('Escape');
    await tab.getByRole('menu').waitFor({ state: 'detached' });
    assert.ok(await end.isVisible());
    // The first Escape hides the tooltip of the button.
    await end.focus();
    const tooltip = tab.getByRole('tooltip', { name: 'End full screen' });
    await tooltip.waitFor();
    await tab.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
    await tab.keyboard.press('Escape');
    await tab.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
    await tab.getByRole('button', { name: 'Menu' }).waitFor();
    await tab.getByRole('button', { name: 'More', exact: true }).click();
    await chooseItem(tab, 'Discard changes');
    await tab.getByRole('button', { name: 'Discard', exact: true }).click();
    await tab.setViewportSize(WIDE);
  });

  it('have a form in a new link', async () => {
    const { tab } = ada;
    await ada.goto('shop/links/new');
    await tab.setViewportSize(PHONE);
    await tab.getByRole('textbox', { name: /^Destination/ }).fill('products/3');
    await tab.getByRole('textbox', { name: /^Short code/ }).fill('Pairs26');
    await tab.getByRole('button', { name: 'Redemption and metadata' }).click();
    await tab.getByLabel('Key 1', { exact: true }).click();
    await tab.keyboard.type('coupon');
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Tab');
    await tab.keyboard.type('WELCOME');
    await tab.getByRole('button', { name: 'Add key' }).click();
    await focused(tab.getByLabel('Key 2', { exact: true }));
    await tab.keyboard.type('coupon');
    await tab.getByText('This key already exists.').waitFor();
    await tab.getByLabel('Key 2', { exact: true }).fill('percent');
    await tab.getByLabel('Type 2').selectOption('Number');
    await tab.getByLabel('Value 2').fill('fifteen');
    await tab.getByText('Enter a number, such as 15 or 1.5.').waitFor();
    assert.deepEqual(await overflowingElements(tab), []);
    assert.deepEqual(await axeViolations(tab), []);
    await tab.getByRole('button', { name: 'Create link' }).click();
    await focused(tab.getByLabel('Value 2'));
    await tab.getByLabel('Value 2').fill('15.0');
    // Both forms show the same document; lists only exist as JSON.
    await tab.getByText('JSON', { exact: true }).click();
    const json = tab.getByRole('textbox', { name: 'Metadata' });
    assert.deepEqual(JSON.parse(await json.inputValue()), { coupon: 'WELCOME', percent: 15 });
    await json.fill('{"list":[1]}');
    await tab.getByText('Arrays and invalid documents can only be edited as JSON.').waitFor();
    await json.fill('{"coupon":"HELLO","percent":15.0}');
    await tab.getByText('Fields', { exact: true }).click();
    assert.equal(await tab.getByLabel('Value 1').inputValue(), 'HELLO');
    await tab.getByRole('button', { name: 'Create link' }).click();
    await tab.getByRole('heading', { level: 1, name: /Pairs26/ }).waitFor();
    assert.equal(JSON.parse(await kept('Pairs26')).coupon, 'HELLO');
    assert.match(await kept('Pairs26'), /15\.0/);
    assert.deepEqual(ada.complaints, []);
  });
});
