import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { holdDecoding } from './hold-decoding.ts';
import { firstOwner, type Window } from './open-dashboard.ts';
import { visit } from './visitor.ts';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#c2255c"/></svg>';

describeInBrowser('the appearance of visitor pages', (browser) => {
  let service: Service;
  let ada: Window;
  let code: string;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    ({ code } = await service.create({ uri: 'about' }));
    ada = await firstOwner(browser(), service);
    await ada.goto('shop/settings/look');
  });

  const seen = async (): Promise<string> => (await visit(service, `/${code}`, 'iphone')).text;

  it('is unchanged after a field was filled and emptied again', async () => {
    const { tab } = ada;
    const discard = tab.getByRole('button', { name: 'Discard changes' });
    await tab.getByLabel('App name').fill('Tulip Shop');
    await discard.waitFor();
    await tab.getByLabel('App name').fill('');
    await discard.waitFor({ state: 'detached' });
  });

  it('is previewed while the user types, without saving', async () => {
    const { tab } = ada;
    const page = tab.frameLocator('iframe[title="Preview: Open app, iPhone"]');
    await page.getByRole('link').or(page.getByText('Open the app')).first().waitFor();
    await tab.getByLabel('App name').fill('Tulip Shop');
    await page.getByText('Tulip Shop').first().waitFor();
    await tab.getByRole('textbox', { name: 'Color' }).fill('#f2b705');
    await tab.getByText('Button text is black and readable.').waitFor();
    assert.doesNotMatch(await seen(), /Tulip/);
  });

  it('is previewed for other pages, devices and languages', async () => {
    const { tab } = ada;
    const preview = tab.getByRole('region', { name: 'Preview', exact: true });
    await preview.getByLabel('Device').selectOption({ label: 'Android' });
    await preview.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await preview
      .getByLabel('Page', { exact: true })
      .selectOption({ label: 'Link no longer available' });
    const gone = tab.frameLocator('iframe[title="Preview: Link no longer available, Android"]');
    await gone.locator('html[lang=de]').waitFor();
    await preview.getByLabel('Page', { exact: true }).selectOption({ label: 'Social preview' });
    await tab.getByLabel('Title').fill('Spring sale');
    await tab.getByLabel('Description').fill('Everything for the garden.');
    const name = 'Social preview: Spring sale. Everything for the garden.';
    await preview.getByRole('img', { name }).waitFor();
  });

  it('shows errors at their fields before it is saved', async () => {
    const { tab } = ada;
    const home = tab.getByLabel('Home page');
    await home.fill('javascript:alert(1)');
    await home.and(tab.locator('[aria-invalid=true]')).waitFor();
    await tab.getByText('Fix the marked fields to update the preview.').waitFor();
    await home.fill('https://shop.example/');
    await home.and(tab.locator(':not([aria-invalid=true])')).waitFor();
  });

  it('has an icon from an image file, and refuses other files', async () => {
    const { tab } = ada;
    const choose = tab.getByLabel('Icon', { exact: true }).and(tab.locator('input'));
    const file = (name: string, mimeType: string, text: string) =>
      choose.setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
    await file('notes.png', 'image/png', 'no picture at all');
    await tab.getByText('notes.png cannot be read as an image.').waitFor();
    assert.equal(await choose.inputValue(), '', 'the same file can be chosen again');
    // What is typed while the file is read stays.
    const release = await holdDecoding(tab);
    await file('rose.svg', 'image/svg+xml', ICON);
    await tab.getByLabel('Home page').fill('https://shop.example/home');
    await release();
    await tab.getByRole('img', { name: 'Current icon' }).waitFor();
    assert.equal(await tab.getByLabel('Home page').inputValue(), 'https://shop.example/home');
  });

  it('is shown to visitors once it is saved', async () => {
    const { tab } = ada;
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('Your changes are in effect.').waitFor();
    const page = await seen();
    assert.match(page, /Tulip Shop/);
    assert.match(page, /#f2b705/);
    assert.match(page, /src="data:image\//);
    const card = (await visit(service, `/${code}`, 'preview')).text;
    assert.match(card, /property="og:title" content="Spring sale"/);
    await tab.getByLabel('Pass the short code to the app').press('Space');
    await tab.keyboard.press('Control+S');
    await tab.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
    assert.match(page, /smartlink=/);
    assert.doesNotMatch(await seen(), /smartlink=/);
    assert.deepEqual(ada.complaints, []);
  });
});
