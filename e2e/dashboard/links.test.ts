import { before } from 'node:test';
import { SHOP, startService } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import type { Fixture } from './fixture.ts';
import { linkEdits } from './link-edit.ts';
import { newLinks } from './link-new.ts';
import { linkPage } from './link-page.ts';
import { linkRedemptions } from './link-redemptions.ts';
import { linksList } from './links-list.ts';
import { linksLongSearch } from './links-long-search.ts';
import { firstOwner, openFirstPage } from './open-dashboard.ts';

describeInBrowser('links in the dashboard', (browser) => {
  const fixture = {} as Fixture;

  before(async () => {
    fixture.service = await startService();
    await fixture.service.apply(SHOP);
    const permissions = ['clipboard-read', 'clipboard-write'];
    fixture.ada = await firstOwner(browser(), fixture.service, { permissions });
    await openFirstPage(fixture.ada);
  });

  // This suite starts without any links.
  linksList(fixture);
  linksLongSearch(fixture);
  newLinks(fixture);
  linkEdits(fixture);
  linkPage(fixture);
  linkRedemptions(fixture);
});
