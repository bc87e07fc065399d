import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { join } from './join.ts';
import { BEN, type Person, type ShownRole, type Window } from './open-dashboard.ts';

/** What a person finds on a page to press or to type into. */
interface Found {
  /** By the names that they have; ways to elsewhere are not among them. */
  readonly usable: readonly string[];
  /** How many are greyed out. */
  readonly disabled: number;
  /** Whose role it takes, as the page says. */
  readonly takes: ShownRole | undefined;
}

const LOOK = `(() => {
  const all = [...document.querySelectorAll('main :is(button, input, textarea, select)')]
    .filter((one) => one.checkVisibility());
  const usable = all.filter((one) => !one.matches(':disabled, [aria-disabled=true]'));
  const name = (one) =>
    one.getAttribute('aria-label') ?? one.labels?.[0]?.firstChild.textContent ?? one.textContent;
  return {
    usable: usable.map(name),
    disabled: all.length - usable.length,
    takes: /To make changes, you need the (\\w+)/.exec(document.querySelector('main').innerText)?.[1],
  };
})()`;

const FOR_ALL: Record<string, Found> = {
  Platforms: { usable: ['Example path'], disabled: 13, takes: 'Owner' },
  Domains: {
    usable: ['Check domains', 'Copy: the name of the A / AAAA record'],
    disabled: 0,
    takes: 'Owner',
  },
  // Seven tokens, three choices of what platform tokens create, and a limit with its two buttons.
  Tokens: { usable: [], disabled: 13, takes: 'Owner' },
  Members: { usable: [], disabled: 2, takes: 'Owner' },
  'Audit log': { usable: ['What changed', 'What changed'], disabled: 0, takes: undefined },
  Doctor: { usable: ['Check domains'], disabled: 0, takes: undefined },
};
const VERA: Person = { ...BEN, email: 'vera@shop.example', name: 'Vera' };
/** Of the visitor pages, to look at. */
const PREVIEW = ['Light', 'Dark', 'Page', 'Device', 'Language'];

describeInBrowser('what each role can do', (browser) => {
  let service: Service;
  before(async () => {
    service = await startService();
    await service.apply({ apps: SHOP.apps.map((app) => ({ ...app, hosts: ['go.shop.example'] })) });
  });

  /** Goes to each page and looks until it shows what is expected, or for a while. */
  async function walk({ tab }: Window, pages: Record<string, Found>): Promise<void> {
    const found: Record<string, Found> = {};
    for (const [name, expected] of Object.entries(pages)) {
      await tab.getByRole('navigation').getByRole('link', { name }).click();
      await tab.getByRole('heading', { name, level: 1 }).waitFor();
      for (const end = Date.now() + 5_000; Date.now() < end;) {
        found[name] = await tab.evaluate<Found>(LOOK);
        if (isDeepStrictEqual(found[name], expected)) break;
        await tab.waitForTimeout(50);
      }
    }
    assert.deepEqual(found, pages);
  }

  it('Viewer: sees everything and changes nothing', async () => {
    const vera = await join(browser(), service, VERA, 'viewer');
    await walk(vera, {
      Templates: { usable: ['Destination'], disabled: 1, takes: 'Editor' },
      ...FOR_ALL,
      Appearance: { usable: PREVIEW, disabled: 9, takes: 'Editor' },
    });
    const { tab } = vera;
    await tab.getByRole('navigation').getByRole('link', { name: 'Templates' }).click();
    await tab.getByText('New template').hover();
    await tab.getByRole('tooltip').getByText('Requires the Editor role.').waitFor();
    await tab.getByRole('link', { name: /^product/ }).click();
    await tab.getByText('To make changes, you need the Editor role.').waitFor();
    assert.equal(await tab.getByLabel(/^Pattern/).isEnabled(), false);
    assert.equal(await tab.getByRole('button', { name: 'Save' }).count(), 0);
    assert.deepEqual(vera.complaints, []);
  });

  it('Editor: changes templates and visitor pages, and sees the rest', async () => {
    const ben = await join(browser(), service, BEN, 'editor');
    const { tab } = ben;
    await walk(ben, { ...FOR_ALL, Members: { usable: [], disabled: 3, takes: 'Owner' } });
    await tab.getByRole('navigation').getByRole('link', { name: 'Tokens' }).click();
    await tab.getByText('New token').hover();
    await tab.getByRole('tooltip').getByText('Requires the Owner role.').waitFor();

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
