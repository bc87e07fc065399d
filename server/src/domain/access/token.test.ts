import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { SECRET_LENGTH, secretDigest } from './session.ts';
import {
  formatToken,
  isToken,
  TOKEN_ALPHABET,
  TOKEN_KINDS,
  tokenFromHeader,
  tokenPrefix,
} from './token.ts';

const SECRET = 'aB3'.repeat(14).slice(0, SECRET_LENGTH);
const TOKEN = formatToken('server', SECRET);

describe('a token', () => {
  it('has one of six kinds', () => {
    assert.deepEqual(TOKEN_KINDS, ['server', 'web', 'iphone', 'ipad', 'universal', 'android']);
  });
  it('has its kind as a prefix, also in the displayed part', () => {
    for (const kind of TOKEN_KINDS) {
      const token = formatToken(kind, SECRET);
      assert.ok(isToken(token));
      assert.equal(tokenPrefix(token), `sl_${kind}_aB3aB3`);
    }
  });
  it('displays too little to guess the rest', () => {
    const hidden = TOKEN.length - tokenPrefix(TOKEN).length;
    assert.ok(hidden * Math.log2(TOKEN_ALPHABET.length) >= 128);
  });
  it('is stored as its SHA-256 digest', () => {
    const expected = createHash('sha256').update(TOKEN, 'utf8').digest('base64url');
    assert.equal(secretDigest(TOKEN), expected);
  });
  it('has no other form', () => {
    const WRONG = [
      ['', 'sl_server_', SECRET, `sl_server_${SECRET}x`, TOKEN.slice(0, -1), ` ${TOKEN}`],
      [`${TOKEN}\n`, `sl_admin_${SECRET}`, `sl_SERVER_${SECRET}`, `sl-server-${SECRET}`],
      [`sl_server_${SECRET.slice(1)}é`, `sl_server_${SECRET.slice(1)}_`],
    ].flat();
    for (const text of WRONG) assert.equal(isToken(text), false, JSON.stringify(text));
  });
});

describe('the Authorization header', () => {
  for (const header of [
    [`Token ${TOKEN}`, `Bearer ${TOKEN}`, `token ${TOKEN}`, `BEARER ${TOKEN}`],
    [`Token   ${TOKEN}`, `Token ${TOKEN} `],
  ].flat()) {
    it(`contains the token: "${header.replace(TOKEN, '…')}"`, () => {
      assert.equal(tokenFromHeader(header), TOKEN);
    });
  }
  for (const header of [
    [undefined, '', 'Token', 'Token ', TOKEN, `Basic ${TOKEN}`, `Token: ${TOKEN}`],
    [`Token "${TOKEN}"`, `Token token=${TOKEN}`, `Token ${TOKEN} ${TOKEN}`, `Token${TOKEN}`],
    [`Token ${TOKEN}, Token ${TOKEN}`, `Token ${TOKEN.toUpperCase()}`],
  ].flat()) {
    it(`contains no token: ${header?.replaceAll(TOKEN, '…') ?? 'missing'}`, () => {
      assert.equal(tokenFromHeader(header), undefined);
    });
  }
  it('never returns an invalid token', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('', 'Token ', 'Bearer '), (text, scheme) => {
        assert.equal(tokenFromHeader(scheme + text), undefined);
      }),
    );
  });
});
