import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { disconnectMember } from '../../src/actions/members/disconnect.ts';
import { resetPassword } from '../../src/actions/members/reset-password.ts';
import { startService, type Answer, type Service } from '../harness.ts';
import { newStore } from '../store.ts';
import {
  ask,
  cookieOf,
  invited,
  memberOf,
  PASSWORD,
  personIn,
  signIn,
  type Person,
} from './people.ts';
import { Browser, startProvider, type TestProvider } from './provider.ts';

const NEW = 'another sentence of mine';

/** The app `shop` belongs to the victim's company; the owner of `books` is an attacker. */
describe('an account that another person created for an e-mail address', () => {
  let provider: TestProvider;
  let service: Service;
  let store: string;
  let people = 0;
  before(async () => {
    provider = await startProvider();
    store = await newStore();
    service = await startService({ CLICKS: 'off', ...provider.settings, DATABASE_URL: store });
    provider.serve(service);
    await createApp(service.app.ctx, 'books');
  });

  const address = (): string => `victim${people++}@corp.example`;
  const setAccount = (email: string, verified = true, sub = email): void => {
    provider.account = { sub, email, email_verified: verified, name: 'The Victim' };
  };
  const accept = (invitation: string, password: string, more: object = {}): Promise<Answer> =>
    ask(service, 'POST', 'invitations/accept', { invitation, password, ...more });
  const cookieIn = (browser: Browser, of = service): string =>
    `smartlink=${browser.cookies.get(new URL(of.url).host)?.get('smartlink')}`;
  const as = (cookie: string, method: string, path: string): Promise<Answer> =>
    ask(service, method, path, undefined, { cookie });
  const resetLink = async (email: string): Promise<string> =>
    (await resetPassword(service.app.ctx, email)).address.split('#')[1] ?? '';
  /** Returns the last entry in the audit log of the shop about a member. */
  const lastOf = async (member: string): Promise<Record<string, unknown>> => {
    const { json } = await service.request('GET', '/manage/v1/audit-log');
    return json.entries.find(({ what }: { what: string }) => what === `member:${member}`);
  };

  /**
   * Eve has accepted an invitation to her own app with the victim's address. The shop has invited
   * the victim.
   */
  async function createdByAttacker(): Promise<{ email: string; eve: Person }> {
    const email = address();
    const invitation = await invited(service, email, 'owner', 'books');
    const signedIn = await accept(invitation, PASSWORD, { name: 'Eve was here' });
    await invited(service, email, 'owner');
    return { email, eve: personIn(service, signedIn) };
  }

  test('is connected at the first sign-in at the provider, which ends all other ways to sign in', async () => {
    const { email, eve } = await createdByAttacker();
    const second = cookieOf(await signIn(service, email));
    const reset = await resetLink(email);
    setAccount(email);
    const browser = new Browser();
    await browser.signIn(service);
    const me = await as(cookieIn(browser), 'GET', 'me');
    assert.deepEqual(me.json.member, {
      member_id: eve.id,
      email,
      name: 'The Victim',
      has_password: false,
    });
    assert.deepEqual(
      me.json.apps.map(({ name }: { name: string }) => name),
      ['books', 'shop'],
    );
    for (const cookie of [eve.cookie, second]) {
      assert.equal((await as(cookie, 'GET', 'me')).status, 401);
    }
    assert.equal((await eve.send('GET', 'smartlinks', { app: 'shop' })).status, 401);
    assert.equal((await signIn(service, email)).status, 401);
    const late = await accept(reset, NEW);
    assert.deepEqual([late.status, late.json.code], [410, 'invitation_over']);
    const rows = await service.app.ctx.db.all('select id from sessions where member_id = ?', [
      eve.id,
    ]);
    assert.equal(rows.length, 1, 'no network of the attacker is known');
    assert.equal((await lastOf(eve.id)).action, 'join');
    // Another invitation for the address does not help Eve either.
    await createApp(service.app.ctx, `more${people}`);
    const third = await invited(service, email, 'owner', `more${people}`);
    for (const password of [PASSWORD, NEW])
      assert.equal((await accept(third, password)).status, 401);
  });

  test('has the removed password in the audit log of its apps', async () => {
    const email = address();
    const known = await memberOf(service, email, 'viewer');
    setAccount(email);
    await new Browser().signIn(service);
    const entry = await lastOf(known.id);
    assert.deepEqual(
      [entry.action, entry.after],
      ['connect', { issuer: provider.issuer, password_removed: true }],
    );
  });

  test('is unchanged if the provider has not verified the address', async () => {
    const { email, eve } = await createdByAttacker();
    setAccount(email, false);
    const end = await new Browser().signIn(service);
    assert.equal(end.searchParams.get('failed'), 'email_not_verified');
    assert.equal((await eve.send('GET', 'me')).status, 200);
    assert.equal((await signIn(service, email)).status, 200);
  });

  test('cannot be used with an invitation without its password', async () => {
    const { email } = await createdByAttacker();
    const invitation = await invited(service, email, 'owner');
    for (const more of [{}, { existing_account: true }]) {
      const refused = await accept(invitation, NEW, more);
      assert.deepEqual([refused.status, refused.json.code], [401, 'wrong_credentials']);
    }
    const look = await ask(service, 'POST', 'invitations/look', { invitation });
    assert.equal(look.status, 200, 'the invitation is still valid');
    // The operator's link signs the victim in and ends Eve's session.
    const signedIn = await accept(await resetLink(email), NEW);
    assert.equal(signedIn.status, 200);
    assert.equal((await accept(invitation, PASSWORD)).status, 401);
    assert.equal((await accept(invitation, NEW)).status, 200);
  });

  test('stays with its identity if the provider changes an address', async () => {
    const email = address();
    await invited(service, email, 'viewer');
    setAccount(email, true, 'moves');
    const browser = new Browser();
    await browser.signIn(service);
    const { member } = (await as(cookieIn(browser), 'GET', 'me')).json;
    const { email: taken, eve } = await createdByAttacker();
    setAccount(taken, true, 'moves');
    const later = new Browser();
    await later.signIn(service);
    const me = await as(cookieIn(later), 'GET', 'me');
    assert.equal(
      me.json.member.member_id,
      member.member_id,
      'the identity decides, not the address',
    );
    assert.deepEqual(me.json.apps, [{ name: 'shop', role: 'owner' }]);
    assert.equal((await eve.send('GET', 'smartlinks', { app: 'shop' })).status, 404);
    assert.equal((await eve.send('GET', 'me')).status, 200, 'her account is not connected');
    // Another user has the old address now.
    setAccount(email, true, 'is new');
    const end = await new Browser().signIn(service);
    assert.equal(end.searchParams.get('failed'), 'linked_to_another');
  });

  test('is one account, even for two simultaneous sign-ins', async () => {
    const email = address();
    await invited(service, email, 'viewer');
    setAccount(email);
    const browsers = Array.from({ length: 4 }, () => new Browser());
    const back = await Promise.all(browsers.map((browser) => browser.stopAtCallback(service)));
    await Promise.all(browsers.map((browser, i) => browser.open(back[i] ?? '', 'cross-site')));
    const ids = await Promise.all(
      browsers.map(
        async (browser) => (await as(cookieIn(browser), 'GET', 'me')).json.member.member_id,
      ),
    );
    assert.equal(new Set(ids).size, 1, ids.join());
    const rows = await service.app.ctx.db.all('select id from members where oidc_subject = ?', [
      email,
    ]);
    assert.equal(rows.length, 1);
  });

  test('rejects all earlier credentials after it is disconnected', async () => {
    const email = address();
    await invited(service, email, 'viewer');
    setAccount(email);
    const browser = new Browser();
    await browser.signIn(service);
    const reset = await resetLink(email);
    const cookie = cookieIn(browser);
    assert.equal((await as(cookie, 'GET', 'me')).status, 200);
    await disconnectMember(service.app.ctx, email);
    assert.equal((await as(cookie, 'GET', 'me')).status, 401);
    assert.equal((await accept(reset, NEW)).status, 410);
    // A password that was chosen in between also becomes invalid at the next connection.
    assert.equal((await accept(await resetLink(email), NEW)).status, 200);
    setAccount(email, true, 'a new account there');
    await new Browser().signIn(service);
    assert.equal((await signIn(service, email, NEW)).status, 401);
  });

  test('is connected again at another provider', async () => {
    const email = address();
    const known = await memberOf(service, email, 'viewer');
    setAccount(email);
    await new Browser().signIn(service);
    assert.equal((await accept(await resetLink(email), NEW)).status, 200);
    const other = await startProvider();
    const moved = await startService(
      { CLICKS: 'off', ...other.settings, DATABASE_URL: store },
      {},
      service.owner,
    );
    other.serve(moved);
    other.account = { sub: 'elsewhere', email, email_verified: true };
    const browser = new Browser();
    await browser.signIn(moved);
    const me = await ask(moved, 'GET', 'me', undefined, { cookie: cookieIn(browser, moved) });
    assert.deepEqual([me.json.member.member_id, me.json.member.has_password], [known.id, false]);
    assert.equal((await signIn(moved, email, NEW)).status, 401);
  });
});
