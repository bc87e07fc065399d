import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import type { AppSetup } from '../../src/domain/app/setup-schema.ts';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';

const EVIL = 'https://evil.example/login';
const NO_LIMIT = { PLATFORM_CREATES_PER_MINUTE: '0', PLATFORM_CREATES_PER_MINUTE_PER_TOKEN: '0' };

/** The code at the end of the address in the response to a create. */
function codeOf({ json, text }: Answer): string {
  assert.equal(typeof json.smartlink, 'string', text);
  return (json.smartlink as string).split('/').at(-1) ?? '';
}

describe('links of platform tokens and other links', () => {
  let service: Service;
  before(async () => {
    service = await startService(NO_LIMIT);
    const apps = SHOP.apps.map((app) => ({ ...app, platform_tokens: { create: 'any' as const } }));
    await service.apply({ apps });
  });

  const send = (kind: 'web' | 'iphone' | 'server', body: object, key?: string) =>
    service.request('POST', '/v2/smartlinks', {
      token: service.owner.tokens[kind],
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const webLink = async (code: string): Promise<string> =>
    (await service.request('GET', `/v2/smartlinks/${code}`)).json.smartlink.routes.web.link;

  test('a server token never gets a unique link of a platform token', async () => {
    const trap = { uri: 'products/1', unique: true, routes: { web: { link: EVIL } } };
    const planted = await send('web', trap);
    assert.equal(planted.status, 201);
    const wanted = { uri: 'products/1', unique: true };
    const own = await send('server', wanted);
    assert.equal(own.status, 201);
    assert.notEqual(codeOf(own), codeOf(planted));
    assert.equal(await webLink(codeOf(own)), 'https://shop.example/p/1');
    const visit = await fetch(own.json.smartlink, { redirect: 'manual' });
    assert.equal(visit.headers.get('location'), 'https://shop.example/p/1');
    // Each side finds its own link again. All platform tokens are one side.
    assert.deepEqual(
      [(await send('server', wanted)).status, codeOf(await send('server', wanted))],
      [200, codeOf(own)],
    );
    assert.equal(codeOf(await send('iphone', wanted)), codeOf(planted));
    const managed = await service.request('POST', '/manage/v1/smartlinks', { body: wanted });
    assert.deepEqual([managed.status, managed.json.code], [200, codeOf(own)]);
  });

  test('a platform token never gets a unique link of a server token', async () => {
    const body = { uri: 'products/2', unique: true };
    const own = await send('server', body);
    const strangers = await send('web', body);
    assert.equal(strangers.status, 201);
    assert.notEqual(codeOf(strangers), codeOf(own));
  });

  test('the management API creates its own link next to that of a platform token', async () => {
    const planted = await send('web', { uri: 'products/3', unique: true });
    const body = { uri: 'products/3', unique: true, code: 'Mine3' };
    const made = await service.request('POST', '/manage/v1/smartlinks', { body });
    assert.deepEqual([made.status, made.json.code], [201, 'Mine3']);
    // A search for the whole URI finds both at once.
    const { json } = await service.request('GET', '/manage/v1/smartlinks?q=products/3');
    const found = (json.smartlinks as { code: string; created_by: { kind: string } }[]).map(
      ({ code, created_by: { kind } }) => `${code} ${kind}`,
    );
    assert.deepEqual(
      found.toSorted(),
      ['Mine3 server_token', `${codeOf(planted)} platform_token`].toSorted(),
    );
  });

  test('an Idempotency-Key belongs to platform tokens or to the others', async () => {
    const body = { uri: 'order/1' };
    const planted = await send('web', { ...body, routes: { web: { link: EVIL } } }, 'order 1');
    const own = await send('server', body, 'order 1');
    assert.equal(own.status, 201, own.text);
    assert.notEqual(codeOf(own), codeOf(planted));
    assert.equal(codeOf(await send('server', body, 'order 1')), codeOf(own));
    const same = await send('web', body, 'order 2');
    const other = await send('server', body, 'order 2');
    assert.notEqual(codeOf(other), codeOf(same));
    assert.equal(codeOf(await send('iphone', body, 'order 2')), codeOf(same));
    const headers = { 'idempotency-key': 'order 3' };
    await send('web', body, 'order 3');
    const managed = await service.request('POST', '/manage/v1/smartlinks', { body, headers });
    assert.equal(managed.status, 201);
    assert.equal(managed.json.created_by.kind, 'server_token');
    // White space around the key does not select the other side.
    const spaced = await send('server', body, ' order 3');
    assert.equal(codeOf(spaced), managed.json.code);
  });

  test('a hundred simultaneous requests create one link for each side', async () => {
    const rounds = async (make: (kind: 'web' | 'server') => Promise<Answer>) => {
      const kinds = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 'web' : 'server'));
      const answers = await Promise.all(kinds.map((kind) => make(kind)));
      const codes = (kind: string) =>
        new Set(answers.filter((_, i) => kinds[i] === kind).map((answer) => codeOf(answer)));
      const [web, server] = [codes('web'), codes('server')];
      assert.deepEqual([web.size, server.size], [1, 1]);
      assert.deepEqual(
        [...web].filter((code) => server.has(code)),
        [],
      );
    };
    await rounds((kind) => send(kind, { uri: 'at/once', unique: true }));
    await rounds((kind) => send(kind, { uri: 'at/once' }, 'at once'));
    await rounds((kind) => send(kind, { uri: 'all/at/once', unique: true }, 'all at once'));
  });

  test('the creator of a link is shown', async () => {
    const by = async (code: string) =>
      (await service.request('GET', `/manage/v1/smartlinks/${code}`)).json.created_by;
    const { json } = await service.request('GET', '/manage/v1/tokens');
    const tokens = json.tokens as { kind: string; token_id: string; prefix: string }[];
    for (const [kind, shown] of [
      ['iphone', 'platform_token'],
      ['server', 'server_token'],
    ] as const) {
      const token = tokens.find((one) => one.kind === kind);
      const code = codeOf(await send(kind, { uri: 'shown' }));
      assert.deepEqual(await by(code), { kind: shown, id: token?.token_id, name: token?.prefix });
    }
  });
});

