import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TOKEN_KINDS } from '../../src/domain/access/token.ts';
import { operator } from '../processes.ts';

/** The fields of a token in the management API. */
const LISTED = [
  'token_id',
  'kind',
  'prefix',
  'name',
  'created_at',
  'created_by',
  'by_name',
  'last_used_at',
  'revoked_at',
];
const PLATFORMS = ['web', 'iphone', 'ipad', 'universal', 'android'];

describe('smartlink app', () => {
  it('create prints the app and one token of each kind, and creates the database', async () => {
    const { json, run } = operator();
    const created = await json(['app', 'create', '--name', 'shop']);
    assert.deepEqual(Object.keys(created), ['app', 'tokens', 'owners']);
    assert.deepEqual(Object.keys(created.app), ['app_id', 'name']);
    assert.deepEqual(created.owners, []);
    assert.match(created.app.app_id, /^app_[\w-]{16}$/);
    assert.equal(created.app.name, 'shop');
    assert.deepEqual(Object.keys(created.tokens), ['server', ...PLATFORMS]);
    for (const [kind, token] of Object.entries(created.tokens)) {
      assert.match(String(token), new RegExp(`^sl_${kind}_[0-9A-Za-z]{40}$`));
    }
    const { stdout } = await run(['app', 'create', '--name', 'books']);
    assert.match(
      stdout,
      /^app books \(app_[\w-]{16}\)\nIts tokens \(shown only once\):\nkind +token\n/,
    );
    for (const kind of TOKEN_KINDS) assert.match(stdout, new RegExp(`\n${kind} +sl_${kind}_`));
  });

  it('create rejects an invalid or existing name', async () => {
    const { json, run } = operator();
    await json(['app', 'create', '--name', 'shop']);
    for (const name of ['Shop', '-shop', 'x'.repeat(65)]) {
      const ran = await run(['app', 'create', '--name', name, '--json']);
      assert.deepEqual([ran.code, ran.stdout], [2, ''], name);
      assert.match(ran.stderr, /^smartlink: option '--name <name>' argument '[^\n]+\n$/);
    }
    const taken = await run(['app', 'create', '--name', 'shop', '--json']);
    assert.equal(taken.code, 1);
    assert.equal(taken.stderr, 'smartlink: --name: an app named "shop" already exists\n');
    assert.equal(JSON.parse(taken.stdout).error.code, 'validation_failed');
    assert.equal((await json(['app', 'list'])).apps.length, 1);
  });

  it('list and show print apps', async () => {
    const { json, run } = operator();
    await json(['migrate']);
    assert.deepEqual(await json(['app', 'list']), { apps: [] });
    const { app } = await json(['app', 'create', '--name', 'shop']);
    assert.deepEqual(await json(['app', 'list']), {
      apps: [{ app_id: app.app_id, name: 'shop' }],
    });
    assert.match((await run(['app', 'list'])).stdout, /^name +id\nshop +app_[\w-]+\n$/);
    const state = { enabled: true, fallback: '' };
    assert.deepEqual(await json(['app', 'show', 'shop']), {
      name: 'shop',
      platforms: Object.fromEntries(PLATFORMS.map((platform) => [platform, state])),
      templates: [],
      visits: {},
      metadata_schema: {},
      platform_tokens: { create: 'own' },
      hosts: [],
    });
    const shown = (await run(['app', 'show', 'shop'])).stdout;
    assert.match(
      shown,
      /^app shop \(app_[\w-]+\), 0 templates\nplatform tokens create: own; links created: 0\nplatform +state +base +fallback\n/,
    );
  });

  it('show of an unknown app lists the existing ones', async () => {
    const { json, run } = operator();
    await json(['app', 'create', '--name', 'shop']);
    const ran = await run(['app', 'show', 'shpo', '--json']);
    assert.equal(ran.code, 1);
    assert.equal(JSON.parse(ran.stdout).error.code, 'not_found');
    assert.equal(ran.stderr, 'smartlink: the app "shpo" does not exist; apps are shop\n');
  });
});

describe('smartlink token', () => {
  it('create prints the token, its prefix, its app and its platform', async () => {
    const { json, run } = operator();
    await json(['app', 'create', '--name', 'shop']);
    const made = await json(['token', 'create', '--app', 'shop', '--platform', 'iphone']);
    assert.deepEqual(Object.keys(made), ['token', 'app', ...LISTED]);
    assert.match(made.token, /^sl_iphone_[0-9A-Za-z]{40}$/);
    assert.equal(made.prefix, made.token.slice(0, 'sl_iphone_'.length + 6));
    assert.deepEqual([made.app, made.kind], ['shop', 'iphone']);
    const server = await json(['token', 'create', '--app', 'shop', '--server']);
    assert.match(server.token, /^sl_server_/);
    assert.equal(server.kind, 'server');
    const { stdout, stderr } = await run(['token', 'create', '--app', 'shop', '--server']);
    assert.match(stdout, /^sl_server_\w{40}\n$/, 'a script can use it as it is');
    assert.match(
      stderr,
      /^smartlink: the token is shown only once; it is listed as sl_server_\w{6}…\n$/,
    );
  });

  it('create requires either a platform or --server', async () => {
    const { json, run } = operator();
    await json(['app', 'create', '--name', 'shop']);
    const refused: [string[], number, RegExp][] = [
      [['--app', 'shop'], 2, /--platform <platform> or --server/],
      [['--app', 'shop', '--server', '--platform', 'web'], 2, /'--platform <platform>' cannot be/],
      [['--app', 'shop', '--platform', 'windows'], 2, /web, iphone, ipad, universal, android/],
      [['--app', 'nothing', '--server'], 1, /the app "nothing" does not exist/],
    ];
    for (const [args, code, said] of refused) {
      const ran = await run(['token', 'create', ...args]);
      assert.equal(ran.code, code);
      assert.match(ran.stderr, said);
      assert.equal(ran.stdout, '');
    }
    assert.equal((await json(['token', 'list', '--app', 'shop'])).tokens.length, 6);
  });

  it('list shows kind, prefix and times, but no tokens', async () => {
    const { json, run } = operator();
    const { tokens } = await json(['app', 'create', '--name', 'shop']);
    const listed = (await json(['token', 'list', '--app', 'shop'])).tokens;
    assert.deepEqual(
      listed.map(({ kind }: { kind: string }) => kind).toSorted(),
      ['server', ...PLATFORMS].toSorted(),
    );
    for (const row of listed) {
      assert.deepEqual(Object.keys(row), LISTED);
      assert.ok(tokens[row.kind].startsWith(row.prefix));
      assert.deepEqual([row.last_used_at, row.revoked_at], [null, null]);
      assert.match(row.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.ok(Math.abs(Date.now() - Date.parse(row.created_at)) < 60_000);
    }
    const text = (await run(['token', 'list', '--app', 'shop'])).stdout;
    assert.match(
      text,
      /^id +kind +prefix +name +created +created by +last used +revoked\ntok_\w+ .*Z +operator +/,
    );
    for (const token of Object.values(tokens)) assert.ok(!text.includes(String(token)));
  });

  it('revoke accepts an id or a prefix, and can be repeated', async () => {
    const { json, run } = operator();
    await json(['app', 'create', '--name', 'shop']);
    const { prefix } = await json(['token', 'create', '--app', 'shop', '--platform', 'web']);
    const revoked = await json(['token', 'revoke', prefix, '--app', 'shop']);
    assert.equal(revoked.prefix, prefix);
    assert.ok(Date.parse(revoked.revoked_at) > 0);
    const again = await json(['token', 'revoke', revoked.token_id, '--app', 'shop']);
    assert.equal(again.revoked_at, revoked.revoked_at);
    const said = await run(['token', 'revoke', `${prefix}…`, '--app', 'shop']);
    assert.match(said.stdout, /^sl_web_\w{6}… \(tok_\w+\) was revoked at \d{4}-\d\d-\d\d /);
  });

  it('revoke rejects an ambiguous prefix', async () => {
    const { json, run } = operator();
    await json(['app', 'create', '--name', 'shop']);
    await json(['app', 'create', '--name', 'books']);
    const foreign = (await json(['token', 'list', '--app', 'books'])).tokens[0].token_id;
    await json(['token', 'create', '--app', 'shop', '--server']);
    for (const wanted of ['sl_server_', 'sl_', '', 'tok_nothing', foreign]) {
      const ran = await run(['token', 'revoke', wanted, '--app', 'shop', '--json']);
      assert.equal(ran.code, 1, wanted);
      assert.equal(JSON.parse(ran.stdout).error.code, 'not_found');
    }
    const left = (await json(['token', 'list', '--app', 'shop'])).tokens;
    assert.ok(left.every(({ revoked_at }: { revoked_at: unknown }) => revoked_at === null));
  });

  it('revoke does not interpret an empty text as the only token of an app', async () => {
    const { json, run } = operator();
    await json(['apply', '-'], '{"apps":[{"name":"shop"}]}');
    await json(['token', 'create', '--app', 'shop', '--server']);
    const ran = await run(['token', 'revoke', '', '--app', 'shop']);
    assert.equal(ran.code, 1);
    const [token] = (await json(['token', 'list', '--app', 'shop'])).tokens;
    assert.equal(token.revoked_at, null);
  });

  it('revoke does not print a complete token', async () => {
    const { json, run } = operator();
    const { tokens } = await json(['app', 'create', '--name', 'shop']);
    const ran = await run(['token', 'revoke', tokens.server, '--app', 'shop']);
    assert.ok(!(ran.stdout + ran.stderr).includes(tokens.server));
  });
});
