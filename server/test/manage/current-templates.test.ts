import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { appendAudit } from '../../src/storage/audit-log.ts';
import { SHOP, startService, type Service } from '../harness.ts';

const [SETUP] = SHOP.apps;
const [PRODUCT] = SETUP?.templates ?? [];
const FOREIGN = 'https://evil.example/products/5';

describe('current templates and links of platform tokens', () => {
  let service: Service;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
    await service.apply(SHOP);
  });

  /** Creates a link with a token of the shop; returns its code. */
  async function make(kind: 'web' | 'server', body: object): Promise<string> {
    const token = service.owner.tokens[kind];
    const answer = await service.request('POST', '/v2/smartlinks', { token, body });
    assert.equal(answer.status, 201, answer.text);
    return (answer.json.smartlink as string).split('/').at(-1) ?? '';
  }
  const routesOf = async (code: string) =>
    (await service.request('GET', `/manage/v1/smartlinks/${code}`)).json.routes;
  const setTemplate = (template: object) =>
    service.apply({ apps: [{ ...SETUP!, templates: [{ ...PRODUCT!, ...template }] }] });
  async function applyTemplates(codes: readonly string[], dryRun = false) {
    const body = { codes, change: { routes: 'current_templates' }, dry_run: dryRun };
    const answer = await service.request('POST', '/manage/v1/smartlinks/changes', { body });
    assert.equal(answer.status, 200, answer.text);
    const { changed, unchanged, failed } = answer.json;
    return {
      changed,
      unchanged,
      failed: failed.map((one: { code: string; problem: { errors: { detail: string }[] } }) => [
        one.code,
        one.problem.errors.length,
        /"evil\.example"/.test(one.problem.errors[0]?.detail ?? ''),
      ]),
    };
  }

  test('give them no routes that lead elsewhere', async () => {
    const planted = await make('web', { uri: FOREIGN });
    const trusted = await make('server', { uri: FOREIGN });
    const harmless = await make('web', { uri: 'products/5' });
    const unchanged = await routesOf(planted);
    assert.equal(unchanged.web.link, 'https://shop.example/p/5');
    const codes = [planted, trusted, harmless];
    const template = { ...PRODUCT!, pattern: 'items/:id' };
    for (const [create, dryRun] of [
      ['own', true],
      ['off', true],
      ['own', false],
    ] as const) {
      const rules = { templates: [template], platform_tokens: { create } };
      await service.apply({ apps: [{ ...SETUP!, ...rules }] });
      assert.deepEqual(await applyTemplates(codes, dryRun), {
        changed: 2,
        unchanged: 0,
        failed: [[planted, 1, true]],
      });
    }
    assert.deepEqual(await routesOf(planted), unchanged);
    assert.equal((await routesOf(trusted)).web.link, FOREIGN);
    assert.equal((await routesOf(harmless)).web.link, 'https://shop.example/products/5');
  });

  test('apply whatever number of redemptions were undone, up to a number of changes', async () => {
    const code = await make('server', { uri: 'products/7' });
    const rename = (name: string) =>
      service.request('PATCH', `/manage/v1/smartlinks/${code}`, { body: { name } });
    await rename('Spring');
    const { app } = service.owner;
    await service.app.ctx.db.transaction(async (tx) => {
      const undone = { subject: `smartlink:${code}`, action: 'give-back' } as const;
      for (let n = 0; n < 120; n++) {
        await appendAudit(tx, { appId: app.id, actor: 'operator' }, Date.now(), undone);
      }
    });
    await setTemplate({ routes: { web: { link: 'https://new.example/:id' } } });
    assert.deepEqual(await applyTemplates([code]), { changed: 1, unchanged: 0, failed: [] });
    assert.equal((await routesOf(code)).web.link, 'https://new.example/7');
    // That change is one of them, and the first name another one.
    for (let n = 0; n < 99; n++) await rename(`Spring ${n}`);
    await setTemplate({ routes: { web: { link: 'https://newer.example/:id' } } });
    assert.deepEqual(await applyTemplates([code]), { changed: 0, unchanged: 1, failed: [] });
  });

  test('change the others of their routes where the app permitted one that leads elsewhere', async () => {
    await service.apply({ apps: [{ ...SETUP!, platform_tokens: { create: 'any' } }] });
    const code = await make('web', { uri: 'products/6', routes: { web: { link: FOREIGN } } });
    await service.apply({ apps: [{ ...SETUP!, platform_tokens: { create: 'own' } }] });
    await setTemplate({ routes: { iphone: { link: 'com.shop.app://item/:id' } } });
    assert.deepEqual(await applyTemplates([code]), { changed: 1, unchanged: 0, failed: [] });
    const { web, iphone } = await routesOf(code);
    assert.deepEqual([web.link, iphone.link], [FOREIGN, 'com.shop.app://item/6']);
  });
});
