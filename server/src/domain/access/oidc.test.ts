import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attemptText, dashboardPath, identityOf, parseAttempt } from './oidc.ts';

describe('dashboardPath', () => {
  const TABLE: readonly [to: unknown, path: string][] = [
    ['/shop/links', '/shop/links'],
    ['/shop/links?q=a&tag=b#c', '/shop/links?q=a&tag=b#c'],
    ['/shop/links/AB?tab=metadata', '/shop/links/AB?tab=metadata'],
    ['/a/../shop', '/shop'],
    ['/ä b', '/%C3%A4%20b'],
    [undefined, '/'],
    [['/a', '/b'], '/'],
    ['', '/'],
    ['shop', '/'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['\\\\evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/../manage/v1/me', '/'],
    ['/%2e%2e/docs', '/'],
    ['/..', '/'],
    ['@evil.example', '/'],
    ['/sign-in?failed=x', '/'],
    ['/sign-in/', '/'],
    ['/invitation', '/'],
    ['/invitation#x', '/'],
    ['/invitation-cards/links', '/invitation-cards/links'],
    ['/sign-in-2/links', '/sign-in-2/links'],
    ['/invitation/links', '/invitation/links'],
    [`/${'x'.repeat(2000)}`, '/'],
    [`/${'ä'.repeat(500)}`, '/'],
  ];
  for (const [to, path] of TABLE) {
    it(`of ${JSON.stringify(to)?.slice(0, 40)} is ${path}`, () =>
      assert.equal(dashboardPath(to), path));
  }
});

describe('a sign-in attempt', () => {
  const attempt = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };

  it('is read as it was written', () => {
    const to = '/shop/links?q=%C3%A4';
    assert.deepEqual(parseAttempt(attemptText({ ...attempt, to })), { ...attempt, to });
  });

  it('keeps the invitation', () => {
    const whole = { ...attempt, to: '/', invitation: 'i'.repeat(40) };
    assert.deepEqual(parseAttempt(attemptText(whole)), whole);
    assert.equal(parseAttempt(attemptText({ ...whole, invitation: 'no secret' })), undefined);
  });

  it('fits into a cookie', () => {
    const to = dashboardPath(`/${'x'.repeat(1999)}`);
    assert.equal(to.length, 2000);
    assert.ok(attemptText({ ...attempt, to, invitation: 'i'.repeat(40) }).length < 3500);
  });

  it('only leads to pages of the dashboard', () => {
    const text = attemptText({ ...attempt, to: '//evil.example' });
    assert.equal(parseAttempt(text)?.to, '/');
  });

  for (const text of [undefined, '', 'a.b.c.d', `${'a'.repeat(43)}.`.repeat(5), 'ä'.repeat(200)]) {
    it(`is not read from ${text?.slice(0, 20)}`, () => assert.equal(parseAttempt(text), undefined));
  }
});

describe('identityOf', () => {
  const who = { iss: 'https://login.shop.example', sub: 'ada-1' };
  const email = 'Ada@Shop.example';
  const read = (claims: object, userInfo?: Record<string, unknown>) => {
    const identity = identityOf({ ...who, ...claims }, userInfo);
    return [identity?.email, identity?.verified];
  };

  it('accepts a verified address', () => {
    const TABLE: readonly [object, boolean][] = [
      [{ email_verified: true }, true],
      [{ email_verified: 'true' }, true],
      [{ email_verified: false }, false],
      [{ email_verified: 'false' }, false],
      [{ email_verified: 1 }, false],
      [{ email_verified: null }, false],
      [{}, false],
      [{ xms_edov: true }, true],
      [{ xms_edov: '1' }, true],
      [{ xms_edov: 1 }, true],
      [{ xms_edov: false }, false],
      [{ xms_edov: '0' }, false],
      [{ email_verified: false, xms_edov: true }, false],
    ];
    for (const [claims, verified] of TABLE) {
      const row = JSON.stringify(claims);
      assert.deepEqual(read({ email, ...claims }), ['ada@shop.example', verified], row);
    }
  });

  it('reads address and verification from the same claims', () => {
    const other = { email: 'b@shop.example', email_verified: true };
    assert.deepEqual(read({ email }, other), ['b@shop.example', true]);
    assert.deepEqual(read({ email }, { email_verified: true }), ['ada@shop.example', false]);
    assert.deepEqual(read({ email_verified: true }, { email }), ['ada@shop.example', false]);
    assert.deepEqual(read({ email, email_verified: true }, other), ['ada@shop.example', true]);
  });

  it('returns undefined without a subject', () => {
    for (const sub of [undefined, '', 1, 'x'.repeat(256), 'a\u0000', 'ä']) {
      assert.equal(identityOf({ ...who, sub }), undefined);
    }
  });

  it('omits invalid addresses and names', () => {
    assert.equal(identityOf({ ...who, email: 'ada', email_verified: true })?.email, undefined);
    for (const name of ['', ' Ada', 'A\u0000', 'x'.repeat(101), 7]) {
      assert.equal(identityOf({ ...who, name })?.name, '');
    }
    assert.equal(identityOf({ ...who, name: 'Ada' })?.name, 'Ada');
  });
});
