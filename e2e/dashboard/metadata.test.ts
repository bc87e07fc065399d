import { before } from 'node:test';
import { startService } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import type { Fixture } from './fixture.ts';
import { metadataEditor } from './metadata-editor.ts';
import { metadataVersions } from './metadata-versions.ts';
import { firstOwner } from './open-dashboard.ts';

describeInBrowser('metadata in the dashboard', (browser) => {
  const fixture = {} as Fixture;

  before(async () => {
    fixture.service = await startService();
    fixture.ada = await firstOwner(browser(), fixture.service);
  });

  metadataEditor(fixture);
  metadataVersions(fixture);
});
