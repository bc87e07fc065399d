import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser, PATIENCE_MS } from '../browser/open-browser.ts';
import { join } from './join.ts';
import {
  BEN,
  focused,
  openFirstPage,
  type Person,
  type ShownRole,
  type Window,
} from './open-dashboard.ts';

/** The controls in the main part of a page. */
interface Controls {
  /** Their accessible names. Links are not included. */
  readonly usable: readonly string[];
  /** How many controls are disabled. */
  readonly disabled: number;
  /** The role that the page says is required for changes. */
  readonly requiredRole: ShownRole | undefined;
}

const READ_CONTROLS = `(() => {
  const all = [...document.querySelectorAll('main :is(button, input, textarea, select)')]
    .filter((one) => one.checkVisibility());
  const usable = all.filter((one) => !one.matches(':disabled, [aria-disabled=true]'));
  const name = (one) =>
    one.getAttribute('aria-label') ?? one.labels?.[0]?.firstChild.textContent ?? one.textContent;
  return {
    usable: usable.map(name),
    disabled: all.length - usable.length,
    requiredRole: /To make changes, you need the (\\w+)/.exec(document.querySelector('main').innerText)?.[1],
  };
})()`;

const READ_ONLY_PAGES: Record<string, Controls> = {
  Platforms: {
    usable: ['Example path', ...Array.from({ length: 4 }, () => 'Help: Fallback')],
    disabled: 13,
    requiredRole: 'Owner',
  },
  Domains: {
    usable: ['Check domains', 'Help: Domain', 'Copy: the name of the A / AAAA record'],
    disabled: 0,
    requiredRole: 'Owner',
  },
  // Seven tokens, three options for what platform tokens can create, and a limit.
  Tokens: { usable: ['Help: Platform token'], disabled: 11, requiredRole: 'Owner' },
  Members: { usable: ['Leave app: shop'], disabled: 1, requiredRole: 'Owner' },
  'Audit log': { usable: ['What changed', 'What changed'], disabled: 0, requiredRole: undefined },
  Doctor: { usable: ['Check domains'], disabled: 0, requiredRole: undefined },
};
const VERA: Person = { ...BEN, email: 'vera@shop.example', name: 'Vera' };
/** The controls of the preview, which every role can use. */
const PREVIEW_CONTROLS = ['Light', 'Dark', 'Page', 'Device', 'Language'];

describeInBrowser('what each role can do', (browser) => {
  let service: Service;
  before(async () => {
    service = await startService();
    await service.apply({ apps: SHOP.apps.map((app) => ({ ...app, hosts: ['go.shop.example'] })) });
  });

  /** Opens each page and waits until it shows the expected controls; fails if it does not. */
  async function assertControls({ tab }: Window, pages: Record<string, Controls>): Promise<void> {
    const found: Record<string, Controls> = {};
    for (const [name, expected] of Object.entries(pages)) {
      await tab.getByRole('navigation').getByRole('link', { name }).click();
      await tab.getByRole('heading', { name, level: 1 }).waitFor();
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
        found[name] = await tab.evaluate<Controls>(READ_CONTROLS);
        if (isDeepStrictEqual(found[name], expected)) break;
        await tab.waitForTimeout(50);
      }
    }
    assert.deepEqual(found, pages);
  }

  it('Viewer: sees everything and changes nothing', async () => {
    const vera = await join(browser(), service, VERA, 'viewer');
    await openFirstPage(vera);
    await assertControls(vera, {
      Templates: { usable: ['Help: Template', 'Destination'], disabled: 1, requiredRole: 'Editor' },
      ...READ_ONLY_PAGES,
      Appearance: { usable: PREVIEW_CONTROLS, disabled: 10, requiredRole: 'Editor' },
    });
    const { tab } = vera;
    await tab.getByRole('navigation').getByRole('link', { name: 'Templates' }).click();
    await tab.getByText('New template').hover();
    await tab.getByRole('tooltip').getByText('Requires the Editor role.').waitFor();
    // The keyboard reaches the reason too, and screen readers read it.
    await tab.mouse.move(0, 0);
    await tab.getByRole('tooltip').waitFor({ state: 'detached' });
    const create = tab.getByRole('button', { name: 'New template', disabled: true });
    await tab.getByRole('button', { name: 'Help: Template' }).focus();
    await tab.keyboard.press('Shift+Tab');
    await focused(create);
    await tab.getByRole('tooltip').getByText('Requires the Editor role.').waitFor();
    const described = await create.getAttribute('aria-describedby');
    assert.equal(
      await tab.locator(`[id="${described}"]`).textContent(),
      'Requires the Editor role.',
    );
    await tab.getByRole('link', { name: /^product/ }).click();
    await tab.getByText('To make changes, you need the Editor role.').waitFor();
    assert.equal(await tab.getByLabel(/^Pattern/).isEnabled(), false);
    assert.equal(await tab.getByRole('button', { name: 'Save' }).count(), 0);
    await tab.keyboard.press('Control+K');
    const palette = tab.getByRole('dialog', { name: 'Search or go to…' });
    await palette.getByRole('button', { name: 'Templates' }).waitFor();
    assert.equal(await palette.getByRole('button', { name: /^New/ }).count(), 0);
    assert.deepEqual(vera.complaints, []);
  });

  it('Editor: changes templates and visitor pages, and sees the rest', async () => {
    const ben = await join(browser(), service, BEN, 'editor');
    await openFirstPage(ben);
    const { tab } = ben;
    await assertControls(ben, {
      ...READ_ONLY_PAGES,
      Members: { usable: ['Leave app: shop'], disabled: 2, requiredRole: 'Owner' },
    });
    await tab.getByRole('navigation').getByRole('link', { name: 'Tokens' }).click();
    await tab.getByText('New token').hover();
    await tab.getByRole('tooltip').getByText('Requires the Owner role.').waitFor();
    await tab.mouse.move(0, 0);
    await tab.getByRole('tooltip').waitFor({ state: 'detached' });
    const time = tab.locator('time').first();
    await time.focus();
    await tab.keyboard.press('Shift+Tab');
    await tab.keyboard.press('Tab');
    await focused(time);
    await tab.getByRole('tooltip').getByText(String(new Date().getFullYear())).waitFor();

    await tab.getByRole('navigation').getByRole('link', { name: 'Appearance' }).click();
    await tab.getByLabel('App name').fill('Ben’s shop');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('Your changes are in effect.').waitFor();
    await tab.getByRole('navigation').getByRole('link', { name: 'Templates' }).click();
    await tab.getByRole('link', { name: /^product/ }).click();
    await tab.getByLabel(/^Pattern/).fill('goods/:id');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('New links use “product”.').waitFor();
    const { json } = await service.request('GET', '/manage/v1/app');
    assert.deepEqual([json.visits.title, json.templates[0].pattern], ['Ben’s shop', 'goods/:id']);
    assert.deepEqual(ben.complaints, []);
  });
});
