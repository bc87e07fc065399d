import { parse } from 'acorn';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import * as sources from './index.ts';

// What is shipped: the bundles, as they lie in dist/.

const DIST = new URL('../../dist/', import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, DIST), 'utf8');
const MAX_GZIPPED_BYTES = 5 * 1024;

describe('the package', () => {
  it('is small', (t) => {
    const { length } = gzipSync(text('index.js'), { level: 9 });
    t.diagnostic(`index.js, minified and gzipped: ${length} bytes`);
    assert.ok(length < MAX_GZIPPED_BYTES, `${length} bytes`);
  });

  it('needs no other package', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', DIST), 'utf8')) as Record<
      string,
      unknown
    >;
    assert.equal(manifest.sideEffects, false);
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
      assert.equal(manifest[kind], undefined, kind);
    }
    // Nothing runs where it is installed.
    assert.deepEqual(Object.keys(manifest.scripts as object), ['prepack']);
    for (const name of ['index.js', 'index.cjs', 'index.d.ts', 'index.d.cts']) {
      assert.ok(!/\brequire\(|\bimport\(|^import|^export.*from|<reference/m.test(text(name)), name);
    }
  });

  it('keeps to the syntax of 2018', () => {
    parse(text('index.js'), { ecmaVersion: 2018, sourceType: 'module' });
    parse(text('index.cjs'), { ecmaVersion: 2018, sourceType: 'script' });
  });

  it('has the same names in both forms', async () => {
    const names = Object.keys(sources).toSorted();
    const imported = (await import('@smartlink/client')) as object;
    const required = createRequire(import.meta.url)('@smartlink/client') as object;
    assert.deepEqual(Object.keys(imported).toSorted(), names);
    assert.deepEqual(Object.keys(required).toSorted(), names);
  });

  it('has types for both forms, and nothing else in it', () => {
    assert.deepEqual(
      readdirSync(DIST)
        .filter((name) => name.startsWith('index'))
        .toSorted(),
      ['index.cjs', 'index.cjs.map', 'index.d.cts', 'index.d.ts', 'index.js', 'index.js.map'],
    );
  });

  it('has the documentation in its types', () => {
    assert.ok((text('index.d.ts').match(/```ts/g) ?? []).length >= 9);
  });
});

describe('next to nothing around it', () => {
  const answer = JSON.stringify({
    code: 'H7kTq2Rb',
    metadata: { coupon: 'WELCOME' },
    redemptions: 1,
    redeem_limit: null,
  });
  const script = `
    const { createClient } = exports;
    let attempts = 0;
    const client = createClient({
      baseUrl: 'https://go.shop.example',
      token: 'sl_web_x',
      uuid: () => 'an-id',
      fetch: async () => {
        if (++attempts === 1) throw new Error('connection lost');
        return { status: 200, headers: { get: () => null }, text: async () => answer };
      },
    });
    client.map('product/:id', ({ metadata }) => metadata());
    Promise.all([
      client.redeem('H7kTq2Rb'),
      client.open('com.shop.app://product/5?x=%F0%9F%8E%81+1&smartlink=H7kTq2Rb'),
    ])
  `;

  it('it is loaded without looking around', () => {
    const exports: Record<string, unknown> = {};
    runInContext(text('index.cjs'), createContext({ exports }));
    assert.equal(typeof exports.createClient, 'function');
  });

  it('it redeems and opens with fetch and timers alone', async () => {
    const context = createContext({ exports: {}, answer, setTimeout, clearTimeout });
    runInContext(text('index.cjs'), context);
    const [redemption, opened] = (await runInContext(script, context)) as [object, boolean];
    assert.equal(JSON.stringify(redemption), answer.replace('redeem_limit', 'redeemLimit'));
    assert.equal(opened, true);
  });
});