describe('platform_tokens.create', () => {
  let service: Service;
  before(async () => {
    service = await startService(NO_LIMIT);
  });

  /** A new app with its own tokens. */
  const appWith = async (name: string, setup: Omit<AppSetup, 'name'>) => {
    const { tokens } = await createApp(service.app.ctx, name);
    await service.apply({ apps: [{ ...setup, name }] });
    const create = (body: object, kind: 'web' | 'android' | 'server' = 'web') =>
      service.request('POST', '/v2/smartlinks', { token: tokens[kind], body });
    const manage = (method: string, path: string, body?: object) =>
      service.request(method, `/manage/v1/${path}`, { token: tokens.server, body });
    return { tokens, create, manage };
  };
  const [shop] = SHOP.apps;
  const { name: _, ...SETUP } = shop ?? { name: '' };
  const pointersOf = ({ status, json, text }: Answer): string[] => {
    assert.deepEqual([status, json.code], [422, 'validation_failed'], text);
    return (json.errors as { pointer: string }[]).map(({ pointer }) => pointer);
  };

  test('own is the default: links stay with the app, in any form', async () => {
    const { create } = await appWith('own', SETUP);
    for (const uri of [
      'products/5',
      'cart',
      '/cart?x=1#y',
      'products/5?next=https://evil.example/',
      'https://shop.example/cart',
      'https://SHOP.example:443/cart',
      'http://shop.example/cart',
    ]) {
      const { status, text } = await create({ uri });
      assert.equal(status, 201, `${uri} ${text}`);
    }
    for (const routes of [
      { web: { link: 'https://shop.example/other' } },
      { iphone: { link: 'com.shop.app://other', fallback: '' } },
      { android: { link: 'COM.SHOP.APP://x', fallback: 'https://shop.example/get' } },
      { iphone: { fallback: 'https://apps.apple.com/fr/app/shop/id1?ct=mail' } },
      { ipad: { link: 'https://shop.example/ipad' } },
    ]) {
      const { status, text } = await create({ uri: 'cart', routes });
      assert.equal(status, 201, `${JSON.stringify(routes)} ${text}`);
    }
  });

  test('own rejects other destinations, with a pointer for each', async () => {
    const { create } = await appWith('strict', {
      ...SETUP,
      platforms: { ...SETUP.platforms, ipad: {} },
    });
    for (const uri of [
      EVIL,
      'https://shop.example.evil.example/',
      'https://shop.example:8443/',
      'https://shop.example./',
      'https://ѕhop.example/',
      'https://sub.shop.example/',
      // The iPad has no base, so its route would be the URI itself.
      'evil://x',
      'com.shop.app.evil://x',
    ]) {
      assert.deepEqual(pointersOf(await create({ uri })), ['/uri'], uri);
    }
    // A deep link of the app is permitted, also for the platform without a base.
    assert.equal((await create({ uri: 'com.shop.app://cart' })).status, 201);
    const routes = {
      web: { link: EVIL, fallback: 'https://evil.example/b' },
      iphone: { link: 'evil://x', fallback: 'https://apps.apple.com/app/id2' },
      ipad: { link: 'https://shop.example/x', fallback: '' },
      universal: { link: 'evil.app://?action=x' },
      android: { fallback: 'https://play.google.com/store/apps/details?id=com.evil' },
    };
    const refused = await create({ uri: 'cart', routes });
    assert.deepEqual(pointersOf(refused), [
      '/routes/web/link',
      '/routes/web/fallback',
      '/routes/iphone/link',
      '/routes/iphone/fallback',
      '/routes/universal/link',
      '/routes/android/fallback',
    ]);
    assert.match(refused.json.errors[0].detail, /"evil\.example".*server token.*platform_tokens/);
    // Other errors are reported too.
    const both = await create({ uri: EVIL, metadata: { a: true } });
    assert.deepEqual(pointersOf(both).toSorted(), ['/metadata/a', '/uri']);
    // User info and backslashes cannot imitate the host of the app.
    for (const uri of [
      'https://shop.example@evil.example/',
      'https://evil.example\\@shop.example/',
      'https://evil.example\\.shop.example/',
    ]) {
      assert.deepEqual(pointersOf(await create({ uri })), ['/uri'], uri);
    }
    assert.equal(
      (await create({ uri: EVIL, routes: { web: { link: EVIL } } }, 'server')).status,
      201,
    );
  });

  test('own includes the templates, the fallback @web, and changed settings', async () => {
    const { create, manage } = await appWith('templated', {
      ...SETUP,
      templates: [
        {
          name: 'blog',
          pattern: 'blog/:slug',
          routes: {
            web: { link: 'https://blog.example/:slug' },
            iphone: { link: 'shopblog://:slug', fallback: '@web' },
          },
        },
      ],
    });
    assert.equal((await create({ uri: 'blog/evil.example' })).status, 201);
    assert.equal((await create({ uri: 'https://blog.example/other' })).status, 201);
    const trap = { uri: 'blog/1', routes: { web: { link: EVIL } } };
    assert.deepEqual(pointersOf(await create(trap)), ['/routes/web/link']);
    const partner = { uri: 'a', routes: { web: { link: 'https://partner.example/a' } } };
    assert.deepEqual(pointersOf(await create(partner)), ['/routes/web/link']);
    const platforms = { ipad: { enabled: false, base: 'https://partner.example' } };
    assert.equal((await manage('PATCH', 'app', { platforms })).status, 200);
    assert.equal((await create(partner)).status, 201);
    assert.equal((await manage('PATCH', 'app', { templates: [] })).status, 200);
    assert.deepEqual(pointersOf(await create({ uri: 'https://blog.example/other' })), ['/uri']);
  });

  test('own works with only universal and with only android', async () => {
    const { create } = await appWith('universal', {
      platforms: { universal: { base: 'https://app.shop.example' }, web: { enabled: false } },
    });
    const refused = await create({ uri: 'x', routes: { universal: { link: EVIL } } }, 'android');
    assert.deepEqual(pointersOf(refused), ['/routes/universal/link']);
    assert.equal((await create({ uri: 'x' }, 'android')).status, 201);
    const link = 'https://app.shop.example/y';
    assert.equal((await create({ uri: 'x', routes: { universal: { link } } })).status, 201);
  });

  test('without a base, own is the same as any, and the doctor reports it', async () => {
    const { create, manage } = await appWith('bare', {});
    const warns = async (): Promise<boolean> =>
      (await manage('GET', 'doctor')).json.findings.some(
        ({ level, where, fix }: { level: string; where: string; fix: string | null }) =>
          level === 'warning' && where === '/platform_tokens' && fix !== null,
      );
    assert.equal((await create({ uri: EVIL })).status, 201);
    assert.equal(await warns(), true);
    await manage('PATCH', 'app', { platform_tokens: { create: 'off' } });
    assert.equal(await warns(), false);
    await manage('PATCH', 'app', { platform_tokens: {} });
    assert.equal(await warns(), true);
    await manage('PATCH', 'app', { platforms: { web: { base: 'https://shop.example' } } });
    assert.equal(await warns(), false);
    assert.deepEqual(pointersOf(await create({ uri: EVIL })), ['/uri']);
  });

  test('any permits every allowed destination', async () => {
    const { create } = await appWith('any', { ...SETUP, platform_tokens: { create: 'any' } });
    const made = await create({ uri: EVIL, routes: { android: { link: 'evil://x' } } });
    assert.equal(made.status, 201);
    assert.deepEqual(pointersOf(await create({ uri: 'javascript:x' })), ['/uri']);
  });

  test('off returns 403 for every platform token, but not for others', async () => {
    const { create, manage } = await appWith('off', {
      ...SETUP,
      platform_tokens: { create: 'off' },
    });
    for (const kind of ['web', 'android'] as const) {
      const { status, json } = await create({ uri: 'cart' }, kind);
      assert.deepEqual([status, json.code], [403, 'platform_creates_off']);
      assert.match(json.detail, /server tokens/);
    }
    assert.equal((await create({ uri: 'cart' }, 'server')).status, 201);
    assert.equal((await manage('POST', 'smartlinks', { uri: 'cart' })).status, 201);
  });

  test('the setting is part of the app: read, dry run, change, history, errors', async () => {
    const { manage } = await appWith('set', SETUP);
    const read = async () => (await manage('GET', 'app')).json.platform_tokens;
    assert.deepEqual(await read(), { create: 'own' });
    const wanted = { create: 'any', max_links: 5 };
    const dry = await manage('PATCH', 'app?dry_run=true', { platform_tokens: wanted });
    assert.deepEqual(dry.json.changes, [
      { change: 'replace', what: 'set/platform_tokens', from: { create: 'own' }, to: wanted },
    ]);
    assert.deepEqual(dry.json.app.platform_tokens, wanted);
    assert.deepEqual(await read(), { create: 'own' });
    await manage('PATCH', 'app', { platform_tokens: wanted });
    assert.deepEqual(await read(), wanted);
    await manage('PATCH', 'app', { hosts: [] });
    assert.deepEqual(await read(), wanted);
    await manage('PATCH', 'app', { platform_tokens: { create: 'own' } });
    assert.deepEqual(await read(), { create: 'own' });
    const bad = { create: 'all', max_links: 0, links: 1 };
    const refused = await manage('PATCH', 'app', { platform_tokens: bad });
    assert.deepEqual(pointersOf(refused).toSorted(), [
      '/platform_tokens/create',
      '/platform_tokens/links',
      '/platform_tokens/max_links',
    ]);
  });
});
