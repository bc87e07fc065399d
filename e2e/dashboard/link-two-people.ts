import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Service } from '#server/test/harness.ts';
import type { TwoUserFixture } from './fixture.ts';
import { chooseItem, focused, savesOf, type Window } from './open-dashboard.ts';

const CODE = 'Both26';

export function twoPeople(fixture: TwoUserFixture): void {
  describe('a link that two members change', () => {
    let service: Service;
    let ada: Window;
    let ben: Window;

    before(async () => {
      ({ service, ada, ben } = fixture);
      const body = { uri: 'products/2', code: CODE, tags: ['winter'], redeem_limit: 5 };
      await service.request('POST', '/manage/v1/smartlinks', { body });
      await ada.goto(`shop/links/${CODE}`);
      await ben.goto(`shop/links/${CODE}`);
    });

    const link = async () => (await service.request('GET', `/manage/v1/smartlinks/${CODE}`)).json;
    const section = ({ tab }: Window, name: string) =>
      tab.getByRole('region', { name, exact: true });
    const edit = (who: Window, name: string) =>
      section(who, name).getByRole('button', { name: `Edit: ${name}` });
    const route = (who: Window, platform: string) =>
      section(who, 'Routes')
        .getByRole('group', { name: platform, exact: true })
        .getByRole('textbox', { name: /^Link/ });
    const press = (who: Window, name: string, button: string) =>
      section(who, name).getByRole('button', { name: button }).click();
    const saved = async (who: Window, name: string): Promise<void> => {
      await press(who, name, 'Save');
      await edit(who, name).waitFor();
    };

    it('keeps both changes if they are in different parts', async () => {
      await edit(ada, 'Routes').click();
      await edit(ben, 'Routes').click();
      await edit(ben, 'Tags').click();
      await route(ada, 'Web').fill('https://shop.example/ada');
      await saved(ada, 'Routes');
      await route(ben, 'Android').fill('com.shop.app://ben');
      await saved(ben, 'Routes');
      await section(ben, 'Routes').getByText('https://shop.example/ada').waitFor();
      await section(ben, 'Tags').getByRole('combobox').pressSequentially('ben,');
      await saved(ben, 'Tags');
      const { routes, tags } = await link();
      assert.equal(routes.web.link, 'https://shop.example/ada');
      assert.equal(routes.android.link, 'com.shop.app://ben');
      assert.deepEqual(tags, ['winter', 'ben']);
    });

    it('shows the second member what the first one changed, and lets them choose', async () => {
      await ada.goto(`shop/links/${CODE}`);
      await edit(ada, 'Routes').click();
      await edit(ben, 'Routes').click();
      await route(ada, 'Web').fill('https://shop.example/first');
      await saved(ada, 'Routes');
      await route(ben, 'Web').fill('https://shop.example/second');
      await press(ben, 'Routes', 'Save');
      const clash = section(ben, 'Routes').getByRole('alert');
      await clash.getByText('This link was changed by someone else').waitFor();
      await focused(clash);
      assert.match(
        await clash.innerText(),
        /Web › Link\s+−\shttps:\/\/shop\.example\/ada\s+\+\shttps:\/\/shop\.example\/first/,
      );
      // Nothing is saved yet, and the typed text is still there.
      assert.equal((await link()).routes.web.link, 'https://shop.example/first');
      assert.equal(await route(ben, 'Web').inputValue(), 'https://shop.example/second');
      await press(ben, 'Routes', 'Save my changes');
      await section(ben, 'Routes').getByText('https://shop.example/second').waitFor();
      assert.equal((await link()).routes.web.link, 'https://shop.example/second');
    });

    it('stays as the first member saved it if the second one discards', async () => {
      for (const [name, words] of [
        ['Redemption', /Redemption limit\s+−\s5\s+\+\s7/],
        ['Tags', /Tags\s+−\swinter, ben\s+\+\swinter, ben, ada/],
      ] as const) {
        await edit(ada, name).click();
        await edit(ben, name).click();
        const type = async (who: Window, limit: string, tag: string) => {
          if (name === 'Tags')
            await section(who, name).getByRole('combobox').pressSequentially(tag);
          else await section(who, name).getByRole('textbox').fill(limit);
        };
        await type(ada, '7', 'ada,');
        await saved(ada, name);
        await type(ben, '9', 'bens,');
        await press(ben, name, 'Save');
        const clash = section(ben, name).getByRole('alert');
        await clash.waitFor();
        assert.match(await clash.innerText(), words);
        if (name === 'Redemption') {
          // Enter in the only field of a form sends the form, but does not choose.
          const saves = savesOf(ben);
          await section(ben, name).getByRole('textbox').press('Enter');
          assert.equal((await link()).redeem_limit, 7);
          assert.deepEqual(saves, []);
        }
        await press(ben, name, 'Discard my changes');
        await edit(ben, name).waitFor();
      }
      await section(ben, 'Redemption').getByText('Redeemed 0 of 7 times').waitFor();
      await section(ben, 'Tags').getByText('ada', { exact: true }).waitFor();
      assert.deepEqual((await link()).tags, ['winter', 'ben', 'ada']);
    });

    it('keeps what is typed during a save, and what someone else saved', async () => {
      const { tab } = ada;
      const path = `/manage/v1/smartlinks/${CODE}`;
      let releaseRequest = (): void => undefined;
      const released = new Promise<void>((resolve) => (releaseRequest = resolve));
      await tab.route(`**${path}`, async (held) => {
        if (held.request().method() === 'PATCH') await released;
        await held.continue();
      });
      const name = 'Name and note';
      const field = (label: string) => section(ada, name).getByLabel(label, { exact: true });
      await edit(ada, name).click();
      await field('Name').fill('Summer');
      await service.request('PATCH', path, { body: { note: 'Ordered by Ben.' } });
      await press(ada, name, 'Save');
      await field('Name').fill('Summer poster');
      // The change is under way, so it is too late.
      await section(ada, name).getByRole('button', { name: 'Cancel' }).dispatchEvent('click');
      releaseRequest();
      await tab.getByRole('heading', { level: 1, name: 'Summer', exact: true }).waitFor();
      assert.equal(await field('Name').inputValue(), 'Summer poster');
      assert.equal(await field('Note').inputValue(), 'Ordered by Ben.');
      await tab.unroute(`**${path}`);
      await saved(ada, name);
      const { name: now, note } = await link();
      assert.deepEqual([now, note], ['Summer poster', 'Ordered by Ben.']);
    });

    it('is not deleted by a member who has not seen the last change', async () => {
      await edit(ada, 'Redemption').click();
      await section(ada, 'Redemption').getByRole('textbox').fill('8');
      await saved(ada, 'Redemption');
      await ben.tab.getByRole('button', { name: 'More actions' }).click();
      await chooseItem(ben.tab, 'Delete');
      const dialog = ben.tab.getByRole('dialog', { name: 'Delete this link?' });
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByText('The link is not deleted because it has changed:').waitFor();
      assert.match(await dialog.innerText(), /Redemption limit\s+−\s7\s+\+\s8/);
      await dialog.getByRole('button', { name: 'Keep link' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal((await link()).state, 'active');
      assert.deepEqual([...ada.complaints, ...ben.complaints], []);
    });
  });
}
