import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page as Tab } from 'playwright-core';
import { ROOT } from '#server/test/harness.ts';
import { useTheme } from './open-dashboard.ts';

const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** Rules about colors. */
const COLORS = ['color-contrast', 'link-in-text-block'];

/**
 * The violations that axe finds on the page, each with its first element. Only a rule that is off by default
 * reads style sheets, which axe would load again: without a connection, it logs an error. Colors are checked when their
 * transitions have ended. Frames are sandboxed previews, whose scripts cannot answer axe. `rules`: only these.
 */
export async function axeViolations(tab: Tab, rules?: readonly string[]): Promise<string[]> {
  // A page that is checked in both themes has it already.
  if (!(await tab.evaluate("'axe' in window"))) await tab.evaluate(AXE);
  await tab.evaluate(
    `Promise.all(document.getAnimations().filter((one) => 'transitionProperty' in one)
      .map((one) => one.finished.catch(() => undefined)))`,
  );
  const options = {
    resultTypes: ['violations'],
    iframes: false,
    preload: { assets: ['media'] },
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  return tab.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  );
}

/**
 * The violations in both themes. They differ only in their colors, so the other rules are checked in one: that of the
 * page now. The page stays in the other one, because each change of the theme draws everything again.
 */
export async function violationsInBothThemes(tab: Tab): Promise<string[]> {
  const isDark = await tab.locator('html[data-mantine-color-scheme=dark]').count();
  const [now, other] = isDark > 0 ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  const all = await axeViolations(tab);
  await useTheme(tab, other);
  const colors = await axeViolations(tab, COLORS);
  return [...all.map((one) => `${now}: ${one}`), ...colors.map((one) => `${other}: ${one}`)];
}

/**
 * The elements that make the page wider than its window, so that users would have to scroll
 * sideways.
 */
export function overflowingElements(tab: Tab): Promise<string[]> {
  return tab.evaluate(
    `document.documentElement.scrollWidth <= innerWidth ? [] :
      [...document.querySelectorAll('main *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map((element) => element.outerHTML.slice(0, 120))`,
  );
}

/** The placeholders of search fields that do not fit into their field. */
export function cutPlaceholders(tab: Tab): Promise<string[]> {
  return tab.evaluate(`(() => {
    const text = document.createElement('canvas').getContext('2d');
    return [...document.querySelectorAll('input[type=search]')]
      .filter((field) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(field);
        text.font = font;
        const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        return text.measureText(field.placeholder).width > room;
      })
      .map(({ placeholder }) => placeholder);
  })()`);
}
