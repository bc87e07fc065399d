import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { Service } from '#server/test/harness.ts';
import type { Fixture } from './fixture.ts';
import { chooseItem, focused, type Window } from './open-dashboard.ts';

const CODE = 'Past26';
const FIRST = '{"z": 1.50, "coupon": "A",  "a": [1e2]}';

export function metadataVersions(fixture: Fixture): void {
  describe('past versions of metadata', () => {
    let service: Service;
    let ada: Window;

    before(async () => {
      ({ service, ada } = fixture);
      const body = `{"uri":"a","code":"${CODE}","metadata":${FIRST}}`;
      await service.request('POST', '/manage/v1/smartlinks', { body });
      for (const coupon of ['B', 'C']) {
        const change = { metadata: { coupon } };
        await service.request('PATCH', `/manage/v1/smartlinks/${CODE}`, { body: change });
      }
      await ada.goto(`shop/links/${CODE}?tab=metadata`);
      await ada.tab.getByText('Text', { exact: true }).click();
    });

    const kept = async () =>
      (await service.request('GET', `/manage/v1/smartlinks/${CODE}/metadata`)).text;
    const editor = () => ada.tab.getByRole('textbox', { name: 'Metadata document' });
    const drawer = () => ada.tab.getByRole('dialog', { name: 'Metadata version history' });
    const openHistory = () => ada.tab.getByRole('button', { name: 'Version history' }).click();
    const version = (number: number) =>
      drawer().getByRole('button', { name: new RegExp(`^Version ${number}`) });
    const bringBack = () => drawer().getByRole('button', { name: 'Restore' }).click();

    it('are listed with the changes that restoring them makes', async () => {
      await openHistory();
      await version(3).getByText('Current').waitFor();
      await version(1)
        .getByText(/· Token sl_server_/)
        .waitFor();
      await version(1).click();
      await drawer().getByText('Changes if you restore this version').waitFor();
      await drawer().getByText('1.50').first().waitFor();
      assert.match(await drawer().innerText(), /coupon\s+−\s"C"\s+\+\s"A"/);
      await drawer().getByRole('button', { name: 'All versions' }).click();
      await version(3).click();
      await drawer().getByRole('heading', { name: 'Version 3' }).waitFor();
      assert.equal(await drawer().getByRole('button', { name: 'Restore' }).count(), 0);
      await drawer().getByRole('button', { name: 'All versions' }).click();
    });

    it('are restored unchanged, for all later redemptions', async () => {
      const { tab } = ada;
      await version(1).click();
      await bringBack();
      await tab.getByText('Version 1 restored as a new version').waitFor();
      await drawer().waitFor({ state: 'detached' });
      assert.equal(await kept(), FIRST);
      await focused(tab.getByRole('button', { name: 'Version history' }));
      const redeemed = await service.request('POST', '/client/v1/redemptions', {
        token: service.owner.tokens.iphone,
        body: { smartlink: CODE, redemption_id: randomUUID() },
      });
      assert.deepEqual(redeemed.json.metadata, JSON.parse(FIRST));
      await openHistory();
      await version(4).getByText('Current').waitFor();
      assert.match(await version(4).innerText(), /· Ada/);
      await tab.keyboard.press('Escape');
      await drawer().waitFor({ state: 'detached' });
    });

    it('do not replace unsaved changes without confirmation', async () => {
      const { tab } = ada;
      await editor().click();
      await tab.keyboard.press('Control+A');
      await tab.keyboard.insertText('{"coupon":"MINE"}');
      await openHistory();
      await version(2).click();
      await bringBack();
      const ask = tab.getByRole('dialog', { name: 'Restore version 2?' });
      await ask.getByRole('button', { name: 'Cancel' }).click();
      await ask.waitFor({ state: 'detached' });
      assert.equal(await kept(), FIRST);
      // Escape closes only the dialog above the list of versions.
      await bringBack();
      await ask.waitFor();
      await tab.keyboard.press('Escape');
      await ask.waitFor({ state: 'detached' });
      await tab.evaluate(`void __TSR_ROUTER__.navigate({ href: '/dashboard/account' })`);
      const leave = tab.getByRole('dialog', { name: 'Leave without saving?' });
      await leave.waitFor();
      await tab.keyboard.press('Escape');
      await leave.waitFor({ state: 'detached' });
      await bringBack();
      await ask.getByRole('button', { name: 'Restore' }).click();
      await tab.getByText('Version 2 restored as a new version').waitFor();
      assert.deepEqual(JSON.parse(await kept()), { coupon: 'B' });
      await tab.getByText('You have an unsaved draft').waitFor();
      await tab.getByRole('button', { name: 'Restore draft' }).click();
      await editor().getByText('"MINE"').waitFor();
      // The change was based on the old version.
      await tab.getByText('Someone else saved a new version').waitFor();
      await tab.getByRole('button', { name: 'Compare versions' }).click();
      await tab.getByText('Ada saved a new version').waitFor();
      await tab.getByRole('radio', { name: 'Keep mine' }).check();
      await tab.getByRole('button', { name: 'Save mine' }).click();
      await tab.getByText('All changes are saved').waitFor();
      assert.deepEqual(JSON.parse(await kept()), { coupon: 'MINE' });
    });

    it('remain after all metadata is removed', async () => {
      const { tab } = ada;
      await tab.getByRole('button', { name: 'More', exact: true }).click();
      await chooseItem(tab, 'Remove all metadata');
      const ask = tab.getByRole('dialog', { name: 'Remove all metadata?' });
      await ask.getByRole('button', { name: 'Remove' }).click();
      await tab.getByRole('heading', { name: 'No metadata yet' }).waitFor();
      assert.equal(await kept(), 'null');
      await openHistory();
      await version(7).click();
      await drawer().getByText('The link had no metadata in this version.').waitFor();
      await drawer().getByRole('button', { name: 'All versions' }).click();
      await version(3).click();
      await bringBack();
      await editor().getByText('"C"').waitFor();
      assert.deepEqual(JSON.parse(await kept()), { coupon: 'C' });
      assert.deepEqual(ada.complaints, []);
    });
  });
}
