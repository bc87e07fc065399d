import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator, Page as Tab } from 'playwright-core';
import { clicksSettled } from '#server/test/clicks/settled.ts';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { violationsInBothThemes } from './axe.ts';
import { chooseItem, firstOwner, type Window } from './open-dashboard.ts';

interface Layer {
  readonly path: string;
  /** Opens the layer. */
  readonly open: (tab: Tab) => Promise<void>;
  /** What is visible when it is open. */
  readonly shown: (tab: Tab) => Locator;
  /** It does not end with its page, but when Escape is pressed. */
  readonly stays?: true;
  /** Requests of its page are not answered, so the next page must be loaded. */
  readonly hangs?: true;
}

const button = (tab: Tab, name: string | RegExp): Locator => tab.getByRole('button', { name });
const press = (name: string | RegExp) => (tab: Tab) => button(tab, name).first().click();
const dialog = (name: string | RegExp) => (tab: Tab) => tab.getByRole('dialog', { name });
const menu = (tab: Tab): Locator => tab.getByRole('menu');
const options = (tab: Tab): Locator => tab.getByRole('listbox');

const LINK = 'shop/links/Sale26';

/** Everything that opens above a page. */
const LAYERS: Readonly<Record<string, Layer>> = {
  'the command palette': {
    path: 'shop/links',
    open: press('Search or go to…'),
    shown: dialog('Search or go to…'),
    stays: true,
  },
  'results in the command palette': {
    path: 'shop/links',
    open: async (tab) => {
      await tab.keyboard.press('Control+K');
      await tab.getByRole('dialog').getByRole('textbox').fill('sale');
    },
    shown: (tab) => tab.getByRole('dialog').getByText('Sale26'),
    stays: true,
  },
  'the menu of apps': { path: 'shop/links', open: press(/^Switch app/), shown: menu, stays: true },
  'the menu of the account': {
    path: 'shop/links',
    open: press(/^Account/),
    shown: menu,
    stays: true,
  },
  'a filter': {
    path: 'shop/links',
    open: (tab) => tab.getByRole('combobox', { name: 'State' }).click(),
    shown: options,
  },
  'tags that are being loaded': {
    path: 'shop/links',
    open: async (tab) => {
      // It is never answered.
      await tab.route('**/manage/v1/tags*', () => undefined, { times: 1 });
      await tab.getByRole('combobox', { name: 'Tag' }).click();
    },
    shown: options,
    hangs: true,
  },
  'tags to choose from': {
    path: 'shop/links',
    open: (tab) => tab.getByRole('combobox', { name: 'Tag' }).click(),
    shown: options,
  },
  'the saved filters': {
    path: 'shop/links?tag=spring',
    open: press('Saved filters'),
    shown: dialog('Saved filters'),
  },
  'help for a term': {
    path: 'shop/links/new',
    open: press('Help: Reusing a link'),
    shown: dialog('Help: Reusing a link'),
  },
  'the menu of a link': { path: LINK, open: press('More actions'), shown: menu },
  'the QR code': { path: LINK, open: press('QR code'), shown: dialog(/QR/) },
  'the options of the QR code': {
    path: LINK,
    open: async (tab) => {
      await press('QR code')(tab);
      await press('Customize')(tab);
    },
    shown: (tab) => tab.getByLabel('Size in pixels'),
  },
  'the QR codes of selected links': {
    path: 'shop/links',
    open: async (tab) => {
      await tab.getByRole('checkbox', { name: 'Select Sale26' }).check();
      await button(tab, 'More').last().click();
      await chooseItem(tab, 'Download QR codes');
    },
    shown: dialog('Download QR codes'),
  },
  'the confirmation of a deletion': {
    path: LINK,
    open: async (tab) => {
      await press('More actions')(tab);
      await chooseItem(tab, 'Delete');
    },
    shown: dialog('Delete this link?'),
  },
  'the platforms to add': {
    path: LINK,
    open: async (tab) => {
      await press('Edit: Routes')(tab);
      await press('Add platform')(tab);
    },
    shown: menu,
  },
  'the conditions to add': {
    path: LINK,
    open: async (tab) => {
      await press('Edit: Conditional routes')(tab);
      await press('Add rule')(tab);
      await press('Add condition')(tab);
    },
    shown: menu,
  },
  'the tree of metadata': {
    path: `${LINK}?tab=metadata`,
    open: (tab) => tab.getByText('coupon').first().click(),
    shown: (tab) => tab.getByRole('tree'),
  },
  'the menu of the tree': {
    path: `${LINK}?tab=metadata`,
    open: (tab) => tab.getByText('coupon').first().click({ button: 'right' }),
    shown: (tab) => tab.locator('.jse-contextmenu'),
  },
  'the menu of metadata': {
    path: `${LINK}?tab=metadata`,
    open: async (tab) => {
      await tab.getByRole('tree').waitFor();
      await button(tab, 'More').last().click();
    },
    shown: menu,
  },
  'the versions of metadata': {
    path: `${LINK}?tab=metadata`,
    open: press('Version history'),
    shown: dialog('Metadata version history'),
  },
  'a period of clicks': {
    path: 'shop/clicks',
    open: (tab) => tab.getByText('Custom', { exact: true }).click(),
    shown: dialog('Custom period'),
  },
  'the menu of a template': {
    path: 'shop/templates/product',
    open: press('Template actions'),
    shown: menu,
  },
  'the deletion of a template': {
    path: 'shop/templates/product',
    open: async (tab) => {
      await press('Template actions')(tab);
      await chooseItem(tab, 'Delete…');
    },
    shown: dialog('Delete the template “product”?'),
  },
  'the removal of a domain': {
    path: 'shop/settings/hosts',
    open: press('Remove go.shop.example?'),
    shown: dialog('Remove go.shop.example?'),
  },
  'a new token': {
    path: 'shop/settings/tokens',
    open: press('New token'),
    shown: (tab) => tab.getByRole('dialog'),
  },
  'a new webhook': {
    path: 'shop/settings/webhooks',
    open: async (tab) => {
      await press('New webhook')(tab);
      await tab.getByRole('radio', { name: 'Only these events' }).check();
    },
    shown: dialog('New webhook'),
  },
  'an invitation': {
    path: 'shop/settings/members',
    open: press('Invite'),
    shown: (tab) => tab.getByRole('dialog'),
  },
  // The last one: the browser would ask before it opens another page.
  'unsaved changes': {
    path: LINK,
    open: async (tab) => {
      await press('Edit: Tags')(tab);
      await tab.keyboard.type('another,');
      await tab.getByRole('navigation').getByRole('link', { name: 'Templates' }).click();
    },
    shown: dialog('Leave without saving?'),
  },
};

