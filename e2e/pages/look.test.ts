import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { LANGUAGES } from '#server/src/domain/app/language.ts';
import type { Appearance } from '#server/src/pages/appearance.ts';
import { html } from '#server/src/pages/html.ts';
import { textPage } from '#server/src/pages/text.ts';
import type { View } from '#server/src/pages/view.ts';
import { ROOT } from '#server/test/harness.ts';
import { HOME, LOOK, PAGES, view } from '#server/test/pages/samples.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { newVisitor, startSite, type Site } from './site.ts';

const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');
const APPEARANCES: readonly Appearance[] = [
  LOOK,
  { title: 'W'.repeat(60), color: '#ffffff' },
  { title: 'متجر', color: '#808080' },
];

const TEXT = html`<h1>Errors</h1><dl><dt id="a"><code>a</code> <small>400</small></dt><dd><strong>A.</strong> B</dd></dl><p><a href="/docs">Back</a></p>`;

/** The violations that axe finds on the page, and the checks that it cannot complete. */
async function axeFindings(tab: Tab): Promise<string[]> {
  return tab.evaluate(
    `axe.run({ resultTypes: ['violations', 'incomplete'] }).then(({ violations, incomplete }) =>
      [...violations, ...incomplete].map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  );
}

/** Removes the script that would leave the page, so that the page can be checked. */
function withoutScript(
  make: (typeof PAGES)[string],
  appearance: Appearance,
  language: View['language'] = 'en',
): string {
  return make(view(appearance, language)).html.replace(/<script.*<\/script>/s, '');
}

describeInBrowser('every visitor page', (browser) => {
  let site: Site;

  before(async () => {
    site = await startSite();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`passes axe (${colorScheme})`, async () => {
      const { tab, close, complaints } = await newVisitor(browser(), site, { colorScheme });
      await tab.evaluate(AXE);
      for (const [name, make] of Object.entries(PAGES)) {
        for (const [index, appearance] of APPEARANCES.entries()) {
          await tab.setContent(withoutScript(make, appearance, LANGUAGES[index]));
          assert.deepEqual(await axeFindings(tab), [], `${name}, ${appearance.color}`);
        }
      }
      for (const page of [HOME, textPage('Errors', TEXT)]) {
        await tab.setContent(page.html);
        assert.deepEqual(await axeFindings(tab), []);
      }
      await tab.setContent('<html><title>x</title><p style="color:#ccc">Pale<img src="data:,">');
      assert.match((await axeFindings(tab)).join(), /color-contrast.*html-has-lang.*image-alt/s);
      assert.deepEqual(complaints, []);
      await close();
    });
  }

  it('fits into 320 pixels, also with text of twice the size', async () => {
    const viewport = { width: 320, height: 568 };
    const { tab, close } = await newVisitor(browser(), site, { viewport });
    const appearance = { ...LOOK, title: 'Donaudampfschifffahrtsgesellschaft' };
    const outside = (): Promise<string[]> =>
      tab.evaluate(`['100%', '200%'].flatMap((size) => {
        document.documentElement.style.fontSize = size;
        return [...document.querySelectorAll('body *')].filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          return left < 0 || right > innerWidth;
        }).map((element) => size + ' ' + element.tagName);
      })`);
    for (const [name, make] of Object.entries(PAGES)) {
      for (const language of LANGUAGES) {
        await tab.setContent(withoutScript(make, appearance, language));
        assert.deepEqual(await outside(), [], `${name}, ${language}`);
      }
    }
    await tab.setContent('<p style="width:400px">x');
    assert.deepEqual(await outside(), ['100% P', '200% P']);
    await close();
  });

  it('has large touch targets, and borders with forced colors', async () => {
    const { tab, close } = await newVisitor(browser(), site, { forcedColors: 'active' });
    for (const make of Object.values(PAGES)) {
      await tab.setContent(withoutScript(make, LOOK));
      const small = await tab.evaluate(
        `[...document.links].filter((link) => link.getBoundingClientRect().height < 44).length`,
      );
      const borders: string[] = await tab.evaluate(
        `[...document.querySelectorAll('.button')].map((one) => getComputedStyle(one).borderTopWidth)`,
      );
      assert.equal(small, 0);
      assert.ok(borders.every((width) => width === '1px'));
    }
    await close();
  });
});
