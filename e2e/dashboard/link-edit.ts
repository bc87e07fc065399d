import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Route } from 'playwright-core';
import type { Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { AGENTS, type Visitor } from '#server/test/visit/agents.ts';
import type { Fixture } from './fixture.ts';
import { chooseItem, focused, type Window } from './open-dashboard.ts';

const CODE = 'Edit26';

export function linkEdits(fixture: Fixture): void {
  describe('changing a link', () => {
    let service: Service;
    let ada: Window;

    before(async () => {
      ({ service, ada } = fixture);
      const body = { uri: 'products/9', code: CODE, tags: ['winter'], redeem_limit: 3 };
      await service.request('POST', '/manage/v1/smartlinks', { body });
      await ada.to(`shop/links/${CODE}`);
    });

    const link = async () => (await service.request('GET', `/manage/v1/smartlinks/${CODE}`)).json;
    const visit = (as: Visitor) =>
      fetch(`${service.url}/${CODE}`, {
        redirect: 'manual',
        headers: { 'user-agent': AGENTS[as] },
      });
    const section = (name: string) => ada.tab.getByRole('region', { name, exact: true });
    const edit = (name: string) => section(name).getByRole('button', { name: `Edit: ${name}` });
    const save = async (name: string): Promise<void> => {
      await section(name).getByRole('button', { name: 'Save' }).click();
      await edit(name).waitFor();
      await focused(edit(name));
    };

    it('redirects to the new destination at the next visit', async () => {
      const { tab } = ada;
      const routes = section('Routes');
      const address = (platform: string) =>
        routes
          .getByRole('group', { name: platform, exact: true })
          .getByRole('textbox', { name: /^Link/ });
      await edit('Routes').click();
      await focused(address('Web'));
      // Once for all platforms.
      assert.equal(await routes.getByText(/^Visitors go to the fallback if/).count(), 1);
      await address('Web').fill('javascript:alert(1)');
      await tab.keyboard.press('Enter');
      await routes.getByText('Uses the scheme "javascript:", which is refused.').waitFor();
      await focused(address('Web'));
      await address('Web').fill('https://shop.example/sale');
      await routes.getByRole('button', { name: 'Remove route: iPhone and iPad' }).click();
      await focused(routes.getByRole('button', { name: 'Add platform' }));
      await tab.keyboard.press('Enter');
      await chooseItem(tab, 'iPad');
      await focused(address('iPad'));
      await tab.keyboard.type('com.shop.pad://sale');
      const iphone = routes.getByRole('group', { name: 'iPhone', exact: true });
      await iphone.getByLabel('Skip the “Open app” page').check();
      await save('Routes');
      await routes.getByText('Visitors go directly to the fallback.').waitFor();
      await routes.getByText('https://shop.example/sale').waitFor();
      assert.equal(await routes.getByText('iPhone and iPad').count(), 0);
      assert.equal((await visit('desktop')).headers.get('location'), 'https://shop.example/sale');
      assert.match(await (await visit('ipad')).text(), /com\.shop\.pad:\/\/sale/);
      assert.equal((await visit('iphone')).headers.get('location'), 'https://shop.example/p/9');
    });

    it('changes its tags, by which it is found', async () => {
      const { tab } = ada;
      await edit('Tags').click();
      await focused(section('Tags').getByRole('combobox'));
      await tab.keyboard.press('Backspace');
      await tab.keyboard.type('autumn, flyer');
      await tab.keyboard.press('Tab');
      await save('Tags');
      assert.deepEqual((await link()).tags, ['autumn', 'flyer']);
      // The message of the save is in front of the tags as long as the pointer is on it.
      await tab.mouse.move(0, 0);
      await section('Tags').getByRole('link', { name: 'autumn' }).click();
      await tab.getByText('1 matching link').waitFor();
      await tab.getByRole('link', { name: CODE }).click();
      await section('Tags').getByText('flyer').waitFor();
    });

    it('stays open when Escape closes a menu in its fields', async () => {
      const { tab } = ada;
      await edit('Routes').click();
      const add = section('Routes').getByRole('button', { name: 'Add platform' });
      await add.click();
      await tab.locator('[role=menu] :focus').waitFor();
      await tab.keyboard.press('Escape');
      await tab.getByRole('menu').waitFor({ state: 'detached' });
      await focused(add);
      await tab.keyboard.press('Escape');
      await focused(edit('Routes'));
    });

    it('changes how often it can be redeemed', async () => {
      const { tab } = ada;
      await edit('Redemption').click();
      const limit = section('Redemption').getByRole('textbox', { name: /^Redemption limit/ });
      await focused(limit);
      await limit.fill('12000');
      await save('Redemption');
      await section('Redemption').getByText('Redeemed 0 of 12,000 times').waitFor();
      assert.equal((await link()).redeem_limit, 12_000);
      await edit('Redemption').click();
      await limit.fill('');
      await save('Redemption');
      await section('Redemption').getByText('Redeemed 0 times, no limit').waitFor();
      // Nothing was typed, so Escape changes nothing.
      await edit('Redemption').click();
      await focused(limit);
      await tab.keyboard.press('Escape');
      await focused(edit('Redemption'));
    });

    it('changes its social preview', async () => {
      const { tab } = ada;
      const name = 'Social preview';
      const card = section(name);
      await card.getByText('it uses the default of the app').waitFor();
      await edit(name).click();
      await card.getByLabel('Title').fill('Spring sale');
      await card.getByLabel('Description').fill('Shoes for less');
      await card
        .getByRole('img', { name: 'Social preview: Spring sale. Shoes for less' })
        .waitFor();
      // Nothing that was typed is replaced by an error.
      await card.getByLabel('Web page').fill('http://127.0.0.1:1/');
      await card.getByLabel('Web page').press('Enter');
      await card
        .getByRole('alert')
        .getByText(/^The page could not be read/)
        .waitFor();
      assert.equal(await card.getByLabel('Title').inputValue(), 'Spring sale');
      await card.getByLabel('Image URL').fill('shoes.png');
      await tab.keyboard.press('Enter');
      await card.getByLabel('Image URL').and(tab.locator('[aria-invalid=true]:focus')).waitFor();
      await card.getByLabel('Image URL').fill('https://shop.example/shoes.png');
      await save(name);
      const preview = await (await visit('slack')).text();
      for (const words of ['Spring sale', 'Shoes for less', 'https://shop.example/shoes.png']) {
        assert.ok(preview.includes(words), words);
      }
    });

    it('is not filled from a page after the edit that asked for it was cancelled', async () => {
      const { tab } = ada;
      const name = 'Social preview';
      const card = section(name);
      const title = card.getByLabel('Title', { exact: true });
      const description = card.getByLabel('Description', { exact: true });
      const held: Route[] = [];
      await tab.route('**/manage/v1/social-preview/fetch', (route) => {
        held.push(route);
      });
      const ask = async (): Promise<void> => {
        const asked = held.length;
        await description.fill('');
        await card.getByRole('button', { name: 'Fill from page' }).click();
        await eventually('the page is requested', () => held.length > asked);
      };
      await edit(name).click();
      await ask();
      await card.getByRole('button', { name: 'Cancel' }).click();
      await edit(name).click();
      await title.fill('Summer sale');
      await ask();
      for (const [index, text] of ['First', 'Second'].entries()) {
        await held[index]?.fulfill({ json: { title: text, description: text, image: null } });
      }
      await card.getByText('Found on the page:').waitFor();
      assert.deepEqual(
        [await title.inputValue(), await description.inputValue()],
        ['Summer sale', 'Second'],
      );
      await tab.unroute('**/manage/v1/social-preview/fetch');
      await card.getByRole('button', { name: 'Cancel' }).click();
    });

    it('gets a name, which becomes the heading, and a note', async () => {
      const { tab } = ada;
      const card = section('Name and note');
      await card.getByText('No name and no note yet.').waitFor();
      await edit('Name and note').click();
      await card.getByLabel('Name', { exact: true }).fill(' Spring poster ');
      await card.getByLabel('Note').fill('Ordered by Léa.\nUntil May.');
      await save('Name and note');
      // No visit depends on them.
      await tab.getByText('Saved', { exact: true }).first().waitFor();
      await tab.getByRole('heading', { level: 1, name: 'Spring poster' }).waitFor();
      await card.getByText('Until May.').waitFor();
      await ada.goto('shop/links');
      const row = tab.getByRole('row').filter({ has: tab.getByRole('link', { name: CODE }) });
      await row.getByText('Spring poster').waitFor();
      await ada.to(`shop/links/${CODE}`);
      await tab.getByRole('heading', { level: 1, name: 'Spring poster' }).waitFor();
      const { json } = await service.request('GET', `/manage/v1/smartlinks/${CODE}`);
      assert.deepEqual([json.name, json.note], ['Spring poster', 'Ordered by Léa.\nUntil May.']);
    });

    it('lists in its history who changed what, and is unchanged after a reload', async () => {
      const { tab } = ada;
      await ada.goto(`shop/links/${CODE}`);
      await section('Routes').getByText('https://shop.example/sale').waitFor();
      await section('Tags').getByText('autumn').waitFor();
      await section('Redemption').getByText('no limit').waitFor();
      await section('Social preview')
        .getByRole('img', { name: /Spring sale/ })
        .waitFor();
      await tab.getByRole('tab', { name: 'History' }).click();
      const entries = tab.getByRole('article');
      await entries
        .nth(6)
        .getByText(/^Token sl_server_/)
        .waitFor();
      const shownEntries = (await entries.allInnerTexts()).map((text) =>
        text.replaceAll('\u00a0', ' ').split(/\n+/),
      );
      assert.deepEqual(
        shownEntries.map(([who]) => who?.replace(/sl_server_\w+/, 'sl')),
        [...Array.from({ length: 6 }, () => 'Ada changed'), 'Token sl… created the link'],
      );
      // The first two cells are the user and the time. After them: the field, the old value, the
      // new value.
      assert.deepEqual(
        shownEntries.slice(0, 6).map(([, , ...changes]) => changes.join(' | ')),
        [
          'Name | − none | + Spring poster | Note | − none | + Ordered by Léa. | Until May.',
          'Social preview › Title | + Spring sale | ' +
            'Social preview › Description | + Shoes for less | ' +
            'Social preview › Image URL | + https://shop.example/shoes.png',
          'Redemption limit | − 12,000 | + no limit',
          'Redemption limit | − 3 | + 12,000',
          'Tags | − winter | + autumn, flyer',
          'Web › Link | − https://shop.example/p/9 | + https://shop.example/sale | ' +
            'iPhone › Skip the “Open app” page | + yes | ' +
            'iPhone and iPad › Link | − com.shop.app://products/9 | ' +
            'iPad › Link | + com.shop.pad://sale',
        ],
      );
    });

    it('has an address for each tab, and keeps unsaved input when the tab changes', async () => {
      const { tab } = ada;
      const shown = (name: string) => tab.getByRole('tab', { name, selected: true }).waitFor();
      await shown('History');
      await tab.getByRole('tab', { name: 'Overview' }).click();
      const limit = section('Redemption').getByRole('textbox', { name: /^Redemption limit/ });
      await edit('Redemption').click();
      await focused(limit);
      await tab.keyboard.type('5');
      await tab.getByRole('tab', { name: 'Redemptions' }).click();
      await tab.getByText('No redemptions yet').waitFor();
      assert.match(tab.url(), /\?tab=redemptions$/);
      await tab.goBack();
      await shown('Overview');
      await tab.goBack();
      await shown('History');
      await tab.goForward();
      assert.equal(await limit.inputValue(), '5');
      // Leaving the page shows a question, and only one.
      await edit('Tags').click();
      await focused(section('Tags').getByRole('combobox'));
      await tab.keyboard.type('another,');
      await tab.getByRole('navigation').getByRole('link', { name: 'Templates' }).click();
      const leave = tab.getByRole('dialog', { name: 'Leave without saving?' });
      await leave.getByRole('button', { name: 'Keep editing' }).click();
      await leave.waitFor({ state: 'detached' });
      await tab.getByRole('navigation').getByRole('link', { name: 'Templates' }).click();
      await leave.getByRole('button', { name: 'Leave and discard' }).click();
      await tab.getByRole('heading', { name: 'Templates', level: 1 }).waitFor();
      await ada.to(`shop/links/${CODE}?tab=nowhere`);
      await shown('Overview');
      assert.deepEqual(ada.complaints, []);
    });
  });
}
