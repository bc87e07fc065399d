import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { Service } from '#server/test/harness.ts';
import type { Fixture } from './fixture.ts';
import { focused, type Window } from './open-dashboard.ts';

export function linkRedemptions(fixture: Fixture): void {
  describe('the redemptions of a link', () => {
    let service: Service;
    let ada: Window;
    const givenBack = randomUUID();

    before(async () => {
      ({ service, ada } = fixture);
      for (const body of [
        { uri: 'coupon', code: 'Coupon26', redeem_limit: 2, metadata: { coupon: 'A' } },
        { uri: 'many', code: 'Many26' },
      ]) {
        await service.request('POST', '/manage/v1/smartlinks', { body });
      }
      await ada.goto('shop/links');
    });

    /** Redeems a link as an app does; returns the status of the response. */
    const redeem = async (code: string, id: string = randomUUID()): Promise<number> => {
      const body = { smartlink: code, redemption_id: id };
      const token = service.owner.tokens.iphone;
      return (await service.request('POST', '/client/v1/redemptions', { body, token })).status;
    };

    it('show an explanation while there are none', async () => {
      const { tab } = ada;
      await tab.getByRole('link', { name: 'Coupon26' }).click();
      await tab.getByRole('tab', { name: 'Redemptions' }).click();
      const panel = tab.getByRole('tabpanel', { name: 'Redemptions' });
      await panel
        .getByText('When an app redeems this link, the redemption appears here.')
        .waitFor();
      await panel.getByText('Redeemed 0 of 2 times').waitFor();
    });

    it('are listed with the app, up to the limit', async () => {
      const { tab } = ada;
      const [first, second] = [randomUUID(), givenBack];
      assert.deepEqual(
        [await redeem('Coupon26', first), await redeem('Coupon26', second)],
        [200, 200],
      );
      assert.equal(await redeem('Coupon26'), 409);
      await ada.goto('shop/links');
      await tab
        .getByRole('row', { name: /Coupon26/ })
        .getByText('2 of 2')
        .waitFor();
      await tab.getByRole('link', { name: 'Coupon26' }).click();
      await tab.getByRole('tab', { name: 'Redemptions' }).click();
      const panel = tab.getByRole('tabpanel', { name: 'Redemptions' });
      await panel.getByText('Redeemed 2 of 2 times').waitFor();
      await panel.getByText('Limit reached').waitFor();
      await panel.getByText('2 redemptions').waitFor();
      const rows = panel.getByRole('row');
      // The names of the tokens are loaded separately.
      await rows.nth(1).getByText('sl_iphone_').waitFor();
      assert.match(
        await rows.nth(1).innerText(),
        new RegExp(`${second}.*iPhone.*sl_iphone_.*2 of 2`, 's'),
      );
      assert.match(
        await rows.nth(2).innerText(),
        new RegExp(`${first}.*iPhone.*sl_iphone_.*1 of 2`, 's'),
      );
    });

    it('are undone, so that another user can redeem instead', async () => {
      const { tab } = ada;
      const panel = tab.getByRole('tabpanel', { name: 'Redemptions' });
      const row = panel.getByRole('row').nth(1);
      const give = row.getByRole('button', { name: /^Undo redemption/ });
      const dialog = tab.getByRole('dialog', { name: 'Undo this redemption?' });
      await give.click();
      await dialog.getByText('This cannot be undone.').waitFor();
      await tab.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await focused(give);
      await tab.keyboard.press('Enter');
      await dialog.getByRole('button', { name: 'Undo redemption' }).click();
      await row.getByText('Undone by Ada,').waitFor();
      await panel.getByText('Redeemed 1 of 2 times').waitFor();
      await panel.getByText('1 left').waitFor();
      assert.equal(await give.count(), 0);
      await tab.getByRole('tab', { name: 'Overview' }).click();
      await tab
        .getByRole('region', { name: 'Redemption' })
        .getByText('Redeemed 1 of 2 times')
        .waitFor();
      await tab.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
      await tab
        .getByRole('row', { name: /Coupon26/ })
        .getByText('1 of 2')
        .waitFor();
      assert.equal(await redeem('Coupon26'), 200);
      assert.equal(await redeem('Coupon26'), 409);
    });

    it('are shown page by page if there are many', async () => {
      const { tab } = ada;
      const granted = await Promise.all(Array.from({ length: 51 }, () => redeem('Many26')));
      assert.deepEqual(new Set(granted), new Set([200]));
      await tab.getByRole('link', { name: 'Many26' }).click();
      await tab.getByRole('tab', { name: 'Redemptions' }).click();
      const panel = tab.getByRole('tabpanel', { name: 'Redemptions' });
      await panel.getByText('Redeemed 51 times, no limit').waitFor();
      // 50 rows of the first page, and the table header.
      await panel.getByRole('row').nth(50).waitFor();
      assert.equal(await panel.getByRole('row').count(), 51);
      const more = panel.getByRole('button', { name: 'Show more' });
      await tab.route(
        /\/redemptions\?cursor=/,
        (route) => route.fulfill({ status: 400, body: '{}' }),
        { times: 1 },
      );
      await more.click();
      // The error is where the user is looking.
      const error = await panel.getByRole('alert').boundingBox();
      const last = await panel.getByRole('row').last().boundingBox();
      assert.ok(error && last && error.y > last.y);
      await more.click();
      await panel.getByText('51 redemptions').waitFor();
      assert.equal(await panel.getByRole('row').count(), 52);
      // The history shows only what people did. Nobody changed this link.
      await tab.getByRole('tab', { name: 'History' }).click();
      await tab.getByRole('article').waitFor();
      assert.match(await tab.getByRole('article').innerText(), /created the link/);
      await ada.goto('shop/links/Coupon26?tab=history');
      const given = tab.getByRole('article').filter({ hasText: 'Ada undid a redemption' });
      await given.getByText(givenBack).waitFor();
      assert.deepEqual(ada.complaints, []);
    });
  });
}
