import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT, smartlink } from '../harness.ts';
import { operator, type Operator } from '../processes.ts';

const STORE_PAGE = 'https://play.google.com/store/apps/details?id=com.shop.app';
const ROUTES = {
  web: { link: 'https://shop.example/p/5?from=mail', fallback: '' },
  iphone: {
    link: 'com.shop.app://product/5?from=mail',
    fallback: 'https://shop.example/p/5?from=mail',
  },
  android: { link: 'com.shop.app://products/5?from=mail', fallback: STORE_PAGE },
};

async function shop(): Promise<Operator> {
  const made = operator();
  await made.json(['apply', join(ROOT, 'examples/shop.apply.json')]);
  return made;
}

describe('smartlink template', () => {
  it('test prints the template, the reasons and every route', async () => {
    const { json, run } = await shop();
    const args = ['template', 'test', '--app', 'shop', 'products/5?from=mail'];
    const test = await json(args);
    assert.deepEqual(test, {
      uri: 'products/5?from=mail',
      template: 'product',
      pattern: 'products/:id',
      parameters: { id: '5' },
      why: test.why,
      routes: ROUTES,
      errors: [],
      warnings: [],
    });
    assert.match(test.why, /"products\/5" matches "products\/:id"/);
    const { stdout, code } = await run(args);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^template product \(products\/:id\)\n.*matches.*\n {2}id = 5\nplatform +link/,
    );
    for (const { link } of Object.values(ROUTES)) assert.ok(stdout.includes(link), link);
  });

  it('test reports if no template matches', async () => {
    const { json, run } = await shop();
    const test = await json(['template', 'test', '--app', 'shop', '/about']);
    assert.equal(test.template, null);
    assert.equal(test.routes.web.link, 'https://shop.example/about');
    const { stdout } = await run(['template', 'test', '--app', 'shop', '/about']);
    assert.match(stdout, /^no template\n.*the path is joined to the base of every platform\n/);
  });

  it('test reports templates that never match', async () => {
    const { json, run } = await shop();
    const templates = [
      { name: 'product', pattern: 'products/:id', routes: {} },
      { name: 'twin', pattern: 'products/:number', routes: {} },
    ];
    await json(['apply', '-'], JSON.stringify({ apps: [{ name: 'shop', templates }] }));
    const test = await json(['template', 'test', '--app', 'shop', 'products/5']);
    assert.deepEqual(test.warnings, [{ name: 'twin', by: ['product'] }]);
    const { stdout } = await run(['template', 'test', '--app', 'shop', 'products/5']);
    assert.match(
      stdout,
      /\nwarning: template twin can never match, because product takes precedence/,
    );
  });

  it('test creates no link, and fails if none could be created', async () => {
    const { json, run } = await shop();
    const long = `products/${'x'.repeat(2000)}`;
    const templates = [
      {
        name: 'long',
        pattern: 'products/:id',
        routes: { web: { link: 'https://shop.example/:id/:id/:id' } },
      },
    ];
    await json(['apply', '-'], JSON.stringify({ apps: [{ name: 'shop', templates }] }));
    const ran = await run(['template', 'test', '--app', 'shop', long, '--json']);
    assert.equal(ran.code, 1);
    const { errors } = JSON.parse(ran.stdout);
    assert.equal(errors[0].pointer, '/uri');
    const refused = await run(['template', 'test', '--app', 'shop', 'javascript:alert(1)']);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /^smartlink: <uri> uses the scheme "javascript:"[^\n]*\n$/);
  });

  for (const [what, uri] of [
    ['an empty URI', ''],
    ['a URI that is too long', `products/${'x'.repeat(2040)}`],
  ] as const) {
    it(`test rejects ${what}, as link create does`, async () => {
      const { run } = await shop();
      const made = await run(['link', 'create', uri, '--app', 'shop']);
      assert.equal(made.code, 2);
      assert.match(made.stderr, /^smartlink: <uri> must /);
      const tested = await run(['template', 'test', uri, '--app', 'shop']);
      assert.equal(tested.code, 2);
    });
  }

  it('list shows them in the order of the file', async () => {
    const { json, run } = await shop();
    const { templates } = await json(['template', 'list', '--app', 'shop']);
    assert.deepEqual(Object.keys(templates[0]), ['name', 'pattern', 'routes']);
    const { stdout } = await run(['template', 'list', '--app', 'shop']);
    assert.equal(
      stdout,
      'name     pattern       platforms   valid for\nproduct  products/:id  web iphone  -\n',
    );
    const [product] = templates;
    const changed = [{ ...product, valid_for_seconds: 2_592_000 }];
    await json(['apply', '-'], JSON.stringify({ apps: [{ name: 'shop', templates: changed }] }));
    assert.deepEqual((await json(['template', 'list', '--app', 'shop'])).templates, changed);
    assert.match((await run(['template', 'list', '--app', 'shop'])).stdout, / 30 days\n$/);
    // The end of the template, one of the command, and none.
    const ends = [];
    for (const until of [[], ['--valid-until', '2099-01-01T00:00Z'], ['--valid-until', '']]) {
      const made = await json(['link', 'create', 'products/7', '--app', 'shop', ...until]);
      ends.push((await json(['link', 'show', made.code])).valid_until);
    }
    assert.ok(Date.parse(ends[0]) > Date.now());
    assert.deepEqual(ends.slice(1), ['2099-01-01T00:00:00.000Z', null]);
    const listed = async (...options: string[]): Promise<(string | null)[]> => {
      const { smartlinks } = await json(['link', 'list', '--app', 'shop', ...options]);
      return smartlinks.map(({ valid_until }: { valid_until: string | null }) => valid_until);
    };
    assert.deepEqual(await listed('--expires-within', '31'), [ends[0]]);
    assert.deepEqual(await listed('--expires-within', '7'), []);
    assert.deepEqual(await listed('--validity', 'expired'), []);
    assert.equal((await run(['link', 'list', '--app', 'shop', '--expires-within', '0'])).code, 2);
  });
});

