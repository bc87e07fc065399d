import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { axeViolations, overflowingElements } from './axe.ts';
import { firstOwner, focused, type Window } from './open-dashboard.ts';

const SCHEMA = {
  properties: { coupon: { type: 'string' }, percent: { type: 'integer', maximum: 90 } },
  required: ['coupon'],
};

describeInBrowser('metadata schemas in the dashboard', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const viewport = { width: 375, height: 740 };
    ada = await firstOwner(browser(), service, { viewport });
  });

  const manage = async (path: string) => (await service.request('GET', `/manage/v1/${path}`)).json;
  const looksRight = async (): Promise<void> => {
    assert.deepEqual(await axeViolations(ada.tab), []);
    assert.deepEqual(await overflowingElements(ada.tab), []);
  };

  it('of the app are edited as text, with problems at their places', async () => {
    const { tab } = ada;
    await ada.goto('shop/settings/metadata');
    const field = tab.getByLabel('JSON schema of the app');
    const save = tab.getByRole('button', { name: 'Save' });
    await tab.getByRole('button', { name: 'Insert an example' }).click();
    await focused(field);
    assert.equal(JSON.parse(await field.inputValue()).properties.percent.maximum, 90);
    await field.fill('{"properties": ');
    await tab.getByRole('button', { name: /^The schema/ }).waitFor();
    // Nothing is sent.
    await save.click();
    await focused(field);
    await field.fill('{\n  "properties": { "coupon": { "pattern": "(a+)+$" } },\n  "anyOf": []\n}');
    const problem = tab.getByRole('button', {
      name: /coupon › pattern .*is not supported.*line 2/,
    });
    await problem.waitFor();
    await tab.getByRole('button', { name: /^anyOf .*line 3, column 3/ }).waitFor();
    // Nothing is sent.
    await save.click();
    await focused(field);
    await looksRight();
    // By keyboard, to the place in the text.
    await problem.focus();
    await tab.keyboard.press('Enter');
    await focused(field);
    await tab.keyboard.type('"type": "string", "x');
    await tab.getByText('"type": "string", "x').waitFor();
    assert.deepEqual((await manage('app')).metadata_schema, {});
    await field.fill(JSON.stringify(SCHEMA));
    await problem.waitFor({ state: 'detached' });
    await save.click();
    await tab.getByText('Saved', { exact: true }).first().waitFor();
    assert.deepEqual((await manage('app')).metadata_schema, SCHEMA);
    await ada.goto('shop/settings/metadata');
    await eventually('it is loaded', async () => (await field.inputValue()) !== '');
    assert.deepEqual(JSON.parse(await field.inputValue()), SCHEMA);
  });

  it('of a template are saved with it', async () => {
    const { tab } = ada;
    await ada.to('shop/templates/product');
    const field = tab.getByLabel('JSON schema of the template');
    await field.fill('{"format": 1}');
    await tab.getByRole('button', { name: /^format .*is not supported/ }).waitFor();
    const save = tab.getByRole('button', { name: 'Save' });
    // Nothing is sent.
    await save.click();
    await focused(field);
    await looksRight();
    const schema = { properties: { steps: { items: { type: 'string' } } } };
    await field.fill(JSON.stringify(schema));
    await save.click();
    await tab.getByText('Saved', { exact: true }).first().waitFor();
    const { templates } = await manage('app');
    assert.deepEqual(templates[0].metadata_schema, schema);
  });

  it('are checked at the key in the form for a new link', async () => {
    const { tab } = ada;
    await ada.to('shop/links/new');
    await tab.getByLabel('Destination').first().fill('sale');
    await tab.getByRole('button', { name: 'Redemption and metadata' }).click();
    const fill = async (number: number, key: string, value: string): Promise<void> => {
      await tab.getByLabel(`Key ${number}`, { exact: true }).fill(key);
      await tab.getByLabel(`Type ${number}`, { exact: true }).selectOption('number');
      await tab.getByLabel(`Value ${number}`, { exact: true }).fill(value);
    };
    await fill(1, 'percent', '95');
    await tab.getByText('Must be at most 90.').waitFor();
    await looksRight();
    await tab.getByRole('button', { name: 'Create link' }).click();
    await focused(tab.getByLabel('Value 1', { exact: true }));
    await fill(1, 'percent', '50');
    await tab.getByText('“coupon” is required').waitFor();
    await tab.getByRole('button', { name: 'Add key' }).click();
    await tab.getByLabel('Key 2', { exact: true }).fill('coupon');
    await tab.getByLabel('Value 2', { exact: true }).fill('SPRING');
    await tab.getByText('“coupon” is required').waitFor({ state: 'detached' });
    await tab.getByRole('button', { name: 'Create link' }).click();
    await tab.waitForURL(/\/links\/\w{8}/);
    const [link] = (await manage('smartlinks')).smartlinks;
    const { metadata } = await manage(`smartlinks/${link.code}`);
    assert.deepEqual(metadata, { percent: 50, coupon: 'SPRING' });
  });

  it('are checked in both editors of metadata before it is saved', async () => {
    const { tab } = ada;
    const body = { uri: 'a', code: 'Schema26', metadata: { coupon: 'A', percent: 5 } };
    await service.request('POST', '/manage/v1/smartlinks', { body });
    await ada.to('shop/links/Schema26?tab=metadata');
    await tab.getByRole('heading', { level: 1, name: /Schema26/ }).waitFor();
    await tab.getByText('Text', { exact: true }).click();
    const editor = tab.getByRole('textbox', { name: 'Metadata document' });
    const write = async (text: string): Promise<void> => {
      await editor.click();
      await tab.keyboard.press('Control+A');
      await tab.keyboard.insertText(text);
    };
    await write('{\n  "percent": 95\n}');
    await tab
      .getByRole('button', { name: /percent must be at most 90.*line 2, column 3/ })
      .waitFor();
    await tab.getByRole('button', { name: /“coupon” is required/ }).waitFor();
    await looksRight();
    await tab.getByText('Tree', { exact: true }).click();
    await tab.getByRole('button', { name: /percent must be at most 90/ }).waitFor();
    await tab.locator('.jse-tree-mode .jse-validation-error').first().waitFor();
    await tab.keyboard.press('Control+S');
    assert.deepEqual((await manage('smartlinks/Schema26')).metadata, body.metadata);
    await tab.getByText('Text', { exact: true }).click();
    await write('{ "coupon": "B", "percent": 90 }');
    await tab
      .getByText(/^Fix .* to save/)
      .first()
      .waitFor({ state: 'detached' });
    await tab.keyboard.press('Control+S');
    await tab.getByText('Metadata saved').waitFor();
    assert.deepEqual((await manage('smartlinks/Schema26')).metadata, { coupon: 'B', percent: 90 });
    assert.deepEqual(ada.complaints, []);
  });

  it('that changed in the meantime are those of the service', async () => {
    const { tab } = ada;
    await ada.goto('shop/links/Schema26?tab=metadata');
    const editor = tab.getByRole('textbox', { name: 'Metadata document' });
    await editor.waitFor();
    const stricter = { metadata_schema: { required: ['coupon', 'region'] } };
    await service.request('PATCH', '/manage/v1/app', { body: stricter });
    await editor.click();
    await tab.keyboard.press('Control+A');
    await tab.keyboard.insertText('{ "coupon": "C" }');
    await tab.keyboard.press('Control+S');
    await tab.getByRole('button', { name: /“region” is required/ }).waitFor();
    assert.deepEqual((await manage('smartlinks/Schema26')).metadata, { coupon: 'B', percent: 90 });
  });

  it('of someone else are not overwritten by a text that was incomplete when they were saved', async () => {
    const { tab } = ada;
    await ada.goto('shop/settings/metadata');
    const field = tab.getByLabel('JSON schema of the app');
    await field.fill('{"required": ');
    const theirs = { required: ['theirs'] };
    await service.request('PATCH', '/manage/v1/app', { body: { metadata_schema: theirs } });
    // After a lost connection, the page reads everything again.
    await tab.context().setOffline(true);
    await tab.locator('.offline').waitFor();
    const read = tab.waitForResponse('**/manage/v1/app');
    await tab.context().setOffline(false);
    await read;
    await tab.locator('.offline').waitFor({ state: 'detached' });
    await field.fill('{"required": ["mine"]}');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('dialog', { name: 'Someone else changed the same fields' }).waitFor();
    assert.deepEqual((await manage('app')).metadata_schema, theirs);
  });
});
