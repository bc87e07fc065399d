import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { PATIENCE_MS } from '../browser/open-browser.ts';
import { createLinks } from './create-links.ts';
import type { Fixture } from './fixture.ts';
import { chooseItem, focused, type Window } from './open-dashboard.ts';

export function linksList(fixture: Fixture): void {
  describe('the list of links', () => {
    let service: Service;
    let ada: Window;

    before(async () => {
      ({ service, ada } = fixture);
    });

    /** Waits until the list shows exactly these links, in this order. */
    const lists = async (...codes: string[]): Promise<void> => {
      const { tab } = ada;
      const links = tab.getByRole('table', { name: 'Links' }).getByRole('link');
      // The page itself reports the count. The links would be read again and again.
      await tab.getByText(new RegExp(`^${codes.length} (matching )?links?$`)).waitFor();
      await eventually(`the list has ${codes.join(', ')}`, async () =>
        isDeepStrictEqual(await links.allTextContents(), codes),
      );
    };
    const search = (): string => new URL(ada.tab.url()).search;
    /** The page loads its data again. */
    const reconnect = async (): Promise<void> => {
      await ada.tab.context().setOffline(true);
      await ada.tab.locator('.offline').waitFor();
      await ada.tab.context().setOffline(false);
    };

    it('explains what to do while there are no links', async () => {
      const { tab } = ada;
      await tab.getByRole('heading', { name: 'No links yet' }).waitFor();
      await tab.getByText('takes each visitor to the right destination').waitFor();
      assert.equal(await tab.getByRole('searchbox').count(), 0);
      await tab.getByRole('link', { name: 'Create your first link' }).click();
      await tab.getByRole('heading', { name: 'New link', level: 1 }).waitFor();
      await tab.goBack();
      await tab.getByRole('heading', { name: 'No links yet' }).waitFor();
    });

    it('is searched while the user types, by code, URI and address', async () => {
      const { tab, goto } = ada;
      await createLinks(service, [
        { uri: 'shoes/gone', code: 'Gone2026' },
        { uri: 'shoes/first', code: 'Oldest1', tags: ['winter'] },
        ...Array.from({ length: 300 }, (_, n) => ({
          uri: n < 40 ? `products/${n}` : `articles/${n}`,
        })),
        { uri: 'shoes/spring', code: 'Spring26', tags: ['spring', 'print', 'shoes'] },
        { uri: 'shoes/last', code: 'Newest1', tags: ['spring'] },
      ]);
      await service.request('PATCH', '/manage/v1/smartlinks/Newest1', {
        body: { state: 'disabled' },
      });

      await goto('shop/links');
      const box = tab.getByRole('searchbox');
      await tab.getByRole('link', { name: 'Newest1' }).waitFor();
      // On many keyboards, the key is typed with Shift.
      const event = { key: '/', code: 'Digit7', shiftKey: true, bubbles: true };
      await tab.locator('body').dispatchEvent('keydown', event);
      await focused(box);
      await box.blur();
      await tab.keyboard.press('/');
      await tab.keyboard.type('spring2');
      await lists('Spring26');
      await box.fill('shoes/');
      await lists('Newest1', 'Spring26', 'Oldest1', 'Gone2026');
      assert.equal(search(), '?q=shoes%2F');
      // The row that had the focus last is gone when the list is read again: the keyboard reaches another one.
      await tab.getByRole('link', { name: 'Gone2026' }).focus();
      await box.focus();
      await service.request('DELETE', '/manage/v1/smartlinks/Gone2026');
      await reconnect();
      await lists('Newest1', 'Spring26', 'Oldest1');
      await box.press('ArrowDown');
      const oldest = tab.getByRole('link', { name: 'Oldest1' });
      const spring = tab.getByRole('link', { name: 'Spring26' });
      await focused(oldest);
      // A link that is new above the focus does not use up a key press.
      await tab.keyboard.press('ArrowUp');
      await focused(spring);
      await createLinks(service, [{ uri: 'shoes/new', code: 'Shortly1' }]);
      await reconnect();
      await lists('Shortly1', 'Newest1', 'Spring26', 'Oldest1');
      await focused(spring);
      await tab.keyboard.press('ArrowDown');
      await focused(oldest);
      await service.request('DELETE', '/manage/v1/smartlinks/Shortly1');
      await box.fill(`${service.url}/Oldest1`);
      await lists('Oldest1');
      await box.fill(`${new URL(service.url).host}/oldest`);
      await lists('Oldest1');
      await box.fill('SHOES/LAST');
      await lists('Newest1');
      // A tag of one, and the destination of the other.
      await box.fill('Spring');
      await lists('Newest1', 'Spring26');
      // No link has these words. The page repeats the search and offers to clear it.
      await box.fill('boots');
      await tab.getByRole('heading', { name: 'No matching links' }).waitFor();
      await tab.getByText('The search finds the beginning of a short code').waitFor();
      await tab.getByRole('button', { name: 'Clear search and filters' }).click();
      await tab.getByRole('link', { name: 'Newest1' }).waitFor();
      // The field follows the address, which the list does too.
      await eventually('the field is empty', async () => (await box.inputValue()) === '');
      assert.equal(search(), '');
      await focused(box);
      // Behind a dialog, the key does nothing.
      await tab.getByRole('button', { name: 'Saved filters' }).click();
      const dialog = tab.getByRole('dialog', { name: 'Saved filters' });
      await dialog.dispatchEvent('keydown', { key: '/', bubbles: true });
      assert.equal(await tab.locator('[type=search]:focus').count(), 0);
      await tab.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    });

    it('finds links, pages and actions with Ctrl K', async () => {
      const { tab, goto } = ada;
      const body = { name: 'Poster Léa', metadata: { coupon: 'WELCOME' } };
      await service.request('PATCH', '/manage/v1/smartlinks/Oldest1', { body });
      const dialog = tab.getByRole('dialog', { name: 'Search or go to…' });
      const choose = async (typed: string, found: RegExp): Promise<void> => {
        await tab.keyboard.press('Control+K');
        await dialog.getByRole('textbox').fill(typed);
        await dialog.getByRole('button', { name: found }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      await choose('poster lÉ', /Poster Léa.*Oldest1/);
      await tab.getByRole('heading', { level: 1, name: 'Poster Léa' }).waitFor();
      await choose('new temp', /^New template$/);
      await tab.getByRole('heading', { level: 1, name: 'New template' }).waitFor();
      await choose('doctor', /^Doctor$/);
      await tab.getByRole('heading', { level: 1, name: 'Doctor' }).waitFor();
      await choose('dark', /^Theme: Dark$/);
      await tab.locator('html[data-mantine-color-scheme=dark]').waitFor();
      await choose('theme', /^Theme: System$/);
      // A search of many links has pages without results.
      await tab.route('**/smartlinks?q=welcome&limit=6', (route) =>
        route.fulfill({ json: { smartlinks: [], next_cursor: '1000000' } }),
      );
      await choose('welcome', /Oldest1/);
      await tab.getByRole('heading', { level: 1, name: 'Poster Léa' }).waitFor();
      await tab.route('**/smartlinks?q=failing&*', (route) =>
        route.fulfill({ status: 500, body: '{}' }),
      );
      await tab.keyboard.press('Control+K');
      await dialog.getByRole('textbox').fill('failing');
      await dialog.getByText('The links could not be searched. Try again.').waitFor();
      // The service refuses control characters, which no link contains.
      await dialog.getByRole('textbox').fill('a\u0001b');
      await dialog.getByText('No results', { exact: true }).waitFor();
      await tab.keyboard.press('Escape');
      // While requests are intercepted, the browser does not use its cache.
      await tab.unrouteAll();
      const none = { name: null, metadata: null };
      await service.request('PATCH', '/manage/v1/smartlinks/Oldest1', { body: none });
      await goto('shop/links');
      await tab.getByRole('link', { name: 'Newest1' }).waitFor();
    });

    it('opens the first result of the complete text if Enter is pressed before it has arrived', async () => {
      const { tab, to } = ada;
      const dialog = tab.getByRole('dialog', { name: 'Search or go to…' });
      const field = dialog.getByRole('textbox');
      const busy = dialog.getByRole('status').filter({ hasText: 'Loading' });
      /** Holds the responses to searches for this text; returns a function that lets them arrive. */
      const hold = async (text: string): Promise<() => void> => {
        let release!: () => void;
        const released = new Promise<void>((resolve) => (release = resolve));
        await tab.route(`**/smartlinks?q=${text}&limit=6`, async (route) => {
          await released;
          await route.continue();
        });
        return release;
      };
      const release = await hold('spring26');
      await tab.keyboard.press('Control+K');
      await field.pressSequentially('spring26');
      await tab.keyboard.press('Enter');
      await busy.waitFor();
      release();
      await tab.getByRole('heading', { level: 1, name: /Spring26/ }).waitFor();
      await dialog.waitFor({ state: 'detached' });

      // Results of "oldest" are shown. The links of the longer text are not among them, and Enter opens none of them.
      const releaseLonger = await hold('oldest1-no');
      await tab.keyboard.press('Control+K');
      await field.fill('oldest1');
      await dialog.locator('[data-selected]', { hasText: 'Oldest1' }).waitFor();
      await field.fill('oldest1-no');
      await tab.keyboard.press('Enter');
      await busy.waitFor();
      releaseLonger();
      await dialog.getByText('No results', { exact: true }).waitFor();
      // Enter was for the text that had no results. It opens nothing later.
      const releaseShorter = await hold('oldest');
      await field.fill('oldest');
      await busy.waitFor();
      releaseShorter();
      await dialog.locator('[data-selected]', { hasText: 'Oldest1' }).waitFor();
      // A result of a longer text, which also matches the shorter one, is not opened before the results of the shorter.
      const releaseShortest = await hold('shoes');
      await field.fill('shoes/first');
      await dialog.locator('[data-selected]', { hasText: 'Oldest1' }).waitFor();
      await field.fill('shoes');
      await tab.keyboard.press('Enter');
      await busy.waitFor();
      releaseShortest();
      await tab.getByRole('heading', { level: 1, name: /Newest1/ }).waitFor();
      await dialog.waitFor({ state: 'detached' });
      await tab.unrouteAll();
      await to('shop/links');
      await tab.getByRole('link', { name: 'Newest1' }).waitFor();
    });

    it('filters by state, template and tag, and "back" undoes each filter', async () => {
      const { tab, goto, to } = ada;
      const choose = async (field: string, option: string): Promise<void> => {
        await tab.getByRole('combobox', { name: field }).click();
        await tab.getByRole('option', { name: option, exact: true }).click();
      };
      await choose('Tag', 'spring');
      await lists('Newest1', 'Spring26');
      await choose('Sort by', 'Oldest first');
      await lists('Spring26', 'Newest1');
      await choose('State', 'Disabled');
      await lists('Newest1');
      const address = tab.url();
      await tab.goBack();
      await lists('Spring26', 'Newest1');
      await tab.goBack();
      await lists('Newest1', 'Spring26');
      assert.equal(search(), '?tag=spring');
      // The other tags are still offered for a tag whose label differs from it.
      await to('shop/links?tag=season%2F');
      const tag = tab.getByRole('combobox', { name: 'Tag' });
      await tag.and(tab.locator('[value="season/ (all)"]')).waitFor();
      await choose('Tag', 'spring');
      // Until then, the list can be the one before "season/".
      await tag.and(tab.locator('[value="spring"]')).waitFor();
      await lists('Newest1', 'Spring26');

      // A change before the page shows the last one does not undo that one.
      await tab.getByRole('combobox', { name: 'Template' }).click();
      await tab.getByRole('option', { name: 'product', exact: true }).waitFor();
      await tab.evaluate(`(() => {
        const options = [...document.querySelectorAll('[role="option"]')];
        document.querySelector('button[aria-label="Clear"]').click();
        options.find(({ textContent }) => textContent === 'product').click();
      })()`);
      // On a busy machine, a page can end early; the next one is loaded when the end of the list is visible.
      await tab.mouse.move(500, 500);
      await eventually('the list ends', async () => {
        await tab.mouse.wheel(0, 2000);
        return tab.getByText('40 matching links').isVisible();
      });
      assert.equal(search(), '?template=product');

      // The address keeps the filters, so other users can open it.
      await tab.goto(address);
      await lists('Newest1');
      assert.equal(await tab.getByRole('combobox', { name: 'Tag' }).inputValue(), 'spring');
      assert.equal(await tab.getByRole('combobox', { name: 'State' }).inputValue(), 'Disabled');
      assert.equal(
        await tab.getByRole('combobox', { name: 'Sort by' }).inputValue(),
        'Oldest first',
      );
      // Users can also type an address by hand.
      await goto('shop/links?q=true&tag={"a":1}&state=asleep');
      await tab.getByRole('heading', { name: 'No matching links' }).waitFor();
      assert.equal(await tab.getByRole('searchbox').inputValue(), 'true');
    });

    it('loads more while the user scrolls, and restores the position after "back"', async () => {
      const { tab } = ada;
      await tab.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
      await tab.getByRole('link', { name: 'Newest1' }).waitFor();
      await tab.mouse.move(500, 500);
      const oldest = tab.getByRole('link', { name: 'Oldest1' });
      const end = Date.now() + PATIENCE_MS;
      while (Date.now() < end && !(await oldest.isVisible())) {
        await tab.mouse.wheel(0, 2000);
        await tab.evaluate('new Promise(requestAnimationFrame)');
      }
      await tab.getByText('303 links').waitFor();
      let scrolled = NaN;
      // The last turn of the wheel can still move the page.
      await eventually('the page stands still', async () => {
        await oldest.scrollIntoViewIfNeeded();
        const earlier = scrolled;
        scrolled = await tab.evaluate<number>(
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY))))',
        );
        return scrolled === earlier;
      });
      assert.ok(scrolled > 10_000, `${scrolled} pixels`);
      await oldest.click();
      await tab.getByRole('heading', { level: 1, name: /Oldest1/ }).waitFor();
      await tab.goBack();
      await oldest.waitFor();
      await tab.waitForFunction(`scrollY === ${scrolled}`);
      assert.deepEqual(ada.complaints, []);
    });

    it('says that it could not be loaded again, and tries it again', async () => {
      const { tab, goto } = ada;
      const main = tab.getByRole('main');
      const failed = main.getByRole('alert').getByText('The service responded with status 500.');
      const calls = /\/smartlinks[?/]/;
      const recovers = async (end: RegExp): Promise<void> => {
        await main.getByText(end).waitFor();
        await tab.route(calls, (route) => route.fulfill({ status: 500, body: '{}' }));
        // After a change that failed, the list is loaded again.
        await tab.getByRole('button', { name: 'Actions: Oldest1' }).click();
        await chooseItem(tab, 'Disable');
        await failed.waitFor();
        await tab.unroute(calls);
        await main.getByRole('button', { name: 'Try again' }).click();
        await failed.waitFor({ state: 'detached' });
        await main.getByText(end).waitFor();
      };
      await goto('shop/links?sort=oldest');
      // The button is at the end of the list, so the following links can be loaded too.
      await recovers(/^(?:Loading…|303 links)$/);
      await goto('shop/links?q=shoes%2F');
      await recovers(/^3 matching links$/);
      assert.deepEqual(ada.complaints, []);
    });
  });
}
