import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { disconnectMember } from '../../src/actions/members/disconnect.ts';
import { startService, type Answer, type Service } from '../harness.ts';
import { loadFactor } from '../processes.ts';
import { ask, invited, memberOf, PASSWORD, signIn, type Person } from './people.ts';
import { Browser, startProvider, type TestProvider } from './provider.ts';

const ADA = { sub: 'ada-1', email: 'ada@shop.example', email_verified: true, name: 'Ada' };
const COOKIE = 'smartlink-oidc';

let provider: TestProvider;
let service: Service;
let ada: Person;
before(async () => {
  provider = await startProvider();
  service = await startService(provider.settings);
  provider.serve(service);
  ada = await memberOf(service, ADA.email, 'owner');
});
beforeEach(() => {
  provider.account = ADA;
  provider.respondInstead = undefined;
});

const hostOf = (of: Service): string => new URL(of.url).host;

/** Returns the signed-in user of a browser. */
function me(browser: Browser, at = service): Promise<Answer> {
  const cookie = `smartlink=${browser.cookies.get(hostOf(at))?.get('smartlink')}`;
  return ask(at, 'GET', 'me', undefined, { cookie });
}

/** Returns why a sign-in failed, as the sign-in page receives it. */
async function refused(browser: Browser, address: URL): Promise<string | null> {
  assert.equal(address.origin + address.pathname, `${service.url}/dashboard/sign-in`);
  assert.equal((await me(browser)).status, 401);
  return address.searchParams.get('failed');
}

async function actions(): Promise<string[]> {
  const { json } = await service.request('GET', '/manage/v1/audit-log');
  return json.entries.map(
    ({ action, what }: { action: string; what: string }) => `${action} ${what}`,
  );
}

describe('sign-in at a provider', () => {
  test('is listed as a way to sign in', async () => {
    const { json } = await ask(service, 'GET', 'sign-in');
    const address = `${service.url}/manage/v1/sign-in/oidc`;
    assert.deepEqual(json, { password: true, oidc: { name: 'Company login', address } });
  });

  test('uses the verified e-mail address the first time, and the identity afterwards', async () => {
    const browser = new Browser();
    const address = await browser.signIn(service, '/shop/links?tag=spring#top');
    assert.equal(address.href, `${service.url}/dashboard/shop/links?tag=spring#top`);
    const first = await me(browser);
    assert.equal(first.json.member.member_id, ada.id);
    assert.deepEqual([...(browser.cookies.get(hostOf(service))?.keys() ?? [])], ['smartlink']);
    assert.equal((await actions())[0], `connect member:${ada.id}`);
    assert.equal(
      (await ada.send('GET', 'me')).status,
      401,
      'sessions of other browsers have ended',
    );

    provider.account = { ...ADA, email: 'ada.l@shop.example', email_verified: false };
    await browser.signIn(service);
    const second = await me(browser);
    assert.equal(second.json.member.member_id, ada.id);
    assert.equal(second.json.member.email, ADA.email);
    assert.notEqual(second.json.session_id, first.json.session_id);

    const heir = new Browser();
    provider.account = { ...ADA, sub: 'somebody-else' };
    assert.equal(await refused(heir, await heir.signIn(service)), 'linked_to_another');
    await disconnectMember(service.app.ctx, ADA.email);
    assert.equal((await actions())[0], `disconnect member:${ada.id}`);
    await heir.signIn(service);
    assert.equal((await me(heir)).json.member.member_id, ada.id);
    await disconnectMember(service.app.ctx, ADA.email);
  });

  test('rejects unknown users and unverified addresses', async () => {
    await memberOf(service, 'bob@shop.example', 'viewer');
    await invited(service, 'eve@shop.example', 'owner');
    const bob = { sub: 'bob-1', email: 'bob@shop.example' };
    const TABLE = [
      [{ ...bob, email_verified: false }, 'email_not_verified'],
      [bob, 'email_not_verified'],
      [{ sub: 'eve-1', email: 'eve@shop.example', email_verified: false }, 'email_not_verified'],
      [{ sub: 'bob-1' }, 'no_email'],
      [{ sub: 'x-1', email: 'stranger@shop.example', email_verified: true }, 'not_invited'],
      [undefined, 'refused'],
    ] as const;
    for (const [account, reason] of TABLE) {
      provider.account = account;
      const browser = new Browser();
      const address = await browser.signIn(service, '/shop/links');
      assert.equal(await refused(browser, address), reason);
      assert.equal(address.searchParams.get('to'), '/shop/links');
    }
  });

  test('accepts the invitations for the address', async () => {
    const { sub, ...person } = { sub: 'carol-1', name: 'Carol', email_verified: true };
    const email = 'carol@shop.example';
    const secret = await invited(service, email, 'editor');
    provider.account = { sub, ...person, email: 'Carol@Shop.example' };
    const browser = new Browser();
    await browser.signIn(service);
    const { member, apps } = (await me(browser)).json;
    assert.deepEqual([member.email, member.name], [email, 'Carol']);
    assert.deepEqual(apps, [{ name: 'shop', role: 'editor' }]);
    assert.equal((await actions())[0], `join member:${member.member_id}`);
    const look = await ask(service, 'POST', 'invitations/look', { invitation: secret });
    assert.equal(look.status, 410);
    assert.equal((await signIn(service, email)).status, 401, 'the account has no password');
    await browser.signIn(service);
    assert.equal((await me(browser)).json.member.member_id, member.member_id);
  });

  test('leads only to the dashboard', async () => {
    const { host } = new URL(provider.issuer);
    for (const to of [
      `http://${host}/`,
      `//${host}/`,
      `/\\${host}/`,
      `/..//${host}/`,
      `/%2e%2e/%2e%2e//${host}`,
      '/../manage/v1/sign-in/oidc',
      `@${host}/`,
      `.${host}/`,
      '/sign-in?to=/shop',
      `/${'x'.repeat(5000)}`,
    ]) {
      const address = await new Browser().signIn(service, to, (at) => at.origin === service.url);
      const end = address.pathname.startsWith('/dashboard')
        ? address
        : new URL(await locationOf(await new Browser().open(address, 'cross-site')));
      assert.equal(end.origin, service.url, to);
    }
    const page = await new Browser().signIn(service, `//${host}/`);
    assert.equal(page.href, `${service.url}/dashboard/`);
  });
});

