import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page as Tab } from 'playwright-core';
import { ROOT } from '#server/test/harness.ts';

const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with what a tab shows; a first place of each. */
export async function axeFaults(tab: Tab): Promise<string[]> {
  await tab.evaluate(AXE);
  return tab.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  );
}

/** What makes a page wider than its window, which nobody should have to push sideways. */
export function sticksOut(tab: Tab): Promise<string[]> {
  return tab.evaluate(
    `document.documentElement.scrollWidth <= innerWidth ? [] :
      [...document.querySelectorAll('main *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map((element) => element.outerHTML.slice(0, 120))`,
  );
}
