import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { overflowingElements } from './axe.ts';
import { firstOwner, focused, signedIn, type Window } from './open-dashboard.ts';

/** Where the help of each term is. */
const TERMS: readonly (readonly [path: string, title: string, term: string])[] = [
  ['shop/templates', 'Template', 'template'],
  ['shop/settings/platforms', 'Fallback', 'fallback'],
  ['shop/settings/hosts', 'Domain', 'domain'],
  ['shop/settings/tokens', 'Platform token', 'platform-token'],
  ['shop/links/new', 'Reusing a link', 'unique'],
  ['shop/links/new', 'Redemption limit', 'limit'],
];

describeInBrowser('help next to terms', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    ada = await firstOwner(browser(), service, { viewport: { width: 375, height: 700 } });
  });

  it('opens and closes with the keyboard, and links to the page of terms', async () => {
    const page = await (await fetch(`${service.url}/docs/terms`)).text();
    const { tab, goto, to } = ada;
    await goto('');
    await signedIn(tab);
    for (const [path, title, term] of TERMS) {
      if (!tab.url().endsWith(path)) await to(path);
      if (term === 'limit') {
        await tab.getByRole('button', { name: 'Redemption and metadata' }).click();
      }
      const button = tab.getByRole('button', { name: `Help: ${title}` }).first();
      await button.focus();
      await tab.keyboard.press('Enter');
      const dialog = tab.getByRole('dialog', { name: `Help: ${title}` });
      const link = dialog.getByRole('link', { name: /^Read more/ });
      // Escape closes it only if the focus is in it.
      await focused(link);
      assert.deepEqual(await overflowingElements(tab), [], title);
      const address = new URL((await link.getAttribute('href')) ?? '', `${service.url}/dashboard/`);
      assert.equal(address.href, `${service.url}/docs/terms#${term}`);
      assert.ok(page.includes(`id="${term}"`), term);
      await tab.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await focused(button);
    }
    assert.deepEqual(ada.complaints, []);
  });
});
