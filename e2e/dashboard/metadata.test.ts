import { before } from 'node:test';
import { startService } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import type { Desk } from './desk.ts';
import { metadataEditor } from './metadata-editor.ts';
import { metadataVersions } from './metadata-versions.ts';
import { firstOwner } from './open-dashboard.ts';

describeInBrowser('metadata in the dashboard', (browser) => {
  const desk = {} as Desk;

  before(async () => {
    desk.service = await startService();
    desk.ada = await firstOwner(browser(), desk.service);
  });

  metadataEditor(desk);
  metadataVersions(desk);
});
