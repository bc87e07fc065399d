import { parse } from 'acorn';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import * as sources from './index.ts';
import * as serverSources from './server.ts';

// The published files, in dist/.

const DIST = new URL('../../dist/', import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, DIST), 'utf8');
const ENTRIES = [
  { entry: 'index', specifier: '@smartlink/client', exported: sources },
  { entry: 'server', specifier: '@smartlink/client/server', exported: serverSources },
] as const;

/** The size of a program with its dependencies: bundled, minified and gzipped. */
async function costOf(program: string): Promise<number> {
  const bundle = await rolldown({
    input: 'program',
    platform: 'browser',
    plugins: [
      {
        name: 'program',
        resolveId: (id: string) => (id === 'program' ? id : undefined),
        load: (id: string) => (id === 'program' ? program : undefined),
      },
    ],
    // Imports are resolved as in a project beside this file.
    cwd: new URL('.', import.meta.url).pathname,
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  assert.equal(output.length, 1);
  return gzipSync(output[0].code, { level: 9 }).length;
}

describe('the package', () => {
  const PROGRAMS: readonly [program: string, maxBytes: number][] = [
    [
      `import { createClient } from '@smartlink/client';
      createClient({ baseUrl: location.origin, token: 'sl_web_x' }).open(location.href);`,
      7 * 1024,
    ],
    [`export * from '@smartlink/client';`, 7.5 * 1024],
    [
      `import { createServerClient } from '@smartlink/client/server';
      export default createServerClient({ baseUrl: 'https://a.example', token: 'sl_server_x' });`,
      4 * 1024,
    ],
  ];
  for (const [program, maxBytes] of PROGRAMS) {
    const [first = ''] = program.split('\n');
    it(`adds little to an app: ${first}`, async (t) => {
      const bytes = await costOf(program);
      t.diagnostic(`bundled by an app, minified and gzipped: ${bytes} bytes`);
      assert.ok(bytes < maxBytes, `${bytes} bytes`);
      // Otherwise the program was not bundled.
      assert.ok(bytes > 1024, `${bytes} bytes`);
    });
  }

  for (const { entry } of ENTRIES) {
    it(`${entry}.js is readable in a debugger`, (t) => {
      const code = text(`${entry}.js`);
      const { length } = gzipSync(code, { level: 9 });
      t.diagnostic(`${entry}.js as it is shipped, gzipped: ${length} bytes`);
      // The size for a page that loads the file unchanged.
      assert.ok(length < 14 * 1024, `${length} bytes`);
      const lines = code.split('\n').filter((line) => !line.startsWith('export {'));
      assert.ok(lines.length > 300, `${lines.length} lines`);
      assert.ok(Math.max(...lines.map((line) => line.length)) < 500, 'no line is too long to read');
      assert.match(code, /\bfunction readResponse\(/, 'names are those of the source');
      assert.match(code, /^\t? ?\* /m, 'doc comments are there');
      const map = JSON.parse(text(`${entry}.js.map`)) as {
        sources: string[];
        sourcesContent: string[];
      };
      const at = map.sources.findIndex((name) => name.endsWith('src/send.ts'));
      assert.match(map.sourcesContent[at] ?? '', /\/\/ Serialized once/);
      assert.match(code, new RegExp(`//# sourceMappingURL=${entry}\\.js\\.map`));
    });
  }

  it('has no dependencies', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', DIST), 'utf8')) as Record<
      string,
      unknown
    >;
    assert.equal(manifest.sideEffects, false);
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
      assert.equal(manifest[kind], undefined, kind);
    }
    // The package has no install scripts.
    assert.deepEqual(Object.keys(manifest.scripts as object), ['prepack']);
    for (const { entry } of ENTRIES) {
      for (const ending of ['js', 'cjs', 'd.ts', 'd.cts']) {
        const code = text(`${entry}.${ending}`).replace(/^ *\/\*\*[^]*?\*\//gm, '');
        const imports = /\brequire\(|\bimport\(|^\s*import\b|^export.*from|<reference/m;
        assert.ok(!imports.test(code), `${entry}.${ending}`);
      }
    }
  });

  it('uses only ES2018 syntax', () => {
    for (const { entry } of ENTRIES) {
      parse(text(`${entry}.js`), { ecmaVersion: 2018, sourceType: 'module' });
      parse(text(`${entry}.cjs`), { ecmaVersion: 2018, sourceType: 'script' });
    }
  });

  it('exports the same names in both formats', async () => {
    for (const { specifier, exported } of ENTRIES) {
      const names = Object.keys(exported).toSorted();
      const imported = (await import(specifier)) as object;
      const required = createRequire(import.meta.url)(specifier) as object;
      assert.deepEqual(Object.keys(imported).toSorted(), names);
      assert.deepEqual(Object.keys(required).toSorted(), names);
    }
  });

  it('separates the entry for secret tokens from the entry for apps', () => {
    assert.equal('createServerClient' in sources, false);
    assert.equal('createClient' in serverSources, false);
    assert.doesNotMatch(text('index.js'), /createServerClient\(given/);
  });

  it('contains types for both formats, and no other files', () => {
    assert.deepEqual(
      readdirSync(DIST)
        .filter((name) => !name.startsWith('.'))
        .toSorted(),
      ENTRIES.flatMap(({ entry }) =>
        ['cjs', 'cjs.map', 'd.cts', 'd.ts', 'js', 'js.map'].map((ending) => `${entry}.${ending}`),
      ),
    );
  });

  it('has types also for `moduleResolution: node`', () => {
    const options = { moduleResolution: ts.ModuleResolutionKind.Node10 };
    for (const { entry, specifier } of ENTRIES) {
      const found = ts.resolveModuleName(specifier, import.meta.filename, options, ts.sys);
      const path = found.resolvedModule?.resolvedFileName ?? '';
      assert.ok(path.endsWith(`/dist/${entry}.d.cts`), `${specifier}: ${path}`);
    }
  });

  it('has documentation in its types', () => {
    assert.ok((text('index.d.ts').match(/```ts/g) ?? []).length >= 9);
    assert.ok((text('server.d.ts').match(/```ts/g) ?? []).length >= 3);
  });
});

describe('an environment with few globals', () => {
  const answer = JSON.stringify({
    code: 'H7kTq2Rb',
    metadata: { coupon: 'WELCOME' },
    redemptions: 1,
    redeem_limit: null,
  });
  const script = `
    let attempts = 0;
    const client = exports.createClient({
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

  it('loads the package without accessing globals', () => {
    const exports: Record<string, unknown> = {};
    runInContext(text('index.cjs'), createContext({ exports }));
    assert.equal(typeof exports.createClient, 'function');
  });

  it('redeems and opens with only fetch and timers', async () => {
    const context = createContext({ exports: {}, answer, setTimeout, clearTimeout });
    runInContext(text('index.cjs'), context);
    const [redemption, opened] = (await runInContext(script, context)) as [object, boolean];
    const { redeem_limit: redeemLimit, ...same } = JSON.parse(answer);
    assert.equal(
      JSON.stringify(redemption),
      JSON.stringify({ ...same, redeemLimit, redemptionId: 'an-id' }),
    );
    assert.equal(opened, true);
  });
});