async function locationOf(response: Response): Promise<string> {
  assert.equal(response.status, 302, await response.text());
  return response.headers.get('location') ?? '';
}

describe('the callback from a provider', () => {
  const back = async (browser: Browser, address: URL): Promise<URL> =>
    new URL(await locationOf(await browser.open(address, 'cross-site')));

  /** Replaces parts of the stored attempt: state, nonce, verifier. */
  function tamper(browser: Browser, change: (parts: string[]) => string[]): void {
    const jar = browser.cookies.get(hostOf(service));
    jar?.set(COOKIE, change(jar.get(COOKIE)?.split('.') ?? []).join('.'));
  }

  test('is valid once', async () => {
    const browser = new Browser();
    const address = await browser.stopAtCallback(service);
    const kept = browser.cookies.get(hostOf(service))?.get(COOKIE) ?? '';
    assert.equal((await back(browser, address)).pathname, '/dashboard/');
    assert.equal(browser.cookies.get(hostOf(service))?.has(COOKIE), false);
    const thief = new Browser();
    assert.equal(await refused(thief, await back(thief, address)), 'expired', 'no cookie');
    thief.cookies.get(hostOf(service))?.set(COOKIE, kept);
    assert.equal(
      await refused(thief, await back(thief, address)),
      'expired',
      'a code is valid once',
    );
  });

  test('is valid only for the browser and attempt that started it', async () => {
    const other = 'A'.repeat(43);
    const TABLE: readonly [(parts: string[]) => string[], string][] = [
      [([, nonce = '', verifier = '', to = '']) => [other, nonce, verifier, to], 'expired'],
      [([state = '', , verifier = '', to = '']) => [state, other, verifier, to], 'failed'],
      [([state = '', nonce = '', , to = '']) => [state, nonce, other, to], 'expired'],
      [() => ['nonsense'], 'expired'],
    ];
    for (const [change, reason] of TABLE) {
      const browser = new Browser();
      const address = await browser.stopAtCallback(service);
      tamper(browser, change);
      assert.equal(await refused(browser, await back(browser, address)), reason);
    }
    const victim = new Browser();
    const own = await victim.stopAtCallback(service);
    const planted = await new Browser().stopAtCallback(service);
    assert.equal(await refused(victim, await back(victim, planted)), 'expired');
    assert.equal(
      (await back(victim, own)).pathname,
      '/dashboard/',
      'the attempt of the victim continues',
    );
    const mixed = new Browser();
    const address = await mixed.stopAtCallback(service);
    address.searchParams.set('iss', 'https://login.evil.example');
    assert.equal(await refused(mixed, await back(mixed, address)), 'failed');
  });

  test('can come from any site; the start must come from the dashboard', async () => {
    const begin = (site: string) =>
      new Browser().open(`${service.url}/manage/v1/sign-in/oidc`, site);
    for (const [site, status] of [
      ['same-origin', 302],
      ['none', 302],
      ['cross-site', 403],
    ] as const) {
      assert.equal((await begin(site)).status, status, site);
    }
  });
});

