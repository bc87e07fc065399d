import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Setup } from '../../src/domain/app/setup-schema.ts';
import { ROOT } from '../harness.ts';
import { operator } from '../processes.ts';

const EXAMPLE = join(ROOT, 'examples/shop.apply.json');
const SHOP = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as Setup;
const shop = SHOP.apps[0] as Setup['apps'][number];

const fileWith = (app: object): string => JSON.stringify({ apps: [app] });

describe('smartlink apply', () => {
  it('applies the file, and changes nothing the second time', async () => {
    const { json, run } = operator();
    const first = await json(['apply', EXAMPLE]);
    assert.deepEqual(Object.keys(first), ['dry_run', 'changes', 'new_apps', 'warnings']);
    assert.equal(first.dry_run, false);
    assert.deepEqual(
      first.changes.map(({ change, what }: Record<string, string>) => `${change} ${what}`),
      [
        'add shop',
        ...['web', 'iphone', 'ipad', 'universal', 'android'].map(
          (name) => `replace shop/platforms/${name}`,
        ),
        'add shop/templates/product',
      ],
    );
    const shown = await json(['app', 'show', 'shop']);
    assert.deepEqual(shown.templates, shop.templates);
    assert.deepEqual(shown.platforms, {
      web: { enabled: true, base: 'https://shop.example', fallback: '' },
      iphone: { enabled: true, ...shop.platforms?.iphone },
      ipad: { enabled: false, fallback: '' },
      universal: { enabled: false, fallback: '' },
      android: { enabled: true, ...shop.platforms?.android },
    });
    assert.deepEqual(first.new_apps, [{ name: 'shop', owners: [] }]);
    const again = { dry_run: false, changes: [], new_apps: [], warnings: [] };
    assert.deepEqual(await json(['apply', EXAMPLE]), again);
    assert.equal((await run(['apply', EXAMPLE])).stdout, 'nothing to change\n');
    assert.deepEqual(await json(['app', 'show', 'shop']), shown);
  });

  it('prints the differences as text', async () => {
    const { run } = operator();
    const { stdout, code } = await run(['apply', EXAMPLE]);
    assert.equal(code, 0);
    assert.match(stdout, /^\+ shop\n~ shop\/platforms\/web\n {4}from \{.*\}\n {4}to {3}\{.*\}\n/);
    assert.match(
      stdout,
      /\n\+ shop\/templates\/product\n {4}to {3}\{.*\}\n7 changes\nshop has no owner yet: the person who signs in with the link of the first /,
    );
  });

  it('--dry-run prints the same and changes nothing', async () => {
    const { json, run } = operator();
    await json(['migrate']);
    const tried = await json(['apply', EXAMPLE, '--dry-run']);
    assert.equal(tried.dry_run, true);
    assert.match(
      (await run(['apply', EXAMPLE, '--dry-run'])).stdout,
      /\n7 changes would be made\nshop has no owner yet: .*--role owner\n$/,
    );
    assert.deepEqual(await json(['app', 'list']), { apps: [] });
    const done = await json(['apply', EXAMPLE]);
    assert.deepEqual(done.changes, tried.changes);
    assert.equal((await run(['apply', EXAMPLE, '--dry-run'])).stdout, 'nothing to change\n');
  });

  it('removes templates that are not in the list, and keeps them without a list', async () => {
    const { json, run } = operator();
    await json(['apply', EXAMPLE]);
    assert.deepEqual((await json(['apply', '-'], fileWith({ name: 'shop' }))).changes, []);
    assert.equal((await json(['template', 'list', '--app', 'shop'])).templates.length, 1);
    const other = { name: 'other', pattern: 'other/:id', routes: {} };
    const { stdout } = await run(['apply', '-'], fileWith({ name: 'shop', templates: [other] }));
    assert.match(stdout, /^\+ shop\/templates\/other\n/);
    assert.match(stdout, /\n- shop\/templates\/product\n {4}from /);
    const left = (await json(['template', 'list', '--app', 'shop'])).templates;
    assert.deepEqual(left, [other]);
  });

  it('keeps a platform that is not in the file, and replaces one that is', async () => {
    const { json } = operator();
    await json(['apply', EXAMPLE]);
    const before = (await json(['app', 'show', 'shop'])).platforms;
    const platforms = { android: { base: 'com.shop.next://' } };
    const { changes } = await json(['apply', '-'], fileWith({ name: 'shop', platforms }));
    const android = { enabled: true, base: 'com.shop.next://', fallback: '' };
    const what = 'shop/platforms/android';
    assert.deepEqual(changes, [{ change: 'replace', what, from: before.android, to: android }]);
    const after = (await json(['app', 'show', 'shop'])).platforms;
    assert.deepEqual(after, { ...before, android });
  });

  it('does not change other apps', async () => {
    const { json } = operator();
    await json(['apply', EXAMPLE]);
    await json(['apply', '-'], fileWith({ name: 'books' }));
    const names = (await json(['app', 'list'])).apps.map(({ name }: { name: string }) => name);
    assert.deepEqual(names, ['books', 'shop']);
  });

  it('moves hosts between the apps of a file, in any order', async () => {
    const { json, run } = operator();
    const hostsOf = async (name: string) => (await json(['app', 'show', name])).hosts as unknown;
    const apply = (a: string[], b: string[], ...others: object[]) =>
      run(
        ['apply', '-'],
        JSON.stringify({ apps: [{ name: 'a', hosts: a }, { name: 'b', hosts: b }, ...others] }),
      );
    for (const [a, b] of [
      [['x.example'], ['y.example', 'z.example']],
      [['y.example'], ['x.example', 'z.example']],
      [['y.example', 'z.example'], ['x.example']],
      [[], ['z.example', 'y.example', 'x.example']],
    ] as const) {
      const { code, stderr } = await apply([...a], [...b]);
      assert.equal(code, 0, stderr);
      assert.deepEqual([await hostsOf('a'), await hostsOf('b')], [a, b]);
    }
    const refused = await run(['apply', '-'], fileWith({ name: 'c', hosts: ['x.example'] }));
    assert.match(refused.stderr, /"x.example" belongs to another app; remove it there first/);
    assert.deepEqual(await hostsOf('b'), ['z.example', 'y.example', 'x.example']);
  });

  it('refuses a file in another encoding', async () => {
    const { run, folder } = operator();
    const file = join(folder, 'latin1.json');
    writeFileSync(file, Buffer.from(fileWith({ name: 'Grüße' }), 'latin1'));
    const ran = await run(['apply', file]);
    assert.deepEqual(
      [ran.code, ran.stderr],
      [1, 'smartlink: the file is not UTF-8; save it with this encoding\n'],
    );
  });

  it('accepts a file with a byte order mark', async () => {
    const { run, folder } = operator();
    const text = `\uFEFF${fileWith({ name: 'shop' })}`;
    const file = join(folder, 'windows.json');
    writeFileSync(file, text);
    const ran = await run(['apply', file]);
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal((await run(['apply', '-'], text)).stdout, 'nothing to change\n');
  });

  it('warns about templates that never match', async () => {
    const { json, run } = operator();
    const templates = [
      { name: 'product', pattern: 'products/:id', routes: {} },
      { name: 'twin', pattern: '/products/:number/', routes: {} },
    ];
    const setup = fileWith({ name: 'shop', templates });
    const { stdout, code } = await run(['apply', '-'], setup);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /\nwarning: shop: template twin can never match, because product takes precedence/,
    );
    const { warnings } = await json(['apply', '-'], setup);
    assert.deepEqual(warnings, [{ app: 'shop', name: 'twin', by: ['product'] }]);
  });
});

