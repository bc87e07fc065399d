import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { SHOP, smartlink, startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { getAs } from '../send-as.ts';
import { newStore } from '../store.ts';
import { memberOf } from './people.ts';

interface Found {
  readonly level: string;
  readonly where: string;
  readonly what: string;
  readonly fix: string | null;
}

const APPLE = { team_id: 'ABCDE12345', bundle_id: 'com.shop.app' };
const SHOP_APP = { team_id: 'ABCDE12345', bundle_id: 'com.operator.app' };

describe('GET /manage/v1/doctor', () => {
  let service: Service;
  let now = Date.now();
  before(async () => {
    service = await startService({ CLICKS: 'off' }, { now: () => now });
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

  test('returns a single ok for a good app', async () => {
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

  test('returns findings with their field and a fix, without commands', async () => {
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

  test('reports host names that phones do not request, and with network, those that do not respond', async () => {
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
    // A name that RFC 2606 reserves.
    const hosts = ['links.shop.invalid'];
    await service.apply({ apps: [{ name: app.name, platforms, hosts }] });
    const quiet = await look('', tokens.server);
    assert.deepEqual(places(quiet), ['hint ']);
    assert.match(quiet[0]?.what ?? '', /app links under http:\/\/127\.0\.0\.1/);
    assert.deepEqual(await look('?network=false', tokens.server), quiet);
    const asked = await look('?network=true', tokens.server);
    assert.deepEqual(places(asked), ['hint ', 'warning /hosts/0']);
    assert.match(asked[1]?.what ?? '', /links\.shop\.invalid.*could not be checked/);
    // Another app gets no information about it.
    const other = (await createApp(service.app.ctx, 'another')).tokens.server;
    assert.deepEqual(places(await look('?network=true', other)), [
      'warning /platforms',
      'warning /platform_tokens',
    ]);
  });

  test('checks once for simultaneous requests, and again after a change', async () => {
    const { app, tokens } = await createApp(service.app.ctx, 'busy');
    const token = tokens.server;
    const iphone = { base: 'com.shop.app://', fallback: 'https://a.example', apps: [APPLE] };
    const hosts = ['busy.shop.invalid'];
    await service.apply({ apps: [{ name: app.name, platforms: { iphone }, hosts }] });
    let asked = 0;
    const count = (message: unknown): void => {
      const { host } = (message as { request: ClientRequest }).request;
      if (host === 'busy.shop.invalid') asked++;
    };
    diagnostics.subscribe('http.client.request.start', count);
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
    diagnostics.unsubscribe('http.client.request.start', count);
  });

  test('cannot be used to send unlimited requests', async () => {
    const { app, tokens } = await createApp(service.app.ctx, 'curious');
    const token = tokens.server;
    const ios = { base: 'com.shop.app://', fallback: 'https://a.example' };
    const hosts = ['curious.shop.invalid'];
    await service.apply({ apps: [{ name: app.name, platforms: { iphone: ios }, hosts }] });
    const path = '/manage/v1/doctor?network=true';
    for (let time = 0; time <= 10; time++) {
      const apps = [{ ...APPLE, bundle_id: `com.shop.app${time}` }];
      const body = { platforms: { iphone: { ...ios, apps } } };
      const changed = await service.request('PATCH', '/manage/v1/app', { body, token });
      assert.equal(changed.status, 200);
      const { status, json } = await service.request('GET', path, { token });
      assert.equal(status, time < 10 ? 200 : 429);
      if (status === 429) assert.equal(json.code, 'too_many_checks');
    }
    now += 60_000;
    assert.equal((await service.request('GET', path, { token })).status, 200);
  });

  const store = 'https://apps.apple.com/app/id1';
  const iphone = { base: 'com.shop.app://', fallback: store, apps: [APPLE] };
  const off = { enabled: false };
  const platforms = {
    web: { base: 'https://a.example' },
    iphone,
    ipad: off,
    universal: off,
    android: off,
  };

  test('returns which addresses were requested, and reports nothing about others', async () => {
    const { app, tokens } = await createApp(service.app.ctx, 'plain');
    const askedIn = async (query: string): Promise<string[]> =>
      (await service.request('GET', `/manage/v1/doctor${query}`, { token: tokens.server })).json
        .asked;
    assert.deepEqual(await askedIn('?network=true'), []);
    await service.apply({ apps: [{ name: app.name, platforms, hosts: ['plain.shop.invalid'] }] });
    assert.deepEqual(await askedIn(''), []);
    assert.deepEqual(await askedIn('?network=true'), ['https://plain.shop.invalid']);
  });

  test('reports a pending host with its DNS record, without connecting to it', async () => {
    const { app, tokens } = await createApp(service.app.ctx, 'waiting');
    await service.apply({ apps: [{ name: app.name, platforms, hosts: ['on.shop.invalid'] }] });
    const body = { hosts: ['new.shop.invalid', 'on.shop.invalid'] };
    await service.request('PATCH', '/manage/v1/app', { body, token: tokens.server });
    const { json } = await service.request('GET', '/manage/v1/doctor?network=true', {
      token: tokens.server,
    });
    assert.deepEqual(places(json.findings), ['warning /hosts/0', 'hint ', 'warning /hosts/1']);
    const [pending] = json.findings as Found[];
    assert.match(pending?.what ?? '', /new\.shop\.invalid is pending/);
    assert.match(pending?.fix ?? '', /_smartlink\.new\.shop\.invalid TXT "smartlink-verification=/);
    assert.deepEqual(json.asked, ['https://on.shop.invalid']);
  });

  test('an app of a member is not listed on the default host until the operator allows it', async () => {
    const DATABASE_URL = await newStore();
    const shared = await startService({
      CLICKS: 'off',
      DATABASE_URL,
      SMARTLINK_BASE: 'https://link.invalid',
    });
    const ada = await memberOf(shared, 'ada@shop.example', 'owner');
    const made = await ada.send('POST', 'apps', { body: { name: 'second' } });
    assert.equal(made.status, 201, made.text);
    const token = made.json.tokens.server as string;
    const request = (method: string, path: string, body?: object) =>
      shared.request(method, `/manage/v1/${path}`, { token, ...(body ? { body } : {}) });
    assert.equal((await request('PATCH', 'app', { platforms })).status, 200);
    await shared.apply({ apps: [{ name: 'shop', platforms: { iphone: { apps: [SHOP_APP] } } }] });
    const file = async (): Promise<string> =>
      (await getAs(shared.url, '/.well-known/apple-app-site-association', { host: 'link.invalid' }))
        .text;
    await eventually('the app of the operator is listed', async () => {
      return (await file()).includes(SHOP_APP.bundle_id);
    });
    assert.ok(!(await file()).includes(APPLE.bundle_id));
    assert.deepEqual((await request('GET', 'hosts')).json.default_host, {
      host: 'link.invalid',
      listed: false,
    });
    const { findings, asked } = (await request('GET', 'doctor?network=true')).json;
    assert.deepEqual(places(findings), ['warning ']);
    assert.match(findings[0].what, /under link\.invalid: its association files do not list/);
    assert.match(findings[0].fix, /ask the operator/);
    assert.deepEqual(asked, []);
    const doctor = await smartlink(['doctor'], {
      DATABASE_URL,
      SMARTLINK_BASE: 'https://link.invalid',
    });
    assert.match(doctor.stdout, /→ .*smartlink app allow-default-host second/);
    const allow = (...more: string[]) =>
      smartlink(['app', 'allow-default-host', 'second', ...more], { DATABASE_URL });
    assert.equal((await allow()).code, 0);
    await eventually('the app is listed', async () => (await file()).includes(APPLE.bundle_id));
    assert.equal((await request('GET', 'hosts')).json.default_host.listed, true);
    assert.deepEqual(places((await request('GET', 'doctor')).json.findings), ['ok ']);
    assert.equal((await allow('--off')).code, 0);
    await eventually(
      'the app is no longer listed',
      async () => !(await file()).includes(APPLE.bundle_id),
    );
    const host = { hosts: ['go.second.invalid'] };
    await shared.apply({ apps: [{ name: 'second', ...host }] });
    assert.deepEqual(places((await request('GET', 'doctor')).json.findings), ['hint ']);
  });

  for (const address of [
    'https://10.0.0.1',
    'https://0x0a000001',
    'https://169.254.169.254',
    'https://100.64.0.1',
    'https://[::ffff:127.0.0.1]',
    'https://[fd00:ec2::254]',
    'https://[64:ff9b::10.0.0.1]',
  ]) {
    test(`does not connect to ${address}, and only reports that it is not public`, async () => {
      const inside = await startService({ CLICKS: 'off', SMARTLINK_BASE: address });
      await inside.apply({ apps: [{ name: 'shop', platforms }] });
      let sent = 0;
      const count = (message: unknown): void => {
        const { host } = (message as { request: ClientRequest }).request;
        if (new URL(address).hostname.includes(host)) sent++;
      };
      diagnostics.subscribe('http.client.request.start', count);
      const { json } = await inside.request('GET', '/manage/v1/doctor?network=true');
      diagnostics.unsubscribe('http.client.request.start', count);
      assert.equal(sent, 0);
      const [found, ...others] = json.findings as Found[];
      assert.equal(others.length, 0);
      assert.equal(found?.level, 'warning');
      assert.match(found.what, /was not checked: the address of this domain is not public$/);
    });
  }

  test('accepts server tokens, and validates its parameter', async () => {
    for (const [query, expected] of [
      ['?network=1', 400],
      ['?network=', 400],
      ['?network=true&network=true', 422],
    ] as const) {
      const { status } = await service.request('GET', `/manage/v1/doctor${query}`);
      assert.equal(status, expected, query);
    }
    const token = service.owner.tokens.web;
    assert.equal((await service.request('GET', '/manage/v1/doctor', { token })).status, 403);
  });
});