test('the cookie of an attempt is bound to its host over https', async () => {
  const secure = await startService({
    ...provider.settings,
    BASE_URL: 'https://go.shop.example/l',
  });
  const answer = await ask(secure, 'GET', 'sign-in/oidc');
  assert.match(
    answer.headers.getSetCookie().join(),
    /^__Host-smartlink-oidc=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
  const sent = new URL(answer.headers.get('location') ?? '').searchParams;
  const callback = 'https://go.shop.example/l/manage/v1/sign-in/oidc/callback';
  assert.equal(sent.get('redirect_uri'), callback);
  assert.equal(sent.get('code_challenge_method'), 'S256');
  assert.ok(sent.has('state') && sent.has('nonce'));
});

describe('an unavailable provider', () => {
  test('is reported and requested again the next time', { timeout: 300_000 }, async () => {
    const lost = await startProvider();
    const lonely = await startService(lost.settings);
    const failed = async (): Promise<string | null> =>
      (await new Browser().signIn(lonely)).searchParams.get('failed');
    lost.respondInstead = (request) => request.socket.destroy();
    assert.equal(await failed(), 'provider_unavailable');
    lost.respondInstead = (_request, response) =>
      response.writeHead(503).end('at /srv/login/main.py');
    assert.equal(await failed(), 'provider_unavailable');
    lost.respondInstead = (_request, response) => response.end('<html>');
    assert.equal(await failed(), 'provider_unavailable');
    lost.respondInstead = (_request, response) => {
      const more = (): boolean => response.write('x'.repeat(100_000), () => more());
      response.writeHead(200, { 'content-type': 'application/json' });
      more();
    };
    assert.equal(await failed(), 'provider_unavailable', 'a response that never ends');
    lost.respondInstead = () => undefined;
    const began = performance.now();
    assert.equal(await failed(), 'provider_unavailable', 'silence');
    assert.ok(performance.now() - began < 15_000 * loadFactor());

    lost.respondInstead = undefined;
    lost.account = ADA;
    lost.serve(lonely);
    await memberOf(lonely, ADA.email, 'owner');
    const browser = new Browser();
    const address = await browser.stopAtCallback(lonely);
    lost.respondInstead = (_request, response) => response.writeHead(500).end();
    const back = await locationOf(await browser.open(address, 'cross-site'));
    assert.equal(back, `${lonely.url}/dashboard/sign-in?failed=provider_unavailable`);
    lost.respondInstead = undefined;
    await browser.signIn(lonely);
    assert.equal((await me(browser, lonely)).json.member.email, ADA.email);
  });
});

test('without a provider, its addresses redirect to the sign-in page', async () => {
  const plain = await startService();
  for (const path of ['sign-in/oidc', 'sign-in/oidc/callback?code=1&state=2']) {
    const { status, headers } = await ask(plain, 'GET', path);
    assert.equal(status, 302);
    assert.equal(headers.get('location'), `${plain.url}/dashboard/sign-in?failed=no_provider`);
  }
});

test('with passwords off, the provider is the only way to sign in', async () => {
  const strict = await startService({ ...provider.settings, PASSWORD_SIGN_IN: 'off' });
  provider.serve(strict);
  const invitation = await invited(strict, ADA.email, 'owner');
  assert.equal((await ask(strict, 'GET', 'sign-in')).json.password, false);
  const off = ({ status, json }: Answer): void =>
    assert.deepEqual([status, json.code], [403, 'password_sign_in_off']);
  off(await signIn(strict, ADA.email));
  off(await ask(strict, 'POST', 'invitations/accept', { invitation, password: PASSWORD }));
  const look = await ask(strict, 'POST', 'invitations/look', { invitation });
  assert.equal(look.json.email, ADA.email);
  const browser = new Browser();
  await browser.signIn(strict);
  const { json } = await me(browser, strict);
  assert.deepEqual(json.apps, [{ name: 'shop', role: 'owner' }]);
  const cookie = `smartlink=${browser.cookies.get(hostOf(strict))?.get('smartlink')}`;
  const password = { old: PASSWORD, new: 'another sentence of mine' };
  off(await ask(strict, 'PATCH', 'me', { password }, { cookie }));
  assert.equal((await ask(strict, 'PATCH', 'me', { name: 'A' }, { cookie })).status, 200);
  provider.serve(service);
});
