import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { Keyboard } from './keyboard.ts';
import { ADA, firstOwner, focused, newWindow, type Window } from './open-dashboard.ts';

describeInBrowser('the dashboard with the keyboard alone', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const make = (body: object) => service.request('POST', '/manage/v1/smartlinks', { body });
    await make({ uri: 'products/1', code: 'Walk26', name: 'Spring walk', tags: ['spring'] });
    await make({ uri: 'products/2', code: 'Other26' });
    const hook = { url: 'https://localhost/coupons', description: 'Coupons' };
    await service.request('POST', '/manage/v1/webhooks', { body: hook });
    ada = await firstOwner(browser(), service);
  });

  const link = async (code: string) =>
    (await service.request('GET', `/manage/v1/smartlinks/${code}`)).json;

  const inWindow = (window: Window) => ({
    ...window,
    keyboard: new Keyboard(window.tab),
    heading: (name: RegExp | string) => window.tab.getByRole('heading', { level: 1, name }),
  });

  it('makes a link with an external ID, UTM, validity and a rule, which shows all of it', async () => {
    const { tab, goto, keyboard, heading, complaints } = inWindow(ada);
    await goto('shop/links');
    await heading('Links').waitFor();
    await keyboard.open(/^New link/, heading('New link'));
    await keyboard.type('products/5');
    await keyboard.tabTo(/^Campaign parameters/);
    await keyboard.press('Enter');
    await tab.getByRole('group', { name: /^Campaign/ }).waitFor();
    for (const [field, value] of [
      ['Source', 'newsletter'],
      ['Medium', 'email'],
      ['Campaign', 'spring'],
    ] as const) {
      await keyboard.tabTo(new RegExp(`^${field} `));
      await keyboard.type(value);
    }
    await keyboard.tabTo(/^Short code/);
    await keyboard.type('Keys26');
    await keyboard.tabTo(/^External ID/);
    await keyboard.type('order-26');

    await keyboard.tabTo(/^Validity/);
    await keyboard.press('Enter');
    await tab.getByLabel('Works from').waitFor();
    await keyboard.press('Tab');
    // Equal parts: the order of the day and the month is that of the locale. The hour follows the fourth digit of a year.
    await keyboard.type('05052026');
    await keyboard.type('0930A');
    await keyboard.tabTo(/^Works until/);
    await keyboard.type('05052036');
    await keyboard.type('0815A');
    await keyboard.tabTo(/^Later visitors go to/);
    await keyboard.type('https://shop.example/over');

    await keyboard.tabTo(/^Conditional routes/);
    await keyboard.press('Enter');
    await keyboard.tabTo(/^Add rule/);
    await keyboard.press('Enter');
    await keyboard.type('German');
    await keyboard.tabTo(/^Add condition/);
    await keyboard.press('Enter');
    await tab.getByRole('menuitem', { name: 'Language' }).waitFor();
    await keyboard.choose(/^Language/);
    await tab.getByRole('combobox', { name: 'Preferred language' }).waitFor();
    await keyboard.type('de');
    await keyboard.press('Enter');
    await keyboard.tabTo(/^Add platform/);
    await keyboard.press('Enter');
    await tab.getByRole('menuitem', { name: 'Web' }).waitFor();
    await keyboard.choose(/^Web/);
    await keyboard.type('https://shop.example/de');
    await keyboard.open(/^Create link/, heading(/Keys26/));

    const made = await link('Keys26');
    const uri = 'products/5?utm_source=newsletter&utm_medium=email&utm_campaign=spring';
    assert.deepEqual([made.uri, made.external_id], [uri, 'order-26']);
    assert.equal(made.expired_url, 'https://shop.example/over');
    assert.deepEqual(made.rules, [
      {
        name: 'German',
        when: { language: ['de'] },
        routes: { web: { link: 'https://shop.example/de' } },
      },
    ]);
    const shown = await tab.evaluate(
      (times) => times.map((time) => new Date(time).toLocaleString('sv').slice(0, 16)),
      [made.valid_from, made.valid_until] as string[],
    );
    assert.deepEqual(shown, ['2026-05-05 09:30', '2036-05-05 08:15']);
    // The page of the link shows all of it.
    const main = tab.getByRole('main');
    await main.getByText('order-26').first().waitFor();
    await main.getByText(uri).first().waitFor();
    const validity = tab.getByRole('region', { name: 'Validity', exact: true });
    await validity.getByText(/5 May 2026/).waitFor();
    await validity.getByText(/5 May 2036/).waitFor();
    await validity.getByText('https://shop.example/over').waitFor();
    const rules = tab.getByRole('region', { name: 'Conditional routes', exact: true });
    await rules.getByText('language is de').waitFor();
    await rules.getByText('https://shop.example/de').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('never has the focus below a header that stays in the window', async () => {
    const { tab, goto, keyboard, heading } = inWindow(ada);
    await tab.setViewportSize({ width: 1280, height: 480 });
    await goto('shop/settings/platforms');
    await heading('Platforms').waitFor();
    const last = tab.getByRole('region', { name: 'Android' }).getByRole('textbox').last();
    await last.focus();
    assert.ok((await tab.evaluate<number>('scrollY')) > 480);
    const covered: string[] = [];
    for (let step = 0; step < 30; step++) {
      await keyboard.press('Shift+Tab');
      const found = await tab.evaluate<string>(COVERED);
      if (found !== '') covered.push(found);
    }
    assert.deepEqual(covered, []);
    await tab.setViewportSize({ width: 1280, height: 720 });
  });

  it('has a switch for the shortcut of one key', async () => {
    const { tab, goto, to, keyboard, heading } = inWindow(ada);
    const search = tab.getByRole('searchbox');
    await to('account');
    await heading('Account').waitFor();
    await keyboard.tabTo(/^The key \/ searches/);
    await keyboard.press('Space');
    await goto('shop/links');
    const named = tab.getByRole('link', { name: 'Walk26' });
    await named.focus();
    await tab.keyboard.press('/');
    await focused(named);
    assert.equal(await search.getAttribute('aria-keyshortcuts'), null);
  });

  it('is used on its main pages; the focus is always visible and never lost', async () => {
    const window = await newWindow(browser(), service);
    const { tab, goto, keyboard, heading, complaints } = inWindow(window);

    // Sign in.
    await goto('sign-in');
    await keyboard.isSeen('opening');
    await keyboard.type(ADA.email);
    await keyboard.tabTo(/^Password/);
    await keyboard.type(ADA.password);
    await keyboard.tabTo(/^Show password/);
    await keyboard.press('Enter');
    await tab
      .getByLabel(/^Password/)
      .and(tab.locator('[type=text]'))
      .waitFor();
    await keyboard.tabTo(/^Password/, 'Shift+Tab');
    await keyboard.press('Enter');
    await heading('Links').waitFor();

    // The list and its search.
    const table = tab.getByRole('table', { name: 'Links' });
    await table.getByRole('link', { name: 'Walk26' }).waitFor();
    await tab.keyboard.press('/');
    await keyboard.isSeen('/');
    await keyboard.type('Other26');
    await table.getByRole('link', { name: 'Walk26' }).waitFor({ state: 'detached' });
    await keyboard.press('Escape');
    await table.getByRole('link', { name: 'Walk26' }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowUp');

    // The command palette opens a link.
    await keyboard.press('Control+K');
    const palette = tab.getByRole('dialog', { name: /^Search or go to/ });
    await palette.waitFor();
    // On a slow machine, the first letters alone are searched too, and their results disappear.
    const searched = tab.waitForResponse(
      (response) => new URL(response.url()).searchParams.get('q') === 'Spring walk',
    );
    await keyboard.type('Spring walk');
    await searched;
    await palette.locator('[data-selected]', { hasText: 'Walk26' }).waitFor();
    await keyboard.press('Enter');
    await heading('Spring walk').waitFor();
    await palette.waitFor({ state: 'detached' });
    await keyboard.isSeen('Enter');

    // Edit and save.
    await keyboard.tabTo(/^Edit: Name and note/);
    await keyboard.press('Enter');
    await keyboard.isInField();
    await keyboard.press('Control+A');
    await keyboard.type('Autumn walk');
    await keyboard.tabTo(/^Save/);
    await keyboard.press('Enter');
    await heading('Autumn walk').waitFor();
    await keyboard.isSeen('saving');

    // Disable, and undo it.
    await keyboard.tabTo(/^More actions|^Actions|^More/, 'Shift+Tab');
    await keyboard.press('Enter');
    await tab.getByRole('menuitem', { name: 'Disable' }).waitFor();
    await keyboard.choose(/^Disable/);
    await tab.getByRole('button', { name: 'Undo: disable Walk26' }).waitFor();
    assert.equal((await link('Walk26')).state, 'disabled');
    await keyboard.isSeen('disabling');
    await keyboard.press('Control+Z');
    await eventually('it is enabled', async () => (await link('Walk26')).state === 'active');
    await tab.getByText('This link is disabled').waitFor({ state: 'detached' });
    await keyboard.isSeen('undo');

    // The QR code.
    await keyboard.tabTo(/^QR/, 'Shift+Tab');
    await keyboard.press('Enter');
    const qr = tab.getByRole('dialog', { name: /QR/ });
    await qr.getByRole('img', { name: /QR/ }).waitFor();
    await keyboard.isSeen('opening the QR code');
    await keyboard.press('Tab', 3);
    await keyboard.press('Escape');
    await qr.waitFor({ state: 'detached' });
    await keyboard.isSeen('closing the QR code');

    // Settings, the schema editor, webhooks.
    await keyboard.open(/^Platforms/, heading('Platforms'));
    await keyboard.open(/^Metadata/, heading('Metadata'));
    const schema = tab.getByRole('textbox', { name: /schema/i });
    await keyboard.tabTo(/schema.*<textarea>/i);
    await keyboard.type('{}');
    // Tab leaves the editor.
    await keyboard.press('Tab');
    assert.equal(await schema.and(tab.locator(':focus')).count(), 0);
    await keyboard.press('Shift+Tab');
    await keyboard.press('Control+A');
    await keyboard.press('Delete');
    await keyboard.tabTo(/^Insert an example|example/i);
    await keyboard.press('Enter');
    await keyboard.tabTo(/^Save/);
    await keyboard.press('Enter');
    // A message can be about an earlier change. The form asks before it is left with changes.
    await eventually('the schema is saved', async () => {
      const { metadata_schema: saved } = (await service.request('GET', '/manage/v1/app')).json;
      return Object.keys(saved).length > 0;
    });
    await tab.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
    await keyboard.isSeen('saving the schema');
    await keyboard.open(/^Webhooks/, heading('Webhooks'));
    await keyboard.open(/^Coupons/, heading(/Coupons/));
    await keyboard.tabTo(/^Disable/);
    await keyboard.press('Enter');
    await tab.getByRole('button', { name: 'Enable', exact: true }).waitFor();
    await keyboard.isSeen('disabling the webhook');

    // Sign out.
    await keyboard.tabTo(/^Account/, 'Shift+Tab');
    await keyboard.press('Enter');
    await tab.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await keyboard.choose(/^Sign out/);
    await tab.getByLabel(/^Email/).waitFor();
    await keyboard.isSeen('signing out');
    assert.deepEqual(complaints, []);
  });
});

/** The element that has the focus if nothing of it can be seen, because others are in front of it; otherwise empty. */
const COVERED = `(() => {
  const element = document.activeElement;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].map((part) => [left + (right - left) / 2, top + (bottom - top) * part]);
  const isSeen = points.some(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || element.parentElement.contains(hit));
  });
  return isSeen ? '' : element.outerHTML.slice(0, 200);
})()`;
