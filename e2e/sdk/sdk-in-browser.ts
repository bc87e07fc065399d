import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, it } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import type { ClientOptions } from '@smartlink/client';
import { SHOP, startService, temporaryFolder, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { openLedger, type Ledger } from './ledger.ts';
import { openTab, startSite, type Site, type Tab } from './site.ts';

export const METADATA = { coupon: 'WELCOME' };

export interface Input {
  readonly options: ClientOptions;
  readonly code: string;
}

/** What the tests of a suite share. It is set before they start. */
export interface Shared {
  service: Service;
  ledger: Ledger;
  site: Site;
  options: ClientOptions;
}

interface Suite {
  readonly browser: () => Browser;
  readonly shared: Shared;
  /**
   * A test in a new browser context. It fails if the browser logs an error, or if the page sends
   * requests to anything except its own origin and the service.
   */
  readonly inPage: (
    title: string,
    test: (tab: Tab, context: BrowserContext) => Promise<void>,
  ) => void;
  readonly link: (redeem_limit?: number) => Promise<Input>;
}

/** A suite that runs the SDK on a page whose origin is not the origin of the service. */
export function describeSdkInBrowser(title: string, tests: (suite: Suite) => void): void {
  describeInBrowser(title, (browser) => {
    const shared = {} as Shared;
    before(async () => {
      const store = join(temporaryFolder(), 'smartlink.db');
      const service = await startService({ DATABASE_URL: `sqlite:${store}` });
      await service.apply(SHOP);
      const options = { baseUrl: service.url, token: service.owner.tokens.web };
      Object.assign(shared, {
        service,
        ledger: openLedger(store),
        site: await startSite(),
        options,
      });
    });
    const inPage: Suite['inPage'] = (name, test) => {
      it(name, async () => {
        const { service, site } = shared;
        const context = await browser().newContext();
        const tab = await openTab(context, site.origin);
        await test(tab, context);
        assert.deepEqual(tab.complaints, []);
        assert.deepEqual(
          [...tab.origins].filter((one) => one !== site.origin),
          [service.url],
        );
        await context.close();
      });
    };
    const link: Suite['link'] = async (redeem_limit) => {
      const body = { uri: 'products/5', metadata: METADATA, redeem_limit };
      const { code } = await shared.service.create(body);
      return { options: shared.options, code };
    };
    tests({ browser, shared, inPage, link });
  });
}
