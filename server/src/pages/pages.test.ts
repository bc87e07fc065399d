import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  APP,
  DASHBOARD,
  DOCS,
  HOME,
  LOOK,
  PAGES,
  pagesWith,
  STORE,
  view,
  WEB,
  XSS,
} from '../../test/pages/samples.ts';
import { hashesIn, policyIssue } from '../../test/pages/policy.ts';
import { LANGUAGES } from '../domain/app/language.ts';
import type { HtmlPage } from './layout.ts';
import { homePage } from './messages.ts';

const TAG = /<(\/?[a-z][a-z0-9]*|!doctype)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi;
const OURS = /<(style|script)>[^<]*<\/\1>/g;

/** All tags with the names of their attributes. Text from outside must never change them. */
function shape(html: string): string[] {
  return [...html.matchAll(TAG)].map(([, name = '', attributes = '']) =>
    [name, ...[...attributes.matchAll(/([a-z-]+)(?:="[^"]*")?/gi)].map((found) => found[1])].join(
      ' ',
    ),
  );
}

/** The styles and scripts of a page. */
function code(html: string): string[] {
  return html.match(OURS) ?? [];
}

/** Escaped text as a browser reads it. */
function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)));
}

function hrefs({ html }: HtmlPage): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map((found) => unescaped(found[1] ?? ''));
}

describe('text from outside in a page', () => {
  const usual = pagesWith('x!');
  for (const payload of XSS) {
    it(`stays text: ${JSON.stringify(payload.slice(0, 60))}`, () => {
      for (const [name, { html, headers }] of Object.entries(pagesWith(payload))) {
        const same = usual[name] as HtmlPage;
        assert.deepEqual(shape(html), shape(same.html), name);
        assert.deepEqual(code(html), code(same.html), name);
        assert.deepEqual(headers, same.headers, name);
        assert.doesNotMatch(html.replace(OURS, '').replace(TAG, ''), /[<>"]/, name);
      }
    });
  }

  it('is unchanged in the address of a link', () => {
    for (const payload of XSS) {
      const made = pagesWith(payload);
      const address = `https://else.example/${payload}`;
      assert.deepEqual(hrefs(made['open app'] as HtmlPage), [`shop://p/${payload}`, address]);
      assert.deepEqual(hrefs(made.home as HtmlPage), [address, address]);
    }
  });
});

describe('every page', () => {
  for (const [name, make] of Object.entries(PAGES)) {
    const { html, headers } = make(view());
    const scripts = html.match(/<script/g)?.length ?? 0;

    it(`${name}: fits the first packets in every language, with the largest icon`, () => {
      const icon = `data:image/png;base64,${'A'.repeat(6120)}`;
      for (const language of LANGUAGES) {
        const appearance = { ...LOOK, icon, title: '家'.repeat(60) };
        const made = make(view(appearance, language));
        assert.ok(Buffer.byteLength(made.html) < 14_336, language);
        assert.ok(made.html.includes(icon), language);
      }
    });

    it(`${name}: allows its own styles, scripts and images only`, () => {
      for (const appearance of [{}, LOOK]) {
        const made = make(view(appearance));
        const policy = made.headers['content-security-policy'];
        assert.equal(policyIssue(made.html, policy), undefined);
        assert.equal(
          hashesIn(made.html, 'style').length,
          name === 'probe' || name === 'scan' ? 2 : 1,
        );
        assert.equal(hashesIn(made.html, 'script').length, scripts);
        assert.equal(made.html.includes('<img '), appearance === LOOK);
      }
    });

    it(`${name}: is the same each time`, () => {
      for (const appearance of [{}, LOOK]) {
        assert.deepEqual(make(view(appearance)), make(view({ ...appearance })));
      }
    });

    it(`${name}: loads nothing and does not redirect`, () => {
      assert.doesNotMatch(html, /<(?:iframe|object|embed|img|link|base|form)\b/i);
      assert.doesNotMatch(html, /\son[a-z]+\s*=|\sstyle\s*=|javascript:|http-equiv|@import|url\(/i);
    });

    it(`${name}: has a script only to open an app or to identify the device`, () => {
      const may = name === 'probe' || /^open app,(?!.*intent)/.test(name);
      assert.equal(scripts, may ? 1 : 0);
    });

    it(`${name}: has its language, a title, one heading and its content type`, () => {
      for (const language of LANGUAGES) {
        const made = make(view(LOOK, language));
        assert.ok(made.html.startsWith(`<!doctype html>\n<html lang="${language}" dir="ltr">`));
        assert.equal(made.headers['content-language'], language);
      }
      assert.match(html, /<meta charset="utf-8">/);
      assert.match(html, /<title>[^<]+<\/title>/);
      assert.equal(html.match(/<h1\b/g)?.length, 1);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(headers['x-content-type-options'], 'nosniff');
    });

    it(`${name}: is not stored or indexed`, () => {
      assert.equal(headers['cache-control'], 'private, no-store');
      assert.match(headers['x-robots-tag'] ?? '', /noindex/);
      assert.ok(headers['referrer-policy']);
    });
  }
});

describe('the page of the service itself', () => {
  it('has a policy like every page, and leads to the dashboard and the API', () => {
    const policy = HOME.headers['content-security-policy'];
    assert.equal(policyIssue(HOME.html, policy), undefined);
    assert.deepEqual(hrefs(HOME), [DASHBOARD, DOCS]);
    assert.deepEqual(hrefs(homePage(DOCS, undefined)), [DOCS]);
    assert.match(HOME.html, /^<!doctype html>\n<html lang="en" dir="ltr">/);
    assert.match(HOME.html, /<title>Smartlink is running</);
  });
});

describe('the links of a page', () => {
  const SHOP = 'https://shop.example/';
  const LINKS: Readonly<Record<string, readonly string[]>> = {
    'open app': [APP],
    'open app, with a fallback': [APP, STORE],
    'get app': [STORE, WEB],
    probe: [APP, WEB],
    preview: [WEB],
    'not found': [SHOP],
    gone: [SHOP],
    'no route': [SHOP],
    scan: [SHOP],
    unavailable: [''],
    'too many': [],
    method: [],
  };
  for (const [name, addresses] of Object.entries(LINKS)) {
    it(`${name}: ${addresses.join(' and ') || 'none'}`, () =>
      assert.deepEqual(hrefs((PAGES[name] as (typeof PAGES)[string])(view(LOOK))), addresses));
  }

  it('contain the home of an app only if it is a web address', () => {
    for (const home of ['javascript:alert(1)', 'shop://x', '//shop.example', 'https://', '']) {
      assert.deepEqual(hrefs((PAGES.gone as (typeof PAGES)[string])(view({ home }))), [], home);
    }
  });
});
