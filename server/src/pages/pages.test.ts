import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { escapeHtml, page, type Page } from './layout.ts';
import { homePage, methodPage, noRoutePage, notFoundPage, unavailablePage } from './messages.ts';
import { openAppPage } from './open-app.ts';

const NONCE = 'Zm9vYmFyYmF6cXV4MTIzNA';
const DOCS = 'https://api.example/docs';
const APP = 'com.shop.app://p/5';
const STORE = 'https://apps.apple.com/app/id1';

const PAGES: Readonly<Record<string, (nonce: string) => Page>> = {
  'not found': notFoundPage,
  'no route': noRoutePage,
  unavailable: unavailablePage,
  method: methodPage,
  home: (nonce) => homePage(DOCS, nonce),
  'open app': (nonce) => openAppPage(APP, undefined, nonce),
  'open app, with a fallback': (nonce) => openAppPage(APP, STORE, nonce),
  text: (nonce) => page('A title', '<p>Text</p>', nonce, 'text'),
};

const XSS = [
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</a></main></body></html><script>alert(1)</script>',
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  '" style="background:url(//else.example)"',
  '"><img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  '"><iframe srcdoc="<script>alert(1)</script>">',
  '"><meta http-equiv="refresh" content="0;url=https://else.example">',
  '"><base href="https://else.example/">',
  '"><link rel=stylesheet href=//else.example/a.css>',
  '"><form action=https://else.example><input name=a>',
  '<!--',
  '--><b>',
  '<![CDATA[<b>]]>',
  '&quot;&gt;&lt;script&gt;',
  '&#34;&#62;<b>',
  '<<b>script>',
  '"\n\r\t><b a=',
  '"/><b>\0<c>',
  '`${alert(1)}`',
  '\u2028"><b>',
  '＜script＞"＞<b>',
  '<b'.repeat(50),
];

const TAG = /<(\/?[a-z][a-z0-9]*|!doctype)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi;

/** All tags with the names of their attributes: what outside text must never change. */
function shape(html: string): string[] {
  return [...html.matchAll(TAG)].map(([, name = '', attributes = '']) =>
    [name, ...[...attributes.matchAll(/([a-z-]+)(?:="[^"]*")?/gi)].map((found) => found[1])].join(
      ' ',
    ),
  );
}

/** What a browser reads out of escaped text. */
function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

function hrefs({ html }: Page): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map((found) => unescaped(found[1] ?? ''));
}

function assertHarmless(made: Page, usual: Page): void {
  assert.deepEqual(shape(made.html), shape(usual.html));
  const text = made.html.replace(/<style[^>]*>[^<]*<\/style>/, '').replace(TAG, '');
  assert.doesNotMatch(text, /[<>"]/);
}

describe('outside text in a page', () => {
  for (const payload of XSS) {
    it(`stays text: ${JSON.stringify(payload.slice(0, 60))}`, () => {
      const address = `shop://p/${payload}`;
      const asApp = openAppPage(address, STORE, NONCE);
      assertHarmless(asApp, openAppPage(APP, STORE, NONCE));
      assert.deepEqual(hrefs(asApp), [address, STORE]);

      const asFallback = openAppPage(APP, address, NONCE);
      assertHarmless(asFallback, openAppPage(APP, 'shop://x', NONCE));
      assert.deepEqual(hrefs(asFallback), [APP, address]);

      assertHarmless(page(payload, '<p>x</p>', NONCE), page('x', '<p>x</p>', NONCE));
    });
  }

  it('stays text in the address of the docs', () => {
    for (const payload of XSS) {
      const docs = `https://api.example/${payload}`;
      assertHarmless(homePage(docs, NONCE), homePage(DOCS, NONCE));
      assert.deepEqual(hrefs(homePage(docs, NONCE)), [docs]);
    }
  });

  const char = fc.oneof(
    fc.constantFrom(...'&<>"\'#;x39'.split('')),
    fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint)),
  );
  it('is written so that a browser reads back what it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: char }), (text) => {
        const escaped = escapeHtml(text);
        assert.doesNotMatch(escaped, /[<>"']|&(?!#\d+;)/);
        assert.equal(unescaped(escaped), text);
      }),
    );
  });
});

describe('every page', () => {
  for (const [name, make] of Object.entries(PAGES)) {
    const { html, headers } = make(NONCE);
    const policy = headers['content-security-policy'] ?? '';

    it(`${name}: fits the first packets`, () => assert.ok(Buffer.byteLength(html) < 14_000));

    it(`${name}: allows its own style and nothing else`, () => {
      assert.match(policy, /^default-src 'none';/);
      assert.ok(policy.includes(`style-src 'nonce-${NONCE}'`));
      for (const rule of ['base-uri', 'form-action', 'frame-ancestors']) {
        assert.ok(policy.includes(`${rule} 'none'`), rule);
      }
      assert.doesNotMatch(policy, /script|unsafe|\*|https?:|data:/);
      assert.deepEqual(html.match(/nonce="[^"]*"/g), [`nonce="${NONCE}"`]);
      assert.ok(html.includes(`<style nonce="${NONCE}">`));
    });

    it(`${name}: has no script, nothing from elsewhere and no way onward by itself`, () => {
      assert.doesNotMatch(html, /<(?:script|iframe|object|embed|img|link|base|form)\b/i);
      assert.doesNotMatch(html, /\son[a-z]+\s*=|\sstyle\s*=|javascript:|http-equiv|@import|url\(/i);
    });

    it(`${name}: is read as what it is, by people and programs`, () => {
      assert.match(html, /^<!doctype html>\n<html lang="en">/);
      assert.match(html, /<meta charset="utf-8">/);
      assert.match(html, /<title>[^<]+<\/title>/);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(headers['x-content-type-options'], 'nosniff');
    });

    it(`${name}: is kept by nobody`, () => {
      assert.equal(headers['cache-control'], 'private, no-store');
      assert.match(headers['x-robots-tag'] ?? '', /noindex/);
      assert.ok(headers['referrer-policy']);
    });
  }

  it('has one heading where it is for visitors', () => {
    for (const [name, make] of Object.entries(PAGES)) {
      if (name !== 'text') assert.equal(make(NONCE).html.match(/<h1>/g)?.length, 1, name);
    }
  });
});

describe('the way into an app', () => {
  it('is a link to tap, with the other way below', () => {
    assert.deepEqual(hrefs(openAppPage(APP, undefined, NONCE)), [APP]);
    assert.deepEqual(hrefs(openAppPage(APP, STORE, NONCE)), [APP, STORE]);
  });

  const OTHERS: readonly [fallback: string, text: RegExp][] = [
    ['https://shop.example/p/5', /continue on the web/i],
    ['https://shop.example/?u=https://play.google.com/', /continue on the web/i],
    ['https://apps.apple.com.else.example/', /continue on the web/i],
    [STORE, /get the app/i],
    ['https://play.google.com/store/apps/details?id=a', /get the app/i],
    ['market://details?id=a', /get the app/i],
    ['itms-apps://apps.apple.com/app/id1', /get the app/i],
  ];
  for (const [fallback, text] of OTHERS) {
    it(`says what ${fallback} is`, () =>
      assert.match(openAppPage(APP, fallback, NONCE).html, text));
  }

  it('fits the first packets with the longest addresses that a request can hold', () => {
    const query = '?' + 'key=value&'.repeat(300);
    const app = `com.shop.app://p/${query}`.slice(0, 2048);
    const web = `https://shop.example/p/${query}`.slice(0, 2048);
    assert.ok(Buffer.byteLength(openAppPage(app, web, NONCE).html) < 14_000);
  });
});
