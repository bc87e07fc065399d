import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { resetPassword } from '../../src/actions/members/reset-password.ts';
import { startService, type Answer, type Service } from '../harness.ts';
import { ask, invited, PASSWORD, signIn } from './people.ts';
import { Browser, startProvider, type TestProvider } from './provider.ts';

let provider: TestProvider;
let service: Service;
before(async () => {
  provider = await startProvider();
  service = await startService(provider.settings);
  provider.serve(service);
});

/** Asks as whoever is signed in in a browser. */
function as(browser: Browser, method: string, path: string, body?: unknown): Promise<Answer> {
  const { host } = new URL(service.url);
  const cookie = `smartlink=${browser.cookies.get(host)?.get('smartlink')}`;
  return ask(service, method, path, body, { cookie });
}

describe('who joined at a provider', () => {
  test('has no password, until the operator makes a link to choose one', async () => {
    const email = 'kay@shop.example';
    await invited(service, email, 'viewer');
    provider.account = { sub: 'kay-1', email, email_verified: true };
    const browser = new Browser();
    await browser.signIn(service);
    assert.equal((await as(browser, 'GET', 'me')).json.member.has_password, false);
    const change = { password: { old: PASSWORD, new: 'another sentence of mine' } };
    const refused = await as(browser, 'PATCH', 'me', change);
    assert.deepEqual([refused.status, refused.json.errors[0].pointer], [422, '/password']);
    const [, invitation] = (await resetPassword(service.app.ctx, email)).address.split('#');
    const wish = { invitation, password: PASSWORD };
    const chosen = await ask(service, 'POST', 'invitations/accept', wish);
    assert.equal(chosen.json.member.has_password, true);
    assert.equal((await signIn(service, email)).json.member.has_password, true);
  });
});
