import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shopIn, visit } from '../backups/shop.ts';
import { smartlinkProcess, startService, temporaryFolder } from '../harness.ts';
import { newMigratedStore } from '../store.ts';

describe('smartlink restore with clicks in another PostgreSQL database', () => {
  it('is refused with --force while only the click store is in use', async () => {
    const [links, clicks] = [await newMigratedStore(), await newMigratedStore()];
    await shopIn(links);
    const environment = { DATABASE_URL: links, CLICKS_URL: clicks, CLICKS: 'on' };
    const backup = join(temporaryFolder(), 'both');
    assert.equal((await smartlinkProcess(['backup', backup], environment)).code, 0);
    // A service with other links can have the same click store.
    const service = await startService({ ...environment, DATABASE_URL: await newMigratedStore() });
    const { code } = await service.create({ uri: 'https://shop.example/5' });
    assert.equal(await visit(service.url, code), 302);
    await service.app.ctx.clicks?.settle();
    const restore = () => smartlinkProcess(['restore', backup, '--force'], environment);
    const refused = await restore();
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /the click store is in use by \d+ connections of the service; stop the service/,
    );
    await service.stop();
    const ran = await restore();
    assert.equal(ran.code, 0, ran.stderr);
  });
});
