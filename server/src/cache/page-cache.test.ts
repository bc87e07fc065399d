import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newAppPlatforms } from '../domain/app/platform.ts';
import { visitApp } from '../domain/app/visit-app.ts';
import type { FinishedPage } from '../pages/finished-page.ts';
import { PageCache, type PageSource } from './page-cache.ts';

const page = (text: string): FinishedPage => ({
  status: 200,
  headers: [],
  body: text,
});
const source = (base = 'https://s.example'): PageSource => ({
  app: visitApp('a', 'shop', {}, newAppPlatforms()),
  answer: { kind: 'get-app', store: 'market://details?id=a', web: undefined },
  base,
});
const fail = (): never => assert.fail('the page is made again');

describe('finished pages', () => {
  it('are made once for a key and a source', () => {
    const pages = new PageCache(100_000);
    const from = source();
    const made = pages.through('one', from, () => page('1'));
    assert.equal(pages.through('one', { ...from }, fail), made);
    assert.equal(pages.through('two', from, () => page('2')).body, '2');
    assert.equal(pages.through('one', from, fail), made);
  });

  it('are made again after each change of what they are made of', () => {
    const pages = new PageCache(100_000);
    const from = source();
    pages.through('one', from, () => page('old'));
    const changes: Partial<PageSource>[] = [
      // Equal, but read again: something of it may have changed.
      { app: source().app },
      { answer: source().answer },
      { answer: undefined },
      { base: 'https://t.example' },
    ];
    for (const [index, change] of changes.entries()) {
      const changed = { ...from, ...change };
      const made = pages.through('one', changed, () => page(`new ${index}`));
      assert.equal(made.body, `new ${index}`);
      assert.equal(pages.through('one', changed, fail), made);
    }
    assert.equal(pages.size, 1);
  });

  it('are bounded in bytes', () => {
    const MAX = 1_000_000;
    const pages = new PageCache(MAX);
    const from = source();
    for (let index = 0; index < 2000; index++) {
      pages.through(`page ${index}`, from, () => page('x'.repeat(1000 + (index % 10) * 1000)));
      assert.ok(pages.bytes <= MAX + 15_000, `${pages.bytes} bytes`);
    }
    assert.ok(pages.size > 50 && pages.size < 1000, `${pages.size} pages`);
    pages.clear();
    assert.deepEqual([pages.size, pages.bytes], [0, 0]);
  });
});
