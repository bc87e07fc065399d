import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { recordAppChange } from '../src/actions/apps/record-app-change.ts';
import { applySetup, readApps, type Applied } from '../src/actions/setup/apply.ts';
import { OPERATOR } from '../src/domain/link/link-creator.ts';
import { savePlatform } from '../src/storage/apps.ts';
import { startService, type Service } from './harness.ts';

const TEMPLATES = 10_000;

describe('an apply file with thousands of templates', () => {
  let service: Service;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
  });

  /** Starts to apply `fields` with many templates. `pattern`: the first part of their patterns. */
  async function applying(
    pattern: string,
    fields: object,
    dryRun: boolean,
  ): Promise<{ applied: Promise<Applied> }> {
    const { ctx } = service.app;
    const templates = Array.from({ length: TEMPLATES }, (_, i) => ({
      name: `t${i}`,
      pattern: `${pattern}/${i}/:id`,
      routes: { web: { link: `https://shop.example/${i}/:id` } },
    }));
    const apps = await readApps({ apps: [{ name: 'shop', templates, ...fields }] }, ctx.own());
    return { applied: applySetup(ctx, apps, dryRun) };
  }

  for (const dryRun of [true, false]) {
    it(`is compared while others write${dryRun ? ', in a dry run' : ''}`, async () => {
      const { applied } = await applying('a', {}, dryRun);
      let isDone = false;
      void applied.then(() => (isDone = true));
      await service.create({ uri: 'https://shop.example/1' });
      assert.ok(!isDone);
      assert.ok((await applied).differences.length > 0);
      const { json } = await service.request('GET', '/manage/v1/app');
      assert.equal(json.templates.length, dryRun ? 0 : TEMPLATES);
    });
  }

  it('is compared again if the app changes in the meantime', async () => {
    const platforms = { web: { base: 'https://other.example' } };
    const { applied } = await applying('b', { platforms }, false);
    // Through the API, it would be compared with thousands of templates, too.
    const { db, now } = service.app.ctx;
    const { id } = service.owner.app;
    await db.appTransaction(id, async (tx) => {
      await savePlatform(tx, id, 'web', { ...platforms.web, enabled: true, fallback: '' });
      const author = { appId: id, actor: OPERATOR };
      await recordAppChange(tx, author, now(), { action: 'apply', before: '{}', after: '{}' });
    });
    const { differences } = await applied;
    assert.ok(differences.length > 0);
    assert.ok(!JSON.stringify(differences).includes('other.example'));
    const { json } = await service.request('GET', '/manage/v1/app');
    assert.deepEqual([json.templates.length, json.templates[7].pattern], [TEMPLATES, 'b/7/:id']);
    assert.equal(json.platforms.web.base, 'https://other.example');
  });
});
