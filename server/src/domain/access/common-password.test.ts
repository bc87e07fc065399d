import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertCpuTimeOf } from '../../../test/worst-case/slowness.ts';
import { runToEnd } from '../text/steps.ts';
import { isGuessable, ownWordsIn } from './common-password.ts';

const LIST =
  'password qwerty iloveyou summer dragon monkey trustno1 zxcvbnm asdfg qwertyuiop'.split(' ');
const RARE = ['unbelievable', 'stormy', 'blanket', 'administrator'];
const RANKS = new Map([
  ...LIST.map((word, rank) => [word, rank] as const),
  ...RARE.map((word, index) => [word, 20_000 + index] as const),
]);
const rankOf = (word: string): number | undefined => RANKS.get(word);

describe('a guessable password', () => {
  for (const password of [
    'qwertyuiopas',
    'QwertyUiopAs',
    'Password1234!',
    'Passw0rd2026!',
    'p@$$word!!!!!!',
    'iloveyou2024!!',
    'Summer2026!!!',
    'passwordpassword',
    'trustno1trustno1trustno1',
    'monkeydragon',
    'zxcvbnmasdfg',
    '!!!!password!!!!',
    'unbelievable',
    'administrator1',
    'abcdefghijkl',
    'zyxwvutsrqponml',
    '123456789012',
    '0123456789ab',
    'aaaaaaaaaaaab',
    `${'password'.repeat(31)}!`,
  ]) {
    test(password.slice(0, 30), () => assert.ok(isGuessable(password, rankOf)));
  }
});

describe('a strong password', () => {
  for (const password of [
    'a sentence of my own',
    'twelve chars',
    'stormyblanket',
    'velvet-onion-42',
    'kX9#qLw2!mZ7vR4p',
    'password is what I say',
    '🐎🔋🧷✅🐎🔋🧷✅🐎🔋🧷✅',
    'x1y2'.repeat(64),
    'summer-8264917305',
  ]) {
    test(password.slice(0, 30), () => assert.ok(!isGuessable(password, rankOf)));
  }
});

test("a password of the user's own words is guessable only for that user", () => {
  const own = ['ada.lovelace@shop.example', 'Ada Lovelace', 'big-books'];
  for (const password of [
    'ada.lovelace@shop.example',
    'Ada.Lovelace@Shop.example1!',
    'adalovelace2026',
    'Lovelace1234!',
    'bigbooks2026!!',
    'big-books-big-books',
    'L0velace!!!!',
  ]) {
    assert.ok(isGuessable(password, rankOf, own), password);
    assert.ok(isGuessable(password, rankOf, runToEnd(ownWordsIn(password, own))), password);
    if (!/[^\w-]/.test(password)) assert.ok(!isGuessable(`${password}xkq`, rankOf), password);
  }
  assert.ok(!isGuessable('my cat is called Lovelace', rankOf, own));
  assert.ok(
    !isGuessable('long enough and fine', rankOf, ['', 'a', 'of']),
    'words that are too short',
  );
});

test('the longest password is checked quickly', () => {
  for (const unit of ['a', 'ab', 'password', '1/2/26', 'p4ssw0rd1q2w3e', '@4$5$1!0|', '2026']) {
    const password = unit.repeat(256).slice(0, 255);
    const checkTen = (): void => {
      for (let i = 0; i < 10; i++) isGuessable(`${password}~`, rankOf, ['ada@shop.example']);
    };
    assertCpuTimeOf(checkTen, 10 * 200, unit);
  }
});