describe('an invalid apply file', () => {
  const FAULTY = {
    app: [],
    apps: [
      {
        name: 'Shop',
        platforms: {
          web: { base: 'com.shop.app://' },
          iphone: { bse: 'com.shop.app://' },
          windows: {},
          android: { fallback: 'javascript:alert(1)' },
        },
        templates: [
          { name: 'a', pattern: 'x/:id/:id', routes: {} },
          { name: 'a', pattern: 'y/:id', routes: { web: { link: 'https://shop.example/:nr' } } },
          { pattern: 'z', routes: {} },
        ],
      },
      { name: 'good' },
    ],
  };
  const POINTERS = [
    '/app',
    '/apps/0/name',
    '/apps/0/platforms/android/fallback',
    '/apps/0/platforms/iphone/bse',
    '/apps/0/platforms/web/base',
    '/apps/0/platforms/windows',
    '/apps/0/templates/0/pattern',
    '/apps/0/templates/1/name',
    '/apps/0/templates/1/routes/web/link',
    '/apps/0/templates/2/name',
  ];

  it('gets all errors at once with their pointers, and changes nothing', async () => {
    const { json, run, folder } = operator();
    const file = join(folder, 'faulty.json');
    writeFileSync(file, JSON.stringify(FAULTY));
    const ran = await run(['apply', file, '--json']);
    assert.equal(ran.code, 1);
    const { error } = JSON.parse(ran.stdout);
    assert.equal(error.code, 'validation_failed');
    const pointers = error.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(pointers.toSorted(), POINTERS);
    const lines = ran.stderr.trimEnd().split('\n');
    assert.deepEqual(lines.map((line) => line.split(' ')[1] ?? '').toSorted(), POINTERS);
    for (const line of lines) assert.match(line, /^smartlink: \/\S+ \S.*\S$/);
    assert.match(ran.stderr, /iphone\/bse unknown field; did you mean "base"\?/);
    assert.equal((await run(['app', 'list'])).code, 3, 'no database was created');
    await json(['migrate']);
    assert.equal((await run(['apply', file])).code, 1);
    assert.deepEqual(await json(['app', 'list']), { apps: [] });
  });

  const UNREADABLE: [string, RegExp][] = [
    ['', /the file is not JSON/],
    ['{"apps":[', /the file is not JSON/],
    ['{\n  "apps": [1]\n  1}', /the file is not JSON: .* at line 3, column 3$/m],
    ['[]', /the file must be an object/],
    ['{"apps":[{"name":"shop","name":"books"}]}', /\/apps\/0\/name is a duplicate key/],
    ['{}', /\/apps is required/],
  ];
  for (const [text, said] of UNREADABLE) {
    it(`is rejected from standard input: ${text || 'empty'}`, async () => {
      const { run } = operator();
      const ran = await run(['apply', '-'], text);
      assert.equal(ran.code, 1);
      assert.equal(ran.stdout, '');
      assert.match(ran.stderr, said);
      assert.equal(ran.stderr.trimEnd().split('\n').length, 1, ran.stderr);
      const { error } = JSON.parse((await run(['apply', '-', '--json'], text)).stdout);
      assert.match(error.detail, /^(?:The file |\/apps)/);
    });
  }

  it('is rejected if it does not exist', async () => {
    const { run, folder } = operator();
    const file = join(folder, 'missing.json');
    const ran = await run(['apply', file, '--json']);
    assert.equal(ran.code, 1);
    assert.ok(ran.stderr.includes(file));
    assert.equal(JSON.parse(ran.stdout).error.code, 'not_found');
  });
});
