import { before } from 'node:test';
import { SHOP, startService } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import type { DeskOfTwo } from './desk.ts';
import { join } from './join.ts';
import { twoPeople } from './link-two-people.ts';
import { loweredRole } from './link-role-lowered.ts';
import { ADA, BEN } from './open-dashboard.ts';

describeInBrowser('two members on one link page', (browser) => {
  const desk = {} as DeskOfTwo;

  before(async () => {
    desk.service = await startService();
    await desk.service.apply(SHOP);
    desk.ada = await join(browser(), desk.service, ADA, 'owner');
    desk.ben = await join(browser(), desk.service, BEN, 'editor');
  });

  twoPeople(desk);
  loweredRole(desk);
});
