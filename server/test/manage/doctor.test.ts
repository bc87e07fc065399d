import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { SHOP, startService, type Service } from '../harness.ts';

interface Found {
  readonly level: string;
  readonly where: string;
  readonly what: string;
  readonly fix: string | null;
}

const APPLE = { team_id: 'ABCDE12345', bundle_id: 'com.shop.app' };

describe('GET /manage/v1/doctor', () => {
  let service: Service;
  let now = Date.now();
  before(async () => {
    service = await startService({}, { now: () => now });
  });

  const look = async (query = '', token = service.owner.tokens.server): Promise<Found[]> => {
    const { status, json, text } = await service.request('GET', `/manage/v1/doctor${query}`, {
      token,
    });
    assert.equal(status, 200, text);
    return json.findings;
  };
  const places = (findings: readonly Found[]) =>
    findings.map(({ level, where }) => `${level} ${where}`);

  test('a good app gets a single ok', async () => {
    const { app, tokens } = await createApp(service.app.ctx, 'good');
    const [shop] = SHOP.apps;
    const platforms = {
      ...shop?.platforms,
      universal: { base: 'com.shop.app://', fallback: 'https://apps.apple.com/app/id1' },
    };
    await service.apply({ apps: [{ name: app.name, platforms }] });
    assert.deepEqual(await look('', tokens.server), [
      { level: 'ok', where: '', what: 'the app is set up', fix: null },
    ]);
  });

  test('each finding stands at its field, says what to do, and names no command', async () => {
    const { tokens } = await createApp(service.app.ctx, 'poor');
    assert.deepEqual(places(await look('', tokens.server)), [
      'warning /platforms',
      'warning /platform_tokens',
    ]);
    const body = {
      platforms: {
        web: {},
        iphone: { base: 'com.shop.app://' },
        ipad: {
          base: 'com.shop.app://',
          fallback: 'https://play.google.com/store/apps/details?id=a.b',
        },
        universal: { enabled: false },
        android: {},
      },
      templates: [
        { name: 'first', pattern: 'p/:id', routes: {} },
        { name: 'second', pattern: 'p/:name', routes: {} },
      ],
    };
    const { server: token } = tokens;
    assert.equal((await service.request('PATCH', '/manage/v1/app', { body, token })).status, 200);
    const findings = await look('', tokens.server);
    assert.deepEqual(places(findings), [
      'warning /platforms/web/base',
      'hint /platforms/android/base',
      'warning /platforms/iphone/fallback',
      'warning /platforms/ipad/fallback',
      'warning /templates/second',
    ]);
    for (const { what, fix } of findings) {
      assert.ok(fix && fix.length > 10);
      assert.doesNotMatch(`${what} ${fix}`, /smartlink|echo|app poor/);
    }
  });

  test('names that no phone would ask are told, and over the network those that do not answer', async () => {
    const { app, tokens } = await createApp(service.app.ctx, 'linked');
    const off = { enabled: false };
    const platforms = {
      web: { base: 'https://shop.example' },
      iphone: {
        base: 'com.shop.app://',
        fallback: 'https://apps.apple.com/app/id1',
        apps: [APPLE],
      },
      ipad: off,
      universal: off,
      android: off,
    };
    // A name of RFC 2606, which nobody can have.
    const hosts = ['links.shop.invalid'];
    await service.apply({ apps: [{ name: app.name, platforms, hosts }] });
    const quiet = await look('', tokens.server);
    assert.deepEqual(places(quiet), ['hint ']);
    assert.match(quiet[0]?.what ?? '', /app links under http:\/\/127\.0\.0\.1/);
    assert.deepEqual(await look('?network=false', tokens.server), quiet);
    const asked = await look('?network=true', tokens.server);
    assert.deepEqual(places(asked), ['hint ', 'warning /hosts/0']);
    assert.match(asked[1]?.what ?? '', /links\.shop\.invalid.*could not be asked/);
    // Another app is told nothing of it.
    const other = (await createApp(service.app.ctx, 'another')).tokens.server;
    assert.deepEqual(places(await look('?network=true', other)), ['warning /platforms']);
  });

  test('asks once for all who want to know, and again when there is something new', async () => {
    const { app, tokens } = await createApp(service.app.ctx, 'busy');
    const token = tokens.server;
    const iphone = { base: 'com.shop.app://', fallback: 'https://a.example', apps: [APPLE] };
    const hosts = ['busy.shop.invalid'];
    await service.apply({ apps: [{ name: app.name, platforms: { iphone }, hosts }] });
    let asked = 0;
    const count = (message: unknown): void => {
      const { origin } = (message as { request: { origin: string } }).request;
      if (origin === 'https://busy.shop.invalid') asked++;
    };
    diagnostics.subscribe('undici:request:create', count);
    const ask = () => look('?network=true', token);
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, ask));
    assert.equal(asked, 1);
    assert.equal(places(first ?? []).at(-1), 'warning /hosts/0');
    for (const one of others) assert.deepEqual(one, first);
    now += 9999;
    assert.deepEqual(await ask(), first);
    assert.equal(asked, 1);
    now += 1;
    await ask();
    assert.equal(asked, 2, 'after ten seconds');
    const apps = [{ ...APPLE, bundle_id: 'com.shop.other' }];
    const body = { platforms: { iphone: { ...iphone, apps } } };
    assert.equal((await service.request('PATCH', '/manage/v1/app', { body, token })).status, 200);
    await ask();
    assert.equal(asked, 3, 'of other apps');
    await look('', token);
    assert.equal(asked, 3, 'without the network');
    diagnostics.unsubscribe('undici:request:create', count);
  });

  test('is for server tokens, and reads its parameter', async () => {
    for (const query of ['?network=1', '?network=', '?network=true&network=true']) {
      const { status } = await service.request('GET', `/manage/v1/doctor${query}`);
      assert.equal(status, 400, query);
    }
    const token = service.owner.tokens.web;
    assert.equal((await service.request('GET', '/manage/v1/doctor', { token })).status, 403);
  });
});
