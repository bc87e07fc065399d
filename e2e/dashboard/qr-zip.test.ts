import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, it } from 'node:test';
import { unzipSync } from 'fflate';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { overflowingElements, violationsInBothThemes } from './axe.ts';
import { chooseItem, firstOwner, focused, type Window } from './open-dashboard.ts';
import { readQr } from './read-qr.ts';

describeInBrowser('QR codes of selected links', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    for (const [code, name] of [
      ['Third26', null],
      ['SALE26', null],
      ['Sale26', 'Summer sale'],
    ]) {
      const body = { uri: `products/${code}`, code, ...(name === null ? {} : { name }) };
      const made = await service.request('POST', '/manage/v1/smartlinks', { body });
      assert.equal(made.status, 201, made.text);
    }
    ada = await firstOwner(browser(), service, { viewport: { width: 375, height: 740 } });
  });

  it('are downloaded as a ZIP file', async () => {
    const { tab } = ada;
    const requested: string[] = [];
    tab.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await ada.goto('shop/links');
    for (const code of ['Sale26', 'SALE26']) {
      await tab.getByRole('checkbox', { name: `Select ${code}`, exact: true }).check();
    }
    const bar = tab.getByRole('region', { name: 'Selected links' });
    const actions = bar.getByRole('button', { name: 'Actions' });
    await actions.click();
    await tab.getByRole('menuitem', { name: 'Download QR codes' }).waitFor();
    // The code for QR codes is loaded only when it is needed.
    assert.deepEqual(
      requested.filter((path) => /\/(?:qr|fflate)[^/]*\.js$/.test(path)),
      [],
    );
    await chooseItem(tab, 'Download QR codes');
    const dialog = tab.getByRole('dialog', { name: 'Download QR codes' });
    await dialog.getByLabel('Size in pixels').fill('20');
    await dialog.getByText('Enter a whole number from 128 to 4,096.').waitFor();
    assert.deepEqual(await overflowingElements(tab), []);
    assert.deepEqual(await violationsInBothThemes(tab), []);
    await dialog.getByLabel('Size in pixels').fill('300');
    const [file] = await Promise.all([
      tab.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download 2 QR codes' }).click(),
    ]);
    await dialog.getByText('2 QR codes downloaded').waitFor();
    assert.equal(file.suggestedFilename(), 'qr-codes.zip');
    const files = unzipSync(readFileSync(await file.path()));
    assert.deepEqual(Object.keys(files).toSorted(), ['SALE26.png', 'Summer-sale-Sale26.png']);
    for (const [name, code] of [
      ['SALE26.png', 'SALE26'],
      ['Summer-sale-Sale26.png', 'Sale26'],
    ] as const) {
      const picture = Buffer.from(files[name] ?? []);
      assert.deepEqual(await readQr(tab.context(), picture, 'image/png'), {
        text: `${service.url}/${code}`,
        width: 300,
        height: 300,
      });
    }
    await tab.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focused(actions);
    assert.deepEqual(ada.complaints, []);
  });
});