describeInBrowser('every layer of the dashboard', (browser) => {
  let service: Service;
  let ada: Window;

  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const routes = { ipad: { link: 'com.shop.app://sale' } };
    const body = {
      uri: 'products/sale',
      code: 'Sale26',
      metadata: { coupon: 'WELCOME', products: [{ sku: 'A-100' }] },
      tags: ['spring'],
      routes,
    };
    const made = await service.request('POST', '/manage/v1/smartlinks', { body });
    assert.equal(made.status, 201, made.text);
    const off = { routes: { ipad: null } };
    await service.request('PATCH', '/manage/v1/smartlinks/Sale26', { body: off });
    await service.request('PATCH', '/manage/v1/app', { body: { hosts: ['go.shop.example'] } });
    // Without clicks, their page has no controls.
    await fetch(`${service.url}/Sale26`, { redirect: 'manual' });
    await clicksSettled(service);
    ada = await firstOwner(browser(), service, { colorScheme: 'light' });
  });

  it('passes axe in both themes', async () => {
    const { tab, goto, to, complaints } = ada;
    const found: Record<string, string[]> = {};
    /** The layer that is open, if the next page need not be loaded. */
    let previous: Layer | undefined;
    const issuesOf = async (layer: Layer): Promise<string[]> => {
      const { path, open, shown } = layer;
      const last = previous;
      previous = undefined;
      if (last) {
        if (last.stays) await tab.keyboard.press('Escape');
        // Another page in between: the same one would keep its state.
        await to('account');
        await tab.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
        await last.shown(tab).first().waitFor({ state: 'hidden' });
        await to(path);
      } else await goto(path);
      await tab.getByRole('heading', { level: 1 }).waitFor();
      await tab.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      await open(tab);
      await shown(tab).first().waitFor();
      const issues = await violationsInBothThemes(tab);
      assert.ok(await shown(tab).first().isVisible(), 'it is still open after the theme changed');
      if (!layer.hangs) previous = layer;
      return issues;
    };
    for (const [name, layer] of Object.entries(LAYERS)) {
      // A layer that does not open is reported with the others.
      const issues = await issuesOf(layer).catch((error: unknown) => [String(error)]);
      if (issues.length > 0) found[name] = issues;
      // While requests are intercepted, the browser does not use its cache.
      await tab.unrouteAll();
    }
    assert.deepEqual(found, {});
    assert.deepEqual(complaints, []);
  });
});
