import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import type { Fixture } from './fixture.ts';
import { chooseItem, focused, type Window } from './open-dashboard.ts';

const CODE = 'Meta26';

export function metadataEditor(fixture: Fixture): void {
  describe('the metadata editor', () => {
    let service: Service;
    let ada: Window;

    before(async () => {
      ({ service, ada } = fixture);
      const body = `{"uri":"a","code":"${CODE}","metadata":{"coupon":"A","left":1}}`;
      await service.request('POST', '/manage/v1/smartlinks', { body });
      await ada.goto(`shop/links/${CODE}?tab=metadata`);
      await ada.tab.getByText('Text', { exact: true }).click();
    });

    const kept = async () =>
      (await service.request('GET', `/manage/v1/smartlinks/${CODE}/metadata`)).text;
    const editor = () => ada.tab.getByRole('textbox', { name: 'Metadata document' });
    const written = async () => (await editor().innerText()).replaceAll(/\s/g, '');
    const isWritten = (text: string): Promise<void> =>
      eventually(`the editor has ${text}`, async () => (await written()) === text);
    const write = async (text: string): Promise<void> => {
      await editor().click();
      await ada.tab.keyboard.press('Control+A');
      await ada.tab.keyboard.insertText(text);
    };
    const says = (words: string) =>
      ada.tab.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached' });

    it('shows errors while the user types, with links to their locations', async () => {
      const { tab } = ada;
      await write('{\n  "coupon": "B",\n}');
      await tab
        .getByRole('button', {
          name: /remove the extra comma.*line 2, column 16/,
        })
        .waitFor();
      await write('{\n  "coupon": "B",\n  "left": true,\n  "coupon": "C"\n}');
      await tab
        .getByRole('button', { name: /coupon is a duplicate key.*line 4, column 3/ })
        .waitFor();
      await says('Fix 2 problems to save');
      await tab
        .getByRole('button', { name: /left must be a string, a number or an array, not a boolean/ })
        .waitFor();
      // Invalid metadata is not sent, and the cursor moves to the first error.
      await tab.keyboard.press('Control+S');
      await tab.keyboard.type('7');
      await tab.getByText('Fix 1 problem to save').first().waitFor();
      await tab.getByRole('button', { name: /coupon is a duplicate key/ }).click();
      await tab.keyboard.type('"code"');
      await tab
        .getByText(/^Fix .* to save/)
        .first()
        .waitFor({ state: 'detached' });
      await tab.keyboard.press('Control+S');
      await says('All changes are saved');
      assert.deepEqual(JSON.parse(await kept()), { coupon: 'B', left: 7, code: 'C' });
      const path = `/manage/v1/smartlinks/${CODE}/metadata/versions`;
      assert.equal((await service.request('GET', path)).json.versions.length, 2);
    });

    it('undoes and redoes, as text and in the tree', async () => {
      const { tab } = ada;
      const stored = await written();
      await write('{"coupon":"D"}');
      await says('Unsaved changes');
      await tab.keyboard.press('Control+Z');
      await says('All changes are saved');
      await isWritten(stored);
      await tab.keyboard.press('Control+Y');
      await says('Unsaved changes');
      await isWritten('{"coupon":"D"}');
      await tab.getByText('Tree', { exact: true }).click();
      await tab.locator('.jse-value', { hasText: 'D' }).dblclick();
      await tab.keyboard.press('Control+A');
      await tab.keyboard.type('EEE');
      await tab.keyboard.press('Enter');
      await tab.locator('.jse-value', { hasText: 'EEE' }).waitFor();
      await tab.getByRole('button', { name: /^Undo/ }).click();
      await tab.locator('.jse-value', { hasText: 'EEE' }).waitFor({ state: 'detached' });
      await tab.getByRole('button', { name: /^Redo/ }).click();
      await tab.locator('.jse-value', { hasText: 'EEE' }).waitFor();
      await tab.keyboard.press('Control+S');
      await says('All changes are saved');
      assert.equal(await kept(), '{"coupon":"EEE"}');
    });

    it('saves the value that is being typed in the tree', async () => {
      const { tab } = ada;
      const value = tab.locator('.jse-value', { hasText: 'EEE' });
      await value.dblclick();
      await tab.keyboard.press('Control+A');
      await tab.keyboard.type('typed');
      await tab.keyboard.press('Control+S');
      await eventually(
        'the typed value is saved',
        async () => (await kept()) === '{"coupon":"typed"}',
      );
      await says('All changes are saved');
      // The keyboard is still in the tree.
      await tab.keyboard.press('Control+Z');
      await value.waitFor();
      await says('Unsaved changes');
      await tab.keyboard.press('Control+S');
      await eventually('the undo is saved', async () => (await kept()) === '{"coupon":"EEE"}');
      await says('All changes are saved');
    });

    it('discards changes only after a confirmation', async () => {
      const { tab } = ada;
      await tab.getByText('Text', { exact: true }).click();
      await write('{"coupon":"F"}');
      const ask = async () => {
        await tab.getByRole('button', { name: 'More', exact: true }).click();
        await chooseItem(tab, 'Discard changes');
        return tab.getByRole('dialog', { name: 'Discard changes?' });
      };
      await (await ask()).getByRole('button', { name: 'Cancel' }).click();
      await focused(tab.getByRole('button', { name: 'More', exact: true }));
      await isWritten('{"coupon":"F"}');
      await (await ask()).getByRole('button', { name: 'Discard', exact: true }).click();
      await says('All changes are saved');
      await isWritten('{"coupon":"EEE"}');
    });

    it('asks before the user leaves with unsaved changes in any way', async () => {
      const { tab } = ada;
      await write('{"coupon":"G"}');
      await says('Unsaved changes');
      // Switching to another tab of the page also asks about unsaved changes.
      await tab.getByRole('tab', { name: 'Overview' }).click();
      await tab.goBack();
      await isWritten('{"coupon":"G"}');
      // The metadata is not visible on another tab, so Ctrl S does not save it there.
      const path = `/manage/v1/smartlinks/${CODE}/metadata/versions`;
      const count = async () => (await service.request('GET', path)).json.versions.length;
      const stored = await count();
      const requests: string[] = [];
      tab.on('request', (request) => requests.push(request.method()));
      await tab.getByRole('tab', { name: 'Overview' }).click();
      await tab.keyboard.press('Control+S');
      await tab.goBack();
      await says('Unsaved changes');
      assert.deepEqual(
        requests.filter((method) => method !== 'GET'),
        [],
      );
      assert.equal(await count(), stored);
      const leave = tab.getByRole('dialog', { name: 'Leave without saving?' });
      await tab.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
      await leave.getByRole('button', { name: 'Keep editing' }).click();
      await leave.waitFor({ state: 'detached' });
      await isWritten('{"coupon":"G"}');
      const confirmation = tab.waitForEvent('dialog');
      await tab.close({ runBeforeUnload: true });
      const dialog = await confirmation;
      assert.equal(dialog.type(), 'beforeunload');
      await dialog.dismiss();
      await isWritten('{"coupon":"G"}');

      await tab.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
      await leave.getByRole('button', { name: 'Leave and discard' }).click();
      await tab.getByRole('link', { name: CODE }).waitFor();
      await tab.goBack();
      await says('All changes are saved');
      await isWritten('{"coupon":"EEE"}');
      assert.equal(await tab.getByText('You have an unsaved draft').count(), 0);
    });

    it('offers unsaved changes as a draft after the browser was closed', async () => {
      const { tab } = ada;
      await write('{"coupon":"EEE","left":3}');
      await says('Unsaved changes');
      tab.once('dialog', (dialog) => void dialog.accept());
      await tab.reload();
      await tab.getByText('You have an unsaved draft').waitFor();
      await isWritten('{"coupon":"EEE"}');
      await tab.getByRole('button', { name: 'Show differences' }).click();
      await tab.getByText('left', { exact: true }).waitFor();
      await tab.getByRole('button', { name: 'Restore draft' }).click();
      await says('Unsaved changes');
      await isWritten('{"coupon":"EEE","left":3}');
      await tab.keyboard.press('Control+S');
      await says('All changes are saved');
      assert.deepEqual(JSON.parse(await kept()), { coupon: 'EEE', left: 3 });
      assert.equal(await tab.getByText('You have an unsaved draft').count(), 0);
      assert.deepEqual(ada.complaints, []);
    });
  });
}
