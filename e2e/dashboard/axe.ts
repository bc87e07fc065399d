import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page as Tab } from 'playwright-core';
import { ROOT } from '#server/test/harness.ts';

const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * The violations that axe finds on the page, each with its first element. Only a rule that is off by default
 * reads style sheets, which axe would load again: without a connection, it logs an error. Colors are checked when their
 * transitions have ended.
 */
export async function axeViolations(tab: Tab): Promise<string[]> {
  await tab.evaluate(AXE);
  await tab.evaluate(
    `Promise.all(document.getAnimations().filter((one) => 'transitionProperty' in one)
      .map((one) => one.finished.catch(() => undefined)))`,
  );
  return tab.evaluate(
    `axe.run({ resultTypes: ['violations'], preload: { assets: ['media'] } }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  );
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
