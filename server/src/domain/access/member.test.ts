import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { labelIssue } from '../text/text.ts';
import { emailIssue, passwordIssue, plainEmail, plainPassword } from './member.ts';

const EMAIL = 'ada@shop.example';

describe('an e-mail address', () => {
  test('is one account in any spelling', () => {
    for (const text of [EMAIL, 'Ada@Shop.Example', ` ${EMAIL}\n`]) {
      assert.equal(plainEmail(text), EMAIL);
      assert.equal(emailIssue(plainEmail(text)), undefined);
    }
  });

  for (const email of [
    'a@b',
    'me@localhost',
    "o'hara+shop@sub.shop.example",
    'a.b@xn--bcher-kva.example',
  ]) {
    test(`can be ${email}`, () => assert.equal(emailIssue(email), undefined));
  }

  for (const email of [
    '',
    'ada',
    '@shop.example',
    'ada@',
    'a b@shop.example',
    'ada@shop..example',
    'ada@-shop.example',
    'ada@shop.example.',
    'ada@@shop.example',
    'ada@shop.example,eve@shop.example',
    'ada@shop.example\nbcc: eve',
    '<ada@shop.example>',
    'ä@shop.example',
    'ada\u202e@shop.example',
    `${'a'.repeat(250)}@b.example`,
  ]) {
    test(`cannot be ${JSON.stringify(email).slice(0, 40)}`, () => assert.ok(emailIssue(email)));
  }
});

test('an e-mail address with a character that lower-cases to ASCII is rejected', () => {
  for (const [text, name] of [
    ['nic\u212a@shop.example', 'U+212A'],
    ['ad\u0430@shop.example', 'U+0430'],
    ['ada@\uff53hop.example', 'U+FF53'],
    ['\u0130da@shop.example', 'U+0130'],
    ['\u{1d44e}da@shop.example', 'U+1D44E'],
  ] as const) {
    assert.equal(plainEmail(text), text);
    assert.ok(emailIssue(plainEmail(text))?.includes(`ASCII characters, and has ${name};`), text);
  }
});

test('a name is empty or text that pages can display', () => {
  for (const name of ['', 'Ada', 'Ада Лавлейс', '<b>Ada</b>', 'O’Hara 👩‍💻']) {
    assert.equal(labelIssue(name), undefined, name);
  }
  for (const name of [' ', ' Ada', 'Ada\n', 'A\u0000', 'A\u202eb', '\ud800']) {
    assert.ok(labelIssue(name), JSON.stringify(name));
  }
});

describe('a new password', () => {
  for (const password of [
    'a long sentence of mine',
    'twelve chars',
    '🐎🔋🧷✅🐎🔋🧷✅🐎🔋🧷✅',
    'é'.repeat(4) + 'èêëēėę12',
    'x1y2'.repeat(64),
  ]) {
    test(`can be ${password.slice(0, 30)}`, () =>
      assert.equal(passwordIssue(password, EMAIL), undefined));
  }

  for (const [password, said] of [
    ['elevenchars', /at least 12/],
    ['🐎🔋🧷✅🐎🔋🧷✅🐎🔋🧷', /at least 12/],
    ['x1y2'.repeat(65), /at most 256/],
    ['Ada@Shop.example', /e-mail/],
    ['abcabcabcabcabc', /few different/],
    ['            ', /few different/],
    ['\ud800 and eleven more', /surrogate/],
  ] as const) {
    test(`cannot be ${JSON.stringify(password).slice(0, 30)}`, () =>
      assert.match(passwordIssue(password, EMAIL) ?? '', said));
  }

  test('is the same for every way to type its letters', () => {
    assert.equal(plainPassword('caf\u00e9'), plainPassword('cafe\u0301'));
    assert.notEqual(plainPassword('Café'), plainPassword('café'));
  });
});
