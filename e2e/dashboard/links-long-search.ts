import { before, describe, it } from 'node:test';
import type { Route } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import type { Window } from './open-dashboard.ts';

interface LinkPage {
  readonly smartlinks: readonly object[];
  readonly next_cursor: string | null;
}

/** All links that match. On a busy machine, the service ends a page early. */
async function readAll(route: Route, url: URL): Promise<object[]> {
  const links: object[] = [];
  for (;;) {
    const response = await route.fetch({ url: url.href });
    const { smartlinks, next_cursor: next } = (await response.json()) as LinkPage;
    links.push(...smartlinks);
    if (next === null) return links;
    url.searchParams.set('cursor', next);
  }
}

/** The number of the last page of the search, from 0. */
const LAST = 4;

export function linksLongSearch(fixture: Fixture): void {
  describe('a search that takes several requests', () => {
    let ada: Window;
    /** Called before the response with this number. */
    let respond: (page: number) => Promise<void>;

    before(async () => {
      ada = fixture.ada;
      respond = async () => {};
      // Of the 40 links, the first page has 39 and the last one has 1. While the others arrive, nothing else changes.
      await ada.tab.route('**/smartlinks?template=product*', async (route) => {
        const url = new URL(route.request().url());
        const page = Number(url.searchParams.get('cursor') ?? 0);
        url.searchParams.delete('cursor');
        const smartlinks = await readAll(route, url);
        await respond(page);
        const json = {
          smartlinks:
            page === 0 ? smartlinks.slice(0, 39) : page === LAST ? smartlinks.slice(39) : [],
          next_cursor: page < LAST ? String(page + 1) : null,
        };
        await route.fulfill({ json });
      });
    });

    it('goes on when the user scrolls to its end, also if a response arrives before the timers', async () => {
      const { tab, goto } = ada;
      await goto('shop/links');
      await tab.getByRole('link', { name: 'Newest1' }).waitFor();
      await tab.evaluate(`(() => {
        const { setTimeout } = globalThis;
        globalThis.setTimeout = (run, ms = 0, ...values) => setTimeout(run, Math.max(ms, 1000), ...values);
      })()`);
      await tab.getByRole('combobox', { name: 'Template' }).click();
      await tab.getByRole('option', { name: 'product', exact: true }).click();
      await tab.getByText('Searching… 39 found so far.', { exact: true }).waitFor();
      await tab.mouse.move(500, 500);
      await tab.mouse.wheel(0, 5000);
      await tab.getByText('40 matching links', { exact: true }).waitFor();
    });

    it('stops and continues on request', async () => {
      const { tab, goto } = ada;
      let release = (): void => undefined;
      const held = new Promise<void>((isHeld) => {
        respond = async (page) => {
          if (page !== 2) return;
          isHeld();
          await new Promise<void>((resolve) => (release = resolve));
        };
      });
      await goto('shop/links?template=product');
      await tab.getByText('Searching… 39 found so far.', { exact: true }).waitFor();
      await tab.mouse.wheel(0, 5000);
      await held;
      await tab.getByRole('button', { name: 'Stop', exact: true }).click();
      await tab.getByText('Search stopped. 39 found so far.', { exact: true }).waitFor();
      release();
      await tab.getByRole('button', { name: 'Continue search' }).click();
      await tab.getByText('40 matching links', { exact: true }).waitFor();
      await tab.unrouteAll();
    });
  });
}
