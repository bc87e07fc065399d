import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { resetPassword } from '../../src/actions/members/reset-password.ts';
import { startService, type Answer, type Service } from '../harness.ts';
import { ask, cookieOf, invited, memberOf, PASSWORD, signIn } from '../manage/people.ts';
import { Browser, startProvider } from '../manage/provider.ts';

/** The address of the service, and the name and attributes of its cookie at that address. */
const PLACES = [
  ['http://127.0.0.1', 'smartlink', ''],
  ['https://shop.example/go/links', '__Host-smartlink', '; Secure'],
] as const;
const MADE_UP = 'A'.repeat(40);

for (const [base, name, secure] of PLACES) {
  describe(`a session at ${base}`, () => {
    let service: Service;
    let people = 0;
    before(async () => {
      service = await startService(base === 'http://127.0.0.1' ? {} : { BASE_URL: base });
      await createApp(service.app.ctx, 'books');
    });

    const nobodyYet = (): string => `person${people++}@shop.example`;
    const known = async (): Promise<string> => {
      const email = nobodyYet();
      await memberOf(service, email, 'viewer');
      return email;
    };
    const accept = (invitation: string, cookie: string, password = PASSWORD) =>
      ask(service, 'POST', 'invitations/accept', { invitation, password }, { cookie });

    /** Ways to sign in, each as another user. `cookie`: the previous cookie of the browser. */
    const WAYS: Readonly<Record<string, (cookie: string) => Promise<Answer>>> = {
      'a sign-in': async (cookie) => signIn(service, await known(), PASSWORD, { cookie }),
      'an invitation of a new user': async (cookie) =>
        accept(await invited(service, nobodyYet(), 'viewer'), cookie),
      'an invitation of an existing member': async (cookie) => {
        const email = await known();
        return accept(await invited(service, email, 'viewer', 'books'), cookie);
      },
      'a link to choose a password': async (cookie) => {
        const { address } = await resetPassword(service.app.ctx, await known());
        return accept(address.split('#')[1] ?? '', cookie);
      },
    };

    const statusOf = async (cookie: string): Promise<number> =>
      (await ask(service, 'GET', 'me', undefined, { cookie })).status;

    /** Asserts that only a cookie of a new session is set, with the strictest attributes. */
    function assertNew(answer: Answer, ...old: readonly string[]): string {
      assert.equal(answer.status, 200, answer.text);
      const all = answer.headers.getSetCookie();
      const form = `^${name}=[0-9A-Za-z]{40}; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax${secure}$`;
      assert.equal(all.length, 1, all.join('\n'));
      assert.match(all[0] ?? '', new RegExp(form));
      const cookie = cookieOf(answer);
      for (const one of old) assert.ok(!one.includes(cookie), 'the cookie was not set before');
      return cookie;
    }

    for (const [way, enter] of Object.entries(WAYS)) {
      test(`is new after ${way}, regardless of previous cookies`, async () => {
        const strangers = cookieOf(await signIn(service, await known()));
        for (const planted of [`${name}=${MADE_UP}`, `a=b; ${strangers}; c=d`]) {
          const cookie = assertNew(await enter(planted), planted);
          assert.equal(await statusOf(cookie), 200);
          assert.equal(await statusOf(planted), 401, planted);
          assert.equal(await statusOf(`${planted}; ${cookie}`), 401, 'the first one counts');
        }
      });
    }

    test('is new after a new password, which ends all others', async () => {
      const email = await known();
      const elsewhere = cookieOf(await signIn(service, email));
      const first = cookieOf(await signIn(service, email));
      const password = { old: PASSWORD, new: 'another sentence of mine' };
      const change = (body: object) => ask(service, 'PATCH', 'me', body, { cookie: first });
      const wrong = await change({ password: { ...password, old: 'not the password' } });
      assert.deepEqual([wrong.status, wrong.headers.getSetCookie()], [422, []]);
      const named = await change({ name: 'Somebody' });
      assert.deepEqual([named.status, named.headers.getSetCookie()], [200, []]);
      assert.deepEqual([await statusOf(first), await statusOf(elsewhere)], [200, 200]);
      const changed = await change({ password });
      const cookie = assertNew(changed, first, elsewhere);
      assert.deepEqual([await statusOf(first), await statusOf(elsewhere)], [401, 401]);
      const me = await ask(service, 'GET', 'me', undefined, { cookie });
      assert.equal(me.text, changed.text);
      const { sessions } = (await ask(service, 'GET', 'sessions', undefined, { cookie })).json;
      assert.deepEqual(
        sessions.map((one: Record<string, unknown>) => [one.session_id, one.own]),
        [[me.json.session_id, true]],
      );
    });

    test('is only in the cookie with its name', async () => {
      const cookie = cookieOf(await signIn(service, await known()));
      const secret = cookie.split('=')[1] ?? '';
      const other = name === 'smartlink' ? '__Host-smartlink' : 'smartlink';
      for (const pair of [
        `${other}=${secret}`,
        `${name.toUpperCase()}=${secret}`,
        `x${name}=${secret}`,
        `${name}x=${secret}`,
        `${name}="${secret}"`,
        `${name} =${secret}`,
        `${name}=${secret}x`,
        `${name}=${secret.slice(1)}`,
        `${name}=${secret.toLowerCase()}`,
        secret,
      ]) {
        assert.equal(await statusOf(pair), 401, pair);
      }
      for (const headers of [
        { authorization: `Token ${secret}` },
        { authorization: `Bearer ${secret}` },
        { 'x-session': secret },
      ]) {
        assert.equal((await ask(service, 'GET', 'me', undefined, headers)).status, 401);
      }
      assert.equal((await ask(service, 'GET', `me?${cookie}`)).status, 401);
      assert.equal(await statusOf(cookie), 200);
    });

    test('does not change after a failed sign-in', async () => {
      const cookie = cookieOf(await signIn(service, await known()));
      const invitation = await invited(service, nobodyYet(), 'viewer');
      for (const answer of [
        await signIn(service, await known(), 'not the password', { cookie }),
        await signIn(service, nobodyYet(), PASSWORD, { cookie }),
        await accept('B'.repeat(40), cookie),
        await accept(invitation, cookie, 'short'),
        await ask(service, 'GET', 'sign-in', undefined, { cookie }),
        await ask(service, 'GET', 'sign-in/oidc/callback?code=a&state=b', undefined, { cookie }),
      ]) {
        assert.deepEqual(answer.headers.getSetCookie(), [], answer.text);
        assert.equal(await statusOf(cookie), 200);
      }
    });

    test('ends with signing out, which removes its cookie', async () => {
      const cookie = cookieOf(await signIn(service, await known()));
      const out = await ask(service, 'POST', 'sign-out', undefined, { cookie });
      const gone = `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`;
      assert.deepEqual([out.status, out.headers.getSetCookie()], [204, [gone]]);
      assert.equal(await statusOf(cookie), 401);
    });
  });
}

test('a session is new after signing in at a provider, regardless of previous cookies', async () => {
  const provider = await startProvider();
  const service = await startService(provider.settings);
  provider.serve(service);
  const ada = await memberOf(service, 'ada@shop.example', 'owner');
  const eve = await memberOf(service, 'eve@shop.example', 'viewer');
  provider.account = { sub: 'ada', email: ada.email, email_verified: true };
  const { host } = new URL(service.url);
  for (const planted of [`smartlink=${MADE_UP}`, eve.cookie, ada.cookie]) {
    const browser = new Browser();
    browser.cookies.set(host, new Map([['smartlink', planted.split('=')[1] ?? '']]));
    assert.equal((await browser.signIn(service)).pathname, '/dashboard/');
    const cookie = `smartlink=${browser.cookies.get(host)?.get('smartlink')}`;
    assert.notEqual(cookie, planted);
    const me = (sent: string) => ask(service, 'GET', 'me', undefined, { cookie: sent });
    assert.equal((await me(cookie)).json.member.email, ada.email);
    assert.equal((await me(planted)).status, 401, 'the planted session is invalid');
  }
});
