import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Service } from '#server/test/harness.ts';
import type { Fixture } from './fixture.ts';
import { chooseItem, focused, type Window } from './open-dashboard.ts';

export function newLinks(fixture: Fixture): void {
  describe('a new link', () => {
    let service: Service;
    let ada: Window;

    before(async () => {
      ({ service, ada } = fixture);
      const body = { uri: 'products/1', code: 'Taken26', unique: true };
      await service.request('POST', '/manage/v1/smartlinks', { body });
    });

    const link = async (code: string) =>
      (await service.request('GET', `/manage/v1/smartlinks/${code}`)).json;
    const field = (name: RegExp) => ada.tab.getByRole('textbox', { name });
    const make = () => ada.tab.getByRole('button', { name: 'Create link' }).click();
    const newLink = async (): Promise<void> => {
      const { tab } = ada;
      await tab.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
      await tab.getByRole('link', { name: 'New link' }).click();
      await tab.getByRole('heading', { name: 'New link', level: 1 }).waitFor();
    };
    const expectCreated = async (code: string): Promise<void> => {
      await make();
      await ada.tab.getByRole('heading', { level: 1, name: new RegExp(code) }).waitFor();
    };

    it('shows its destinations, and why, while the user types', async () => {
      const { tab } = ada;
      await newLink();
      await focused(field(/^Destination/));
      await tab
        .getByText('Enter a destination to see where the link takes visitors on each platform.')
        .waitFor();
      const web = tab.getByRole('group', { name: 'Web' });
      await tab.keyboard.type('products/5');
      await web.getByText('https://shop.example/p/5').waitFor();
      await tab.getByText('id = 5').waitFor();
      await tab
        .getByRole('group', { name: 'iPhone', exact: true })
        .getByText('If not installed: https://shop.example/p/5')
        .waitFor();
      await field(/^Destination/).fill('about/us');
      await web.getByText('https://shop.example/about/us').waitFor();
      await tab.getByText('No template matches, so all platforms use the same path.').waitFor();
      // As browsers open it.
      await field(/^Destination/).fill('about our team');
      await web.getByText('https://shop.example/about%20our%20team').waitFor();
      await field(/^Destination/).fill('javascript:alert(1)');
      await tab.getByText(/^The destination .*javascript/).waitFor();
      await field(/^Destination/).fill('');
      await tab
        .getByText('Enter a destination to see where the link takes visitors on each platform.')
        .waitFor();
      await make();
      await tab.getByText('Enter a destination.').waitFor();
      await focused(field(/^Destination/));
    });

    it('shows errors at their fields, and keeps the input', async () => {
      const { tab } = ada;
      await field(/^Destination/).fill('products/6');
      await field(/^Short code/).fill('Taken26');
      await make();
      await tab.getByText(/^This short code is or was already in use/).waitFor();
      await field(/^Short code/)
        .and(tab.locator('[aria-invalid=true]:focus'))
        .waitFor();
      // An invalid code is reported before anything is sent.
      await field(/^Short code/).fill('a-b');
      await make();
      await field(/^Short code/)
        .and(tab.locator('[aria-invalid=true]:focus'))
        .waitFor();
      await tab.getByText(/^Use 4 to 32 letters/).waitFor();
      await field(/^Short code/).fill('Fixed26');
      const web = tab.getByRole('group', { name: 'Web' });
      await web.getByRole('button', { name: 'Edit: Web' }).click();
      await web.getByRole('textbox', { name: /^Link/ }).fill('javascript:alert(1)');
      await tab.getByRole('button', { name: 'Redemption and metadata' }).click();
      await tab.getByText('JSON', { exact: true }).click();
      const metadata = field(/^Metadata/);
      await metadata.fill('{"coupon": tr');
      // The same words as in the editor.
      await tab
        .getByText(/^The document is not valid JSON: expected a value.*line 1, column 12/)
        .waitFor();
      await metadata.fill('{"coupon": true}');
      await make();
      await metadata.and(tab.locator('[aria-invalid=true]')).waitFor();
      await tab.getByText(/^coupon must be a string, a number or an array.*line 1/).waitFor();
      await metadata.fill('{"coupon": "no"}');
      await make();
      const address = web.getByRole('textbox', { name: /^Link/ });
      await address.and(tab.locator('[aria-invalid=true]')).waitFor();
      await web.getByText('Uses the scheme "javascript:", which is refused.').waitFor();
      assert.equal(await field(/^Destination/).inputValue(), 'products/6');
      assert.equal(await field(/^Short code/).inputValue(), 'Fixed26');
      await web.getByRole('button', { name: 'Restore generated route' }).click();
      // With the error of its text, the field would open again.
      await address.waitFor({ state: 'detached' });
      await metadata.fill('{"coupon": "yes"}');
      await expectCreated('Fixed26');
      assert.equal((await link('Fixed26')).routes.web.link, 'https://shop.example/p/6');
    });

    it('keeps the fields of a route that an error has opened', async () => {
      const { tab } = ada;
      await newLink();
      await field(/^Destination/).fill('products/6');
      await tab.getByText('id = 6').waitFor();
      const errors = [{ pointer: '/routes/web/link', detail: 'is refused' }];
      const body = JSON.stringify({ code: 'validation_failed', errors });
      await tab.route(
        '**/manage/v1/smartlinks',
        (route) => route.fulfill({ status: 422, contentType: 'application/problem+json', body }),
        { times: 1 },
      );
      await make();
      const address = tab
        .getByRole('group', { name: 'Web' })
        .getByRole('textbox', { name: /^Link/ });
      await focused(address);
      await tab.keyboard.press('End');
      await tab.keyboard.type('?a=1');
      assert.equal(await address.inputValue(), 'https://shop.example/p/6?a=1');
      await ada.to('shop/links');
    });

    it('is created with every field of the form, and redirects correctly', async () => {
      const { tab } = ada;
      const add = async (platform: string, address: string) => {
        await tab.getByRole('button', { name: 'Add platform' }).click();
        await chooseItem(tab, platform);
        const group = tab.getByRole('group', { name: platform, exact: true });
        await group
          .getByRole('textbox', { name: /^Link/ })
          .and(tab.locator(':focus'))
          .fill(address);
      };
      const web = tab.getByRole('group', { name: 'Web' });
      await newLink();
      await field(/^Destination/).fill('products/6');
      await field(/^Short code/).fill('Sale26');
      await web.getByRole('button', { name: 'Edit: Web' }).click();
      await web.getByRole('textbox', { name: /^Link/ }).fill('https://shop.example/spring');
      await add('iPad', 'com.shop.pad://spring');
      await tab.getByRole('button', { name: 'Redemption and metadata' }).click();
      await tab.getByText('JSON', { exact: true }).click();
      await field(/^Metadata/).fill('{"coupon":"SPRING","percent":1.50}');
      await field(/^Redemption limit/).fill('250');
      await tab.getByRole('combobox', { name: /^Tags/ }).pressSequentially('spring, print');
      await tab.getByRole('button', { name: 'Social preview' }).click();
      await field(/^Title/).fill('Spring sale');
      await field(/^Description/).fill('Shoes for less');
      await field(/^Image URL/).fill('https://shop.example/card.png');
      await tab.getByRole('img', { name: 'Social preview: Spring sale. Shoes for less' }).waitFor();
      await expectCreated('Sale26');
      const notice = tab.getByRole('alert').filter({ hasText: 'Link created' });
      await notice.getByText(`${service.url}/Sale26`).waitFor();
      const spring = await link('Sale26');
      assert.equal(spring.uri, 'products/6');
      assert.equal(spring.template, 'product');
      assert.equal(spring.routes.web.link, 'https://shop.example/spring');
      assert.equal(spring.routes.ipad.link, 'com.shop.pad://spring');
      assert.equal(spring.routes.iphone.link, 'com.shop.app://product/6');
      assert.equal(spring.redeem_limit, 250);
      assert.deepEqual(spring.tags, ['spring', 'print']);
      assert.deepEqual(spring.metadata, { coupon: 'SPRING', percent: 1.5 });
      assert.deepEqual(spring.social, {
        title: 'Spring sale',
        description: 'Shoes for less',
        image: 'https://shop.example/card.png',
      });
      const visit = await fetch(`${service.url}/Sale26`, { redirect: 'manual' });
      assert.equal(visit.headers.get('location'), 'https://shop.example/spring');
      // "Back" goes to the page before the form and shows no question, because nothing is unsaved.
      await tab.goBack();
      await tab.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
    });

    it('is the existing link if only one per destination is wanted', async () => {
      const { tab } = ada;
      await newLink();
      await field(/^Destination/).fill('products/1');
      await tab.getByRole('switch', { name: 'Reuse an existing link to this destination' }).check();
      await field(/^Short code/).fill('Second26');
      await make();
      await tab
        .getByText('A link to this destination already exists with another short code')
        .waitFor();
      await tab.getByRole('button', { name: 'Clear the short code' }).click();
      await make();
      await tab.getByText('A link to this destination already exists').waitFor();
      await tab.getByRole('heading', { level: 1, name: /Taken26/ }).waitFor();
    });

    it('is not lost by accident before it is created', async () => {
      const { tab } = ada;
      await newLink();
      await field(/^Destination/).fill('products/7');
      const leave = tab.getByRole('dialog', { name: 'Leave without saving?' });
      const ways = [
        () => tab.getByRole('navigation').getByRole('link', { name: 'Templates' }).click(),
        () => tab.getByRole('link', { name: 'Cancel' }).click(),
        () => tab.goBack(),
      ];
      for (const way of ways) {
        await way();
        await leave.getByRole('button', { name: 'Keep editing' }).click();
        await leave.waitFor({ state: 'detached' });
        // After "Back", the address is changed back a moment later.
        await tab.waitForURL(/\/links\/new$/);
        assert.equal(await field(/^Destination/).inputValue(), 'products/7');
      }
      const confirmation = tab.waitForEvent('dialog');
      await tab.close({ runBeforeUnload: true });
      const dialog = await confirmation;
      assert.equal(dialog.type(), 'beforeunload');
      await dialog.dismiss();
      assert.equal(await field(/^Destination/).inputValue(), 'products/7');
      await tab.getByRole('link', { name: 'Cancel' }).click();
      await leave.getByRole('button', { name: 'Leave and discard' }).click();
      await tab.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
      assert.deepEqual(ada.complaints, []);
    });
  });
}
