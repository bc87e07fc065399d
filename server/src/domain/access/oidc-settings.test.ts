import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oidcOf, readIssuer, type OidcInput } from './oidc-settings.ts';

const NOTHING: OidcInput = {
  OIDC_ISSUER: undefined,
  OIDC_CLIENT_ID: undefined,
  OIDC_CLIENT_SECRET: undefined,
  OIDC_NAME: undefined,
};
const OIDC_ISSUER = 'https://login.shop.example:8443/realms/shop';
const LEAST = { ...NOTHING, OIDC_ISSUER, OIDC_CLIENT_ID: 'smartlink' };

describe('oidcOf', () => {
  it('returns no provider without settings', () => {
    assert.deepEqual(oidcOf(NOTHING, true), { oidc: undefined });
  });

  it('uses the host as the name and allows a public client', () => {
    const oidc = {
      issuer: OIDC_ISSUER,
      clientId: 'smartlink',
      clientSecret: '',
      name: 'login.shop.example:8443',
    };
    assert.deepEqual(oidcOf(LEAST, false), { oidc });
  });

  const WRONG: readonly [wrong: string, OidcInput, passwordSignIn: boolean][] = [
    ['OIDC_ISSUER', { ...NOTHING, OIDC_ISSUER }, true],
    ['OIDC_CLIENT_ID', { ...NOTHING, OIDC_CLIENT_ID: 'smartlink' }, true],
    ['OIDC_CLIENT_SECRET', { ...NOTHING, OIDC_CLIENT_SECRET: 'hunter2' }, true],
    ['OIDC_NAME', { ...NOTHING, OIDC_NAME: 'Company login' }, true],
    ['PASSWORD_SIGN_IN', NOTHING, false],
  ];
  for (const [wrong, settings, passwordSignIn] of WRONG) {
    it(`rejects ${wrong} without the other settings`, () => {
      const found = oidcOf(settings, passwordSignIn);
      assert.equal('wrong' in found && found.wrong, wrong);
    });
  }
});

describe('readIssuer', () => {
  for (const text of [
    'https://accounts.google.com',
    'https://shop.eu.auth0.example/',
    'https://login.microsoftonline.com/0c1c4cb4-6e1f-4b1c-9d7c-5a2c6a0b7f11/v2.0',
    'http://localhost:9000/realms/shop',
    'http://127.0.0.1:9000',
    'http://[::1]:9000',
  ]) {
    it(`accepts ${text} unchanged`, () => assert.equal(readIssuer(text), text));
  }

  for (const text of [
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'https://login.shop.example/?',
    'https://login.shop.example/#a',
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/organizations',
    'javascript:alert(1)',
  ]) {
    it(`rejects ${text}`, () => assert.throws(() => readIssuer(text), /^Error: must /));
  }
});
