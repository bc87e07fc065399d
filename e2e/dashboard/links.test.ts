import { before } from 'node:test';
import { SHOP, startService } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import type { Desk } from './desk.ts';
import { linkEdits } from './link-edit.ts';
import { newLinks } from './link-new.ts';
import { linkPage } from './link-page.ts';
import { linkRedemptions } from './link-redemptions.ts';
import { linksList } from './links-list.ts';
import { firstOwner } from './open-dashboard.ts';

describeInBrowser('links in the dashboard', (browser) => {
  const desk = {} as Desk;

  before(async () => {
    desk.service = await startService();
    await desk.service.apply(SHOP);
    const permissions = ['clipboard-read', 'clipboard-write'];
    desk.ada = await firstOwner(browser(), desk.service, { permissions });
  });

  // The first one begins without any link.
  linksList(desk);
  newLinks(desk);
  linkEdits(desk);
  linkPage(desk);
  linkRedemptions(desk);
});
