import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { getApp } from '../../src/actions/apps/get-app.ts';
import { addInvitation } from '../../src/actions/members/invite.ts';
import { resetPassword } from '../../src/actions/members/reset-password.ts';
import type { Role } from '../../src/domain/access/role.ts';
import { smartlink, spawnService, startService, type Answer, type Service } from '../harness.ts';
import { welcomeOf } from '../processes.ts';
import { newStore } from '../store.ts';
import { ask, invited, PASSWORD, signIn } from './people.ts';
import { Browser, startProvider, type TestProvider } from './provider.ts';

let provider: TestProvider;
let service: Service;
before(async () => {
  provider = await startProvider();
  service = await startService(provider.settings);
  provider.serve(service);
});

/** Sets the account that is signed in at the provider. */
function setAccount(name: string, email_verified = true): void {
  provider.account = { sub: name, email: `${name}@shop.example`, email_verified };
}

/** Sends a request as the signed-in user of a browser. */
function as(browser: Browser, method: string, path: string, body?: unknown): Promise<Answer> {
  const { host } = new URL(service.url);
  const cookie = `smartlink=${browser.cookies.get(host)?.get('smartlink')}`;
  return ask(service, method, path, body, { cookie });
}

/** Returns the secret of an invitation without an address, as the first start prints it. */
async function forAnybody(role: Role): Promise<string> {
  const { ctx } = service.app;
  const editor = { appId: (await getApp(ctx, 'shop')).id, actor: 'operator' };
  const made = await ctx.db.transaction((tx) => addInvitation(ctx, tx, editor, null, role));
  return made.address.split('#')[1] ?? '';
}

describe('an invitation without an address', () => {
  test('adds a user who signs in at the provider, once', async () => {
    const secret = await forAnybody('owner');
    setAccount('ada');
    const late = new Browser();
    const begun = await late.open(`${service.url}/manage/v1/sign-in/oidc`, 'same-origin', {
      invitation: secret,
    });
    const { address } = (await begun.json()) as { address: string };
    assert.ok(!address.includes(secret));

    const browser = new Browser();
    const page = await browser.join(service, secret, '/shop/links');
    assert.equal(page.href, `${service.url}/dashboard/shop/links`);
    const { member, apps } = (await as(browser, 'GET', 'me')).json;
    assert.equal(member.email, 'ada@shop.example');
    assert.deepEqual(apps, [{ name: 'shop', role: 'owner' }]);

    setAccount('eve');
    const refused = await late.follow(address);
    assert.equal(
      refused.searchParams.get('failed'),
      'not_invited',
      'an attempt that started before the invitation was used',
    );
    const over = await ask(service, 'POST', 'sign-in/oidc', { invitation: secret });
    assert.deepEqual([over.status, over.json.code], [410, 'invitation_over']);
  });

  test('uses the verified address, and leads only to the dashboard', async () => {
    const secret = await forAnybody('owner');
    setAccount('eve', false);
    const refused = await new Browser().join(service, secret, '/shop/links');
    assert.equal(refused.searchParams.get('failed'), 'email_not_verified');
    setAccount('bea');
    const page = await new Browser().join(service, secret, '//evil.example/');
    assert.equal(page.href, `${service.url}/dashboard/`);
  });

  test('raises the role of an existing member, even if their address has changed', async () => {
    await invited(service, 'carol@shop.example', 'viewer');
    setAccount('carol');
    await new Browser().signIn(service);
    provider.account = { sub: 'carol' };
    const browser = new Browser();
    await browser.join(service, await forAnybody('editor'), '/');
    const { member, apps } = (await as(browser, 'GET', 'me')).json;
    assert.equal(member.email, 'carol@shop.example');
    assert.deepEqual(apps, [{ name: 'shop', role: 'editor' }]);
  });
});

test('an invitation for one address does not work for another user of the provider', async () => {
  const secret = await invited(service, 'dan@shop.example', 'owner');
  setAccount('eve');
  const refused = await new Browser().join(service, secret, '/');
  assert.equal(refused.searchParams.get('failed'), 'not_invited');
  const look = await ask(service, 'POST', 'invitations/look', { invitation: secret });
  assert.equal(look.status, 200, 'the invitation is still valid for Dan');
});

test('a user who joined at a provider has no password until the operator creates a link', async () => {
  const email = 'kay@shop.example';
  await invited(service, email, 'viewer');
  setAccount('kay');
  const browser = new Browser();
  await browser.signIn(service);
  assert.equal((await as(browser, 'GET', 'me')).json.member.has_password, false);
  const change = { password: { old: PASSWORD, new: 'another sentence of mine' } };
  const refused = await as(browser, 'PATCH', 'me', change);
  assert.deepEqual([refused.status, refused.json.errors[0].pointer], [422, '/password']);
  const [, invitation] = (await resetPassword(service.app.ctx, email)).address.split('#');
  const body = { invitation, password: PASSWORD };
  const chosen = await ask(service, 'POST', 'invitations/accept', body);
  assert.equal(chosen.json.member.has_password, true);
  assert.equal((await signIn(service, email)).json.member.has_password, true);
});

test('without passwords, the first start prints a link, but none to choose a password', async () => {
  const environment = {
    ...provider.settings,
    DATABASE_URL: await newStore(),
    PASSWORD_SIGN_IN: 'off',
  };
  const first = await spawnService(environment);
  assert.match(await welcomeOf(first), /\/dashboard\/invitation#\w{40}\n/);
  const reset = await smartlink(['member', 'reset', 'ada@shop.example'], environment);
  assert.equal(reset.code, 1);
  assert.match(reset.stderr, /^smartlink: PASSWORD_SIGN_IN is off/);
});
