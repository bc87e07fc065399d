import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ICON } from '../../test/pages/samples.ts';
import { colorOf, iconOf, logo } from './appearance.ts';

describe('the logo of a page', () => {
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
    it(`${title}: ${letter}`, () =>
      assert.ok(logo({ title }).toString().includes(`>${letter}</div>`)));
  }

  it('is the icon of the app', () => {
    const shown = logo({ title: 'Shop', icon: ICON }).toString();
    assert.ok(shown.includes(`src="${ICON}" alt=""`));
  });

  it('is the Smartlink logo for an app without a title and an icon', () =>
    assert.match(logo({}).toString(), /<svg/));
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
    it(`is not ${JSON.stringify(icon.slice(0, 50))}`, () =>
      assert.equal(iconOf({ icon }), undefined));
  }

  for (const kind of ['png', 'webp', 'jpeg', 'svg+xml']) {
    it(`can be ${kind}`, () => {
      const icon = `data:image/${kind};base64,AAA=`;
      assert.equal(iconOf({ icon }), icon);
    });
  }
});

describe('a color', () => {
  for (const color of ['red', '#fff', '#12345g', '#1234567', '#123456;}', 'rgb(0,0,0)', '']) {
    it(`is not ${color}`, () => assert.equal(colorOf({ color }), colorOf({})));
  }

  it('can be upper case', () => assert.equal(colorOf({ color: '#ABCDEF' }), '#abcdef'));
});