describe('smartlink link', () => {
  it('create and show print a link', async () => {
    const { json, run } = await shop();
    const metadata = '{"coupon":"WELCOME","steps":[1,2.5,{"a":["b"]}]}';
    const data = ['--metadata', metadata, '--redeem-limit', '3', '--unique'];
    const routes = ['--routes', '{"android":{"fallback":""}}'];
    const uri = 'products/5?from=mail';
    const created = await json(['link', 'create', uri, '--app', 'shop', ...data, ...routes]);
    assert.deepEqual(Object.keys(created), ['smartlink', 'code', 'created']);
    assert.equal(created.smartlink, `http://127.0.0.1:8080/${created.code}`);
    assert.equal(created.created, true);

    const shown = await json(['link', 'show', created.code]);
    const { created_at, ...rest } = shown;
    assert.match(created_at, /^\d{4}-.*T.*Z$/);
    assert.ok(Math.abs(Date.now() - Date.parse(created_at)) < 60_000);
    assert.deepEqual(rest, {
      code: created.code,
      smartlink: created.smartlink,
      uri: 'products/5?from=mail',
      name: null,
      note: null,
      external_id: null,
      valid_from: null,
      valid_until: null,
      early_url: null,
      expired_url: null,
      validity: 'valid',
      restorable_until: null,
      rules: [],
      own_rules: false,
      unique: true,
      routes: { ...ROUTES, android: { ...ROUTES.android, fallback: '' } },
      template: 'product',
      metadata: JSON.parse(metadata),
      redeem_limit: 3,
      redemptions: 0,
      state: 'active',
      social: null,
      tags: [],
      created_by: { kind: 'command', id: 'operator', name: null },
    });
    assert.deepEqual(await json(['link', 'show', `${created.smartlink}?utm=1`]), shown);
    const { stdout } = await run(['link', 'show', created.code]);
    assert.ok(stdout.startsWith(`${created.smartlink}\ncreated 20`), stdout);
    assert.ok(stdout.includes(metadata), 'metadata is printed as it was sent');
    assert.match(stdout, /state: active, unique: yes, redeemed: 0 of 3,/);
  });

  it('create says why a link has no destination, also if it existed before the app had a base', async () => {
    const { json, run } = operator();
    await json(['app', 'create', '--name', 'shop']);
    const create = () => run(['link', 'create', 'products/1', '--app', 'shop', '--unique']);
    const first = await create();
    assert.match(first.stderr, /^smartlink: warning: .* no platform of shop has a base\..*apply/m);
    const web = { base: 'https://shop.example' };
    const setup = { apps: [{ name: 'shop', platforms: { web } }] };
    await json(['apply', '-'], JSON.stringify(setup));
    const again = await create();
    assert.equal(again.stdout, first.stdout);
    const command = /delete it: smartlink (link delete .*)$/m.exec(again.stderr)?.[1] ?? '';
    assert.ok(command, again.stderr);
    await json(command.split(' '));
    assert.doesNotMatch((await create()).stderr, /warning/);
  });

  it('create and test warn about a web address without its scheme', async () => {
    const { run } = await shop();
    const warning =
      /^smartlink: warning: "example\.com\/x" does not begin with https:\/\/, so it is a path of the app\. Did you mean https:\/\/example\.com\/x\?\n$/;
    for (const args of [
      ['link', 'create', 'example.com/x', '--app', 'shop'],
      ['template', 'test', '--app', 'shop', 'example.com/x'],
      ['template', 'test', '--app', 'shop', 'example.com/x', '--json'],
    ]) {
      const { code, stderr, stdout } = await run(args);
      assert.equal(code, 0);
      assert.match(stderr, warning);
      assert.doesNotMatch(stdout, /Did you mean/);
    }
    const complete = await run(['link', 'create', 'https://example.com/x', '--app', 'shop']);
    assert.equal(complete.stderr, '');
  });

  it('create reports if --unique found an existing link', async () => {
    const { json, run } = await shop();
    const args = ['link', 'create', 'products/5', '--app', 'shop', '--unique'];
    const first = await json(args);
    const second = await json(args);
    assert.deepEqual(second, { ...first, created: false });
    const again = await run(args);
    assert.equal(again.stdout, `${first.smartlink}\n`);
    assert.match(again.stderr, /^smartlink: the link already existed\n/);
    const other = await run([...args, '--redeem-limit', '5', '--metadata', '{"a":1}']);
    assert.match(
      other.stderr,
      /^smartlink: the link already existed and does not change: --redeem-limit and --metadata had no effect\n/,
    );
    const third = (await run(args.slice(0, -1))).stdout;
    assert.match(third, /^http:\/\/127\.0\.0\.1:8080\/\w{8}\n$/);
    assert.notEqual(third.trim(), first.smartlink);
  });

  it('create takes a code', async () => {
    const { json, run } = await shop();
    const args = ['link', 'create', 'products/5', '--app', 'shop', '--code', 'Sale2026'];
    assert.equal((await json(args)).code, 'Sale2026');
    const again = await run(args);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /The code "Sale2026" is taken/);
    const wrong = await run(['link', 'create', 'a', '--app', 'shop', '--code', 'a/b']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /^smartlink: --code /);
  });

  it('prints no characters that control a terminal', async () => {
    const { json, run } = await shop();
    const metadata = JSON.stringify({ note: '\u009b2J\u009d0;title\u0007 \u001b[2K' });
    const args = ['link', 'create', 'products/5', '--app', 'shop', '--metadata', metadata];
    const { code } = await json(args);
    const control = /[^\P{Cc}\n\t]/u;
    for (const more of [[], ['--json']]) {
      const { stdout } = await run(['link', 'show', code, ...more]);
      assert.match(stdout, /title/);
      assert.doesNotMatch(stdout, control);
    }
    assert.deepEqual((await json(['link', 'show', code])).metadata, JSON.parse(metadata));
    const input = '{"uri":"a","\u009b2J\u009d0;title":1}\n';
    const ran = await run(['link', 'import', '--app', 'shop', '-'], input);
    assert.match(ran.stderr, /title/);
    assert.doesNotMatch(ran.stderr + ran.stdout, control);
  });

  it('create uses SMARTLINK_BASE', async () => {
    const { environment } = await shop();
    const below = { ...environment, SMARTLINK_BASE: 'https://go.shop.example/l' };
    const ran = await smartlink(['link', 'create', 'products/5', '--app', 'shop'], below);
    const address = ran.stdout.trim();
    assert.match(address, /^https:\/\/go\.shop\.example\/l\/\w{8}$/);
    const shown = await smartlink(['link', 'show', address, '--json'], below);
    assert.equal(JSON.parse(shown.stdout).uri, 'products/5');
  });

  it('create rejects what the API rejects, with all errors at once', async () => {
    const { run } = await shop();
    const wrong = ['--metadata', '{"a":null}', '--redeem-limit', '0', '--routes', '{"tv":{}}'];
    const link = ['link', 'create', 'javascript:alert(1)', '--app', 'shop', '--json'];
    const ran = await run([...link, ...wrong]);
    assert.equal(ran.code, 2);
    const { error } = JSON.parse(ran.stdout);
    assert.equal(error.code, 'validation_failed');
    assert.deepEqual(error.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted(), [
      '/metadata/a',
      '/redeem_limit',
      '/routes/tv',
      '/uri',
    ]);
    assert.deepEqual(
      ran.stderr
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[1] ?? '')
        .toSorted(),
      ['--metadata', '--redeem-limit', '--routes', '<uri>'],
    );
    const options = error.errors.map(({ option }: { option: string }) => option);
    assert.ok(options.includes('--redeem-limit'));
  });

  for (const [option, value, said] of [
    ['--metadata', '{', /'--metadata <json>' argument .* is not JSON/],
    ['--metadata', '{"a":1,"a":2}', /'--metadata <json>' argument .* \/a is a duplicate key/],
    ['--routes', '[]', /^smartlink: --routes must be an object/],
    ['--redeem-limit', 'often', /'--redeem-limit <count>' .* must be a whole number/],
    ['--redeem-limit', '-1', /^smartlink: --redeem-limit must be >= 1/],
  ] as const) {
    it(`create rejects ${option} ${value}`, async () => {
      const { run } = await shop();
      const ran = await run(['link', 'create', 'products/5', '--app', 'shop', option, value]);
      assert.equal(ran.code, 2);
      assert.equal(ran.stdout, '');
      assert.match(ran.stderr, said);
    });
  }

  it('show rejects an unknown code', async () => {
    const { run } = await shop();
    const ran = await run(['link', 'show', 'nothing2', '--json']);
    assert.equal(ran.code, 1);
    assert.equal(JSON.parse(ran.stdout).error.code, 'not_found');
    assert.equal(ran.stderr, 'smartlink: no smart link has the code "nothing2"\n');
  });
});
