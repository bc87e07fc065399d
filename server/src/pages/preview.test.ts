import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { view } from '../../test/pages/samples.ts';
import { previewPage, type Preview } from './preview.ts';

const PREVIEW: Preview = { address: 'https://s.example/abc', title: 'Walnut bread' };
const IMAGE = 'https://shop.example/bread.jpg';

/** The social tags of a page with their contents. */
function tags(html: string): Record<string, string> {
  const found = html.matchAll(
    /<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)">/g,
  );
  return Object.fromEntries([...found].map(([, name, content]) => [name, content]));
}

describe('the preview of a link', () => {
  it('contains every field of the link', () => {
    const { html } = previewPage(
      { ...PREVIEW, description: 'Fresh today', image: IMAGE, siteName: 'Corner Shop' },
      view(),
    );
    assert.deepEqual(tags(html), {
      'og:type': 'website',
      'og:url': 'https://s.example/abc',
      'og:title': 'Walnut bread',
      'og:description': 'Fresh today',
      'og:image': IMAGE,
      'og:site_name': 'Corner Shop',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Walnut bread',
      'twitter:description': 'Fresh today',
      'twitter:image': IMAGE,
    });
  });

  it('has no tags for missing fields', () => {
    assert.deepEqual(tags(previewPage(PREVIEW, view()).html), {
      'og:type': 'website',
      'og:url': 'https://s.example/abc',
      'og:title': 'Walnut bread',
      'twitter:card': 'summary',
      'twitter:title': 'Walnut bread',
    });
  });

  it('shows only images with a web address', () => {
    for (const image of [
      'javascript:alert(1)',
      'shop://a',
      '//shop.example/a',
      'data:image/png,',
      '',
    ]) {
      const found = tags(previewPage({ ...PREVIEW, image }, view()).html);
      assert.equal(found['og:image'], undefined, image);
      assert.equal(found['twitter:card'], 'summary', image);
    }
  });

  it('has a heading and a button for people', () => {
    const { html } = previewPage({ ...PREVIEW, web: 'https://shop.example/p/5' }, view());
    assert.match(html, /<h1 dir="auto">Walnut bread</);
    assert.match(html, /href="https:\/\/shop\.example\/p\/5">Continue on the web</);
    assert.doesNotMatch(previewPage({ ...PREVIEW, web: 'shop://x' }, view()).html, /<a /);
  });

  it('has its tags within the first 32 KB, even if its texts are long', () => {
    const text = "'".repeat(5000);
    const image = `https://shop.example/${'&'.repeat(2000)}`;
    const { html } = previewPage(
      { ...PREVIEW, title: text, description: text, image, siteName: 'S'.repeat(60) },
      view(),
    );
    const end = html.indexOf('<style');
    assert.ok(Buffer.byteLength(html.slice(0, end)) < 32_768);
    assert.equal(Object.keys(tags(html.slice(0, end))).length, 10);
  });

  it('does not split a character when it shortens a text', () => {
    const { html } = previewPage({ ...PREVIEW, title: `a${'👩'.repeat(300)}` }, view());
    assert.ok(html.isWellFormed());
    assert.match(html, /<title>a👩+…</u);
  });
});
