import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import type { Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { AGENTS } from '#server/test/visit/agents.ts';
import type { Fixture } from './fixture.ts';
import { holdDecoding } from './hold-decoding.ts';
import { chooseItem, focused, type Window } from './open-dashboard.ts';
import { readQr } from './read-qr.ts';

const CODE = 'Page26';

const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4.5" fill="#c2255c"/></svg>',
);

export function linkPage(fixture: Fixture): void {
  describe('the link page', () => {
    let service: Service;
    let ada: Window;
    let address: string;

    before(async () => {
      ({ service, ada } = fixture);
      address = `${service.url}/${CODE}`;
      const body = { uri: 'products/77', code: CODE };
      await service.request('POST', '/manage/v1/smartlinks', { body });
      await ada.goto('shop/links');
    });

    const status = async () => (await fetch(address, { redirect: 'manual' })).status;

    it('copies the address', async () => {
      const { tab } = ada;
      const box = tab.getByRole('searchbox');
      // The copied address also finds the link in the search.
      await tab.getByRole('link', { name: CODE }).waitFor();
      await tab.getByRole('button', { name: `Copy: ${address}` }).click();
      await tab.getByRole('row').getByRole('status').getByText('Copied').waitFor();
      await eventually('the address is copied', async () => {
        return (await tab.evaluate('navigator.clipboard.readText()')) === address;
      });
      await box.click();
      await tab.keyboard.press('Control+V');
      await eventually('it is pasted', async () => (await box.inputValue()) === address);
      await tab.getByText('1 matching link').waitFor();
      await tab.getByRole('link', { name: CODE }).click();
      await tab.evaluate('navigator.clipboard.writeText("something else")');
      await tab.getByRole('button', { name: 'Copy link' }).click();
      await tab.getByRole('button', { name: 'Copied' }).waitFor();
      await tab.getByRole('status').getByText('Copied').waitFor();
      assert.equal(await tab.evaluate('navigator.clipboard.readText()'), address);
    });

    it('copies the address over http too, where browsers have no clipboard', async () => {
      const tab = await ada.tab.context().newPage();
      await tab.addInitScript(
        'Object.defineProperty(navigator, "clipboard", { value: undefined })',
      );
      await tab.goto(`${service.url}/dashboard/shop/links/${CODE}`);
      await tab.getByRole('button', { name: 'Copy link' }).click();
      await focused(tab.getByRole('button', { name: 'Copied' }));
      await tab.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
      await tab.getByRole('searchbox').click();
      await tab.keyboard.press('Control+V');
      const box = tab.getByRole('searchbox');
      await eventually('it is pasted', async () => (await box.inputValue()) === address);
      await tab.close();
    });

    it('shows and downloads a QR code of the address', async () => {
      const { tab } = ada;
      const button = tab.getByRole('button', { name: 'QR code' });
      await button.click();
      const dialog = tab.getByRole('dialog', { name: 'QR code' });
      await dialog.getByRole('img', { name: `QR code for ${address}` }).waitFor();
      const download = async () => {
        const [file] = await Promise.all([
          tab.waitForEvent('download'),
          dialog.getByRole('button', { name: /^Download/ }).click(),
        ]);
        return { name: file.suggestedFilename(), picture: readFileSync(await file.path()) };
      };
      const png = await download();
      assert.equal(png.name, `${CODE}.png`);
      assert.deepEqual(await readQr(tab.context(), png.picture, 'image/png'), {
        text: address,
        width: 1024,
        height: 1024,
      });
      await dialog.getByRole('button', { name: 'Customize' }).click();
      await dialog.getByLabel('Size in pixels').fill('601');
      await dialog.getByText('51 mm wide').waitFor();
      await dialog.getByLabel('Background', { exact: true }).fill('#222222');
      await dialog.getByText('The colors are too similar.').waitFor();
      await dialog.getByLabel('Background', { exact: true }).fill('#ffeeaa');
      await dialog.getByText('The colors are too similar.').waitFor({ state: 'detached' });
      // The image stays in the browser: nothing is requested. What changes while it is read stays.
      const release = await holdDecoding(tab);
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: LOGO });
      await dialog.getByLabel('Size in pixels').fill('600');
      await release();
      await dialog.getByText('A logo needs the highest level.').waitFor();
      const chosen = await dialog.locator('input[type=file]').inputValue();
      assert.equal(chosen, '', 'the same file can be chosen again');
      const withLogo = await download();
      assert.deepEqual(await readQr(tab.context(), withLogo.picture, 'image/png'), {
        text: address,
        width: 600,
        height: 600,
      });
      await dialog.getByText('SVG', { exact: true }).click();
      const svg = await download();
      assert.equal(svg.name, `${CODE}.svg`);
      assert.match(svg.picture.toString(), /<image /);
      assert.equal((await readQr(tab.context(), svg.picture, 'image/svg+xml')).text, address);
      await dialog.getByRole('button', { name: 'Copy' }).click();
      await tab.getByText('QR code copied').waitFor();
      const copied = await tab.evaluate<number[]>(`navigator.clipboard.read()
      .then(([item]) => item.getType('image/png'))
      .then(async (picture) => [...new Uint8Array(await picture.arrayBuffer())])`);
      const { text } = await readQr(tab.context(), Buffer.from(copied), 'image/png');
      assert.equal(text, address);
      await tab.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await focused(button);
      assert.match(
        await tab.evaluate<string>(`localStorage.getItem('smartlink.qr')`),
        /"size":600/,
      );
      await tab.evaluate(`localStorage.removeItem('smartlink.qr')`);
    });

    it('has a heading that a phone does not break inside the short code', async () => {
      const { tab } = ada;
      const size = tab.viewportSize();
      await tab.setViewportSize({ width: 320, height: 700 });
      await tab.waitForFunction('innerWidth === 320');
      const code = tab.getByRole('heading', { level: 1 }).getByText(CODE, { exact: true });
      await code.waitFor();
      const box = await code.boundingBox();
      if (size) await tab.setViewportSize(size);
      // Two lines would be 64 pixels high.
      assert.ok(box && box.height < 45, `${box?.height} pixels`);
    });

    it('explains what happens on each device, with and without the app', async () => {
      const { tab } = ada;
      await tab.getByRole('tab', { name: /Preview by device/ }).click();
      const visitors = tab.getByRole('tabpanel', { name: /Preview by device/ });
      await visitors.getByText('Redirects to https://shop.example/p/77').first().waitFor();
      const lines: Readonly<Record<string, string>> = {
        'iPhone, Safari': 'Shows an “Open app” page: com.shop.app://product/77',
        'Android phone, Chrome': 'Shows an “Open app” page: intent://products/77',
        'iPad, Safari': 'Shows an “Open app” page: com.shop.app://products/77',
        'Windows, Chrome': 'Redirects to https://shop.example/p/77',
        'Slack link preview': 'Gets the social preview; people go to https://shop.example/p/77',
      };
      for (const [name, line] of Object.entries(lines)) {
        await visitors.getByRole('heading', { name }).filter({ hasText: line }).waitFor();
      }
      await visitors.getByRole('button', { name: /^iPhone, Safari/ }).click();
      const iphone = visitors.getByRole('region', { name: /^iPhone, Safari/ });
      await iphone.getByText('The visitor is on iphone: the user agent says iPhone').waitFor();
      assert.match(await iphone.innerText(), /Address\s+com\.shop\.app:\/\/product\/77/);
      assert.match(await iphone.innerText(), /If not installed\s+https:\/\/shop\.example\/p\/77/);
      const visit = await fetch(address, { headers: { 'user-agent': AGENTS.iphone } });
      assert.match(await visit.text(), /com\.shop\.app:\/\/product\/77/);

      await visitors.getByLabel(/User agent/).fill(AGENTS.android);
      await tab.keyboard.press('Enter');
      const own = visitors.getByRole('region', { name: /^Custom user agent/ });
      await own.getByText('If not installed').waitFor();
      await own.getByText('https://play.google.com/store/apps/details?id=com.shop.app').waitFor();
    });

    it('disables and enables the link', async () => {
      const { tab } = ada;
      const choose = async (item: string) => {
        await tab.getByRole('button', { name: 'More actions' }).click();
        await chooseItem(tab, item);
      };
      await choose('Disable');
      await tab
        .getByText('Link disabled. Visitors see a page that says the link is no longer available.')
        .waitFor();
      assert.equal(await status(), 410);
      await tab.getByRole('tab', { name: /Preview by device/ }).click();
      await tab
        .getByRole('button', {
          name: 'Windows, Chrome Shows a page that says the link is no longer available.',
        })
        .waitFor();
      await choose('Enable');
      await tab.getByText('Link enabled').waitFor();
      assert.equal(await status(), 302);
      await choose('Delete');
      const dialog = tab.getByRole('dialog', { name: 'Delete this link?' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await focused(tab.getByRole('button', { name: 'More actions' }));
      assert.equal(await status(), 302);
    });

    it('closes its dialogs when another link opens', async () => {
      const { tab, to } = ada;
      const open = async (code: string): Promise<void> => {
        await to(`shop/links/${code}`);
        await tab.getByRole('heading', { level: 1, name: new RegExp(code) }).waitFor();
      };
      const body = { uri: 'products/78', code: 'Next26' };
      await service.request('POST', '/manage/v1/smartlinks', { body });
      // Both are in the cache, so the page stays when the address changes.
      await open('Next26');
      await open(CODE);
      await tab.getByRole('button', { name: 'More actions' }).click();
      await chooseItem(tab, 'Delete');
      const dialog = tab.getByRole('dialog', { name: 'Delete this link?' });
      await dialog.waitFor();
      await open('Next26');
      assert.equal(await dialog.count(), 0);
      await open(CODE);
    });

    it('deletes the link and restores it; its code is not reused', async () => {
      const { tab } = ada;
      await tab.getByRole('button', { name: 'More actions' }).click();
      await chooseItem(tab, 'Delete');
      const dialog = tab.getByRole('dialog', { name: 'Delete this link?' });
      await dialog.getByText(`The short code ${CODE} is never used again.`).waitFor();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await tab.getByText('This link is deleted').waitFor();
      assert.equal(await status(), 410);
      assert.equal((await service.request('GET', `/v2/smartlinks/${CODE}`)).status, 404);
      for (const name of ['Copy link', 'QR code', 'More actions', 'Edit: Routes']) {
        assert.equal(await tab.getByRole('button', { name }).count(), 0, name);
      }
      await tab.getByRole('tab', { name: 'Metadata' }).click();
      await tab.getByText('To edit its metadata, restore the link.').waitFor();
      for (const name of ['Save', 'Start with an example']) {
        assert.equal(await tab.getByRole('button', { name }).count(), 0, name);
      }
      await tab.getByRole('tab', { name: 'History' }).click();
      const entries = tab.getByRole('article');
      await entries.nth(3).waitFor();
      const shownEntries = (await entries.allInnerTexts()).map((text) =>
        text.replaceAll('\u00a0', ' ').split(/\n+/),
      );
      assert.deepEqual(
        shownEntries
          .slice(0, 3)
          .map(([what, , ...change]) => [what, ...change.slice(0, 3)].join(' | ')),
        [
          'Ada deleted the link | State | − Active | + Deleted',
          'Ada changed | State | − Disabled | + Active',
          'Ada changed | State | − Active | + Disabled',
        ],
      );

      await tab.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
      const rows = tab.getByRole('table', { name: 'Links' }).getByRole('link');
      await rows.first().waitFor();
      assert.equal(await rows.filter({ hasText: CODE }).count(), 0);
      await tab.getByRole('link', { name: 'New link' }).click();
      await tab.getByLabel(/^Destination/).fill('products/78');
      await tab.getByLabel(/^Short code/).fill(CODE);
      await tab.keyboard.press('Enter');
      await tab.getByText(/^This short code is or was already in use/).waitFor();
      assert.deepEqual(ada.complaints, []);
    });
  });
}
