import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PageReader } from './page-social.ts';

function read(html: string, step = html.length || 1): ReturnType<PageReader['result']> {
  const reader = new PageReader();
  for (let at = 0; at < html.length; at += step) reader.write(html.slice(at, at + step));
  return reader.result('https://shop.example/products/7');
}

describe('what a page says about itself', () => {
  const CASES: readonly [string, string, Partial<ReturnType<typeof read>>][] = [
    ['nothing', '', {}],
    ['a title', '<title> The\n <b>&amp; shop </title>', { title: 'The <b>& shop' }],
    [
      'Open Graph before other names',
      '<title>T</title><meta name=description content=D><meta property="og:title" content="OT"><meta property="og:description" content="OD">',
      { title: 'OT', description: 'OD' },
    ],
    [
      'the first of several',
      '<meta property=og:title content=a><meta property=og:title content=b>',
      { title: 'a' },
    ],
    [
      'a relative image',
      '<meta property=og:image content=../a.png>',
      { image: 'https://shop.example/a.png' },
    ],
    ['an image that is no web address', '<meta property=og:image content="javascript:a">', {}],
    ['an image inside the page', '<meta property=og:image content="data:image/png,a">', {}],
    ['an image that is too long', `<meta property=og:image content="/${'a'.repeat(2048)}">`, {}],
    [
      'what scripts write',
      '<script>"<title>a</title><meta name=description content=b>"</script>',
      {},
    ],
    ['what is in comments', '<!-- <title>a</title> -->', {}],
    ['only the head', '<head></head><title>a</title>', {}],
    ['nothing of the body', '<body><meta name=description content=a>', {}],
    ['no character that reorders or hides text', '<title>a&#x202e;b\0c</title>', { title: 'abc' }],
    [
      'no text with a character that could not be decoded',
      '<title>Caf\ufffd</title><meta name=description content="a\ufffd"><meta property=og:description content=b>',
      { description: 'b' },
    ],
    [
      'texts up to the limits, by character',
      `<title>${'😀'.repeat(121)}</title><meta name=description content="${'a'.repeat(300)}">`,
      { title: `${'😀'.repeat(119)}…`, description: 'a'.repeat(300) },
    ],
  ];
  for (const [what, html, found] of CASES) {
    it(`is ${what}`, () => {
      const expected = { title: null, description: null, image: null, ...found };
      assert.deepEqual(read(html), expected);
      assert.deepEqual(read(html, 1), expected, 'in small pieces');
    });
  }

  it('is read in little time, however the page is nested', () => {
    const from = process.cpuUsage();
    for (const html of [
      '<a>'.repeat(87_000) + '</b>'.repeat(65_000),
      '<a>'.repeat(999) + '</b>'.repeat(125_000),
      `<meta ${'a=b '.repeat(130_000)}>`,
      '<!--'.repeat(130_000),
      '<title>'.repeat(75_000),
      '&amp'.repeat(130_000),
    ])
      read(html, 16_384);
    const { user } = process.cpuUsage(from);
    assert.ok(user < 2_000_000, `${user / 1000} ms`);
  });
});
