import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import type { Service } from '#server/test/harness.ts';
import { memberOf, type Person } from '#server/test/manage/people.ts';
import type { TwoUserFixture } from './fixture.ts';
import { BEN, chooseItem, type Window } from './open-dashboard.ts';

const CODE = 'Lower26';
const TEXT = '{"coupon":"BENS","left":12}';

export function loweredRole(fixture: TwoUserFixture): void {
  describe('a member whose role is lowered while they type', () => {
    let service: Service;
    let eve: Person;
    let ben: Window;
    /** Ben's open pages: a link, its metadata, and the form for a new link. */
    let overview: Tab;
    let metadata: Tab;
    let form: Tab;

    before(async () => {
      ({ service, ben } = fixture);
      const body = { uri: 'products/2', code: CODE, metadata: { coupon: 'A' } };
      await service.request('POST', '/manage/v1/smartlinks', { body });
      eve = await memberOf(service, 'eve@shop.example', 'owner');
      overview = ben.tab;
      const open = async (path: string): Promise<Tab> => {
        const tab = await ben.tab.context().newPage();
        await tab.goto(`${service.url}/dashboard/${path}`);
        return tab;
      };
      metadata = await open(`shop/links/${CODE}?tab=metadata`);
      form = await open('shop/links/new');
      await ben.goto(`shop/links/${CODE}`);
    });

    const link = async () => (await service.request('GET', `/manage/v1/smartlinks/${CODE}`)).json;

    it('sees an error when they save, and keeps the input', async () => {
      await overview.bringToFront();
      await overview.getByRole('button', { name: 'Edit: Redemption' }).click();
      const limit = overview.getByRole('textbox', { name: /^Redemption limit/ });
      await limit.fill('5');
      await metadata.bringToFront();
      await metadata.getByText('Text', { exact: true }).click();
      const editor = metadata.getByRole('textbox', { name: 'Metadata document' });
      await editor.click();
      await metadata.keyboard.press('Control+A');
      await metadata.keyboard.insertText(TEXT);
      await form.bringToFront();
      await form.getByLabel(/^Destination/).fill('products/3');

      const { members } = (await eve.send('GET', 'members', { app: 'shop' })).json;
      const { member_id: id } = members.find(({ email }: { email: string }) => email === BEN.email);
      const lowered = await eve.send('PATCH', `members/${id}`, {
        app: 'shop',
        body: { role: 'viewer' },
      });
      assert.equal(lowered.status, 200, lowered.text);

      await overview.bringToFront();
      await overview.getByRole('button', { name: 'Save' }).click();
      await overview
        .getByRole('alert')
        .getByText(/editor/i)
        .waitFor();
      await metadata.bringToFront();
      await metadata.keyboard.press('Control+S');
      await metadata
        .getByRole('alert')
        .getByText(/editor/i)
        .waitFor();
      await form.bringToFront();
      await form.getByRole('button', { name: 'Create link' }).click();
      await form
        .getByRole('alert')
        .getByText(/editor/i)
        .waitFor();

      assert.equal(await limit.inputValue(), '5');
      assert.match((await editor.innerText()).replaceAll(/\s/g, ''), /"coupon":"BENS","left":12/);
      assert.equal(await form.getByLabel(/^Destination/).inputValue(), 'products/3');
      const { redeem_limit: kept, metadata: document } = await link();
      assert.deepEqual([kept, document], [null, { coupon: 'A' }]);
    });

    it('can copy the input, and is asked before leaving the page', async () => {
      await metadata.bringToFront();
      await metadata.getByText('To edit it, you need the Editor role.').waitFor();
      assert.equal(await metadata.getByRole('button', { name: 'Save' }).count(), 0);
      await metadata.getByRole('link', { name: 'Templates' }).click();
      const leave = metadata.getByRole('dialog', { name: 'Leave without saving?' });
      await leave.getByRole('button', { name: 'Keep editing' }).click();
      await metadata.getByRole('button', { name: 'More', exact: true }).click();
      await chooseItem(metadata, 'Copy as text');
      await metadata.getByText('Copied').waitFor();
    });

    it('finds actions that are no longer allowed disabled', async () => {
      await overview.bringToFront();
      await overview.getByRole('button', { name: 'Cancel' }).click();
      for (const part of ['Routes', 'Redemption', 'Tags', 'Social preview']) {
        await overview
          .getByRole('button', { name: `Edit: ${part}` })
          .and(overview.locator('[aria-disabled=true]'))
          .waitFor();
      }
      await overview.getByRole('link', { name: 'Links' }).first().click();
      const make = overview.getByRole('button', { name: 'New link' });
      await make.and(overview.locator('[aria-disabled=true]')).waitFor();
      assert.deepEqual(ben.complaints, []);
    });
  });
}
