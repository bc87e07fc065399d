import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ICON } from '../../test/pages/samples.ts';
import { colorOf, iconOf, mark } from './appearance.ts';

describe('the mark of an app', () => {
  const LETTERS: readonly [title: string, letter: string][] = [
    ['shop', 'S'],
    [' Äpfel', 'Ä'],
    ['e\u0301clair', 'E\u0301'],
    ['ßtraße', 'ß'],
    ['東京', '東'],
    ['👩‍🍳 Kitchen', '👩‍🍳'],
    ['🇫🇷', '🇫🇷'],
    ['<b>', '&#60;'],
  ];
  for (const [title, letter] of LETTERS) {
    it(`${title}: ${letter}`, () => assert.ok(mark({ title }).includes(`>${letter}</div>`)));
  }

  it('is its icon where there is one', () => {
    assert.ok(mark({ title: 'Shop', icon: ICON }).includes(`src="${ICON}" alt=""`));
  });

  it('is ours where the app has neither', () => assert.match(mark({}), /<svg/));
});

describe('an icon', () => {
  const REFUSED = [
    'https://else.example/a.png',
    'data:text/html;base64,AAAA',
    'data:image/gif;base64,AAAA',
    'data:image/png,AAAA',
    'data:image/png;base64,',
    'data:image/png;base64,AA AA',
    'data:image/png;base64,AA"AA',
    'data:image/png;base64,AAAA\n',
    `data:image/png;base64,${'A'.repeat(6144)}`,
  ];
  for (const icon of REFUSED) {
    it(`is none: ${JSON.stringify(icon.slice(0, 50))}`, () =>
      assert.equal(iconOf({ icon }), undefined));
  }

  for (const kind of ['png', 'webp', 'jpeg', 'svg+xml']) {
    it(`may be ${kind}`, () => {
      const icon = `data:image/${kind};base64,AAA=`;
      assert.equal(iconOf({ icon }), icon);
    });
  }
});

describe('a colour', () => {
  for (const color of ['red', '#fff', '#12345g', '#1234567', '#123456;}', 'rgb(0,0,0)', '']) {
    it(`is none: ${color}`, () => assert.equal(colorOf({ color }), colorOf({})));
  }

  it('may be written in capitals', () => assert.equal(colorOf({ color: '#ABCDEF' }), '#abcdef'));
});
