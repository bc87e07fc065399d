import { before } from 'node:test';
import { SHOP, startService } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import type { TwoUserFixture } from './fixture.ts';
import { join } from './join.ts';
import { twoPeople } from './link-two-people.ts';
import { loweredRole } from './link-role-lowered.ts';
import { ADA, BEN } from './open-dashboard.ts';

describeInBrowser('two members on one link page', (browser) => {
  const fixture = {} as TwoUserFixture;

  before(async () => {
    fixture.service = await startService();
    await fixture.service.apply(SHOP);
    fixture.ada = await join(browser(), fixture.service, ADA, 'owner');
    fixture.ben = await join(browser(), fixture.service, BEN, 'editor');
  });

  twoPeople(fixture);
  loweredRole(fixture);
});
