import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openReader, openWriter } from '../../src/storage/sqlite/driver.ts';
import { ROOT, smartlink, spawnService } from '../harness.ts';
import { operator } from '../processes.ts';

interface Finding {
  readonly level: string;
  readonly what: string;
  readonly fix: string | null;
}

describe('smartlink migrate', () => {
  it('prints what it applied, then that there is nothing to do', async () => {
    const { run, json } = operator();
    assert.match((await run(['migrate'])).stdout, /^applied 0001_\w+\.sql\n/);
    assert.equal((await run(['migrate'])).stdout, 'nothing to do\n');
    assert.deepEqual(await json(['migrate']), { applied: [] });
    const { applied } = await operator().json(['migrate']);
    assert.match(applied[0], /^0001_\w+\.sql$/);
  });
});

describe('smartlink doctor', () => {
  const findings = async (
    environment: Readonly<Record<string, string | undefined>>,
  ): Promise<Finding[]> => {
    const ran = await smartlink(['doctor', '--json'], environment);
    assert.equal(ran.code, 0, ran.stdout);
    return (JSON.parse(ran.stdout) as { findings: Finding[] }).findings;
  };

  it('reports a damaged file of clicks', async () => {
    const { run, json, folder } = operator();
    await json(['app', 'create', '--name', 'shop']);
    const clicks = join(folder, 'smartlink-clicks.db');
    writeFileSync(clicks, Buffer.alloc(8192, 'x'));
    const { stdout } = await run(['doctor']);
    assert.ok(
      stdout.includes(`the clicks in ${clicks} cannot be read: file is not a database`),
      stdout,
    );
  });

  it('reports clicks that nothing deletes, because CLICKS is off', async () => {
    const { json, environment, folder } = operator();
    await json(['app', 'create', '--name', 'shop']);
    const off = { ...environment, CLICKS: 'off' };
    const left = async () =>
      (await findings(off)).filter(({ what }) => what.startsWith('CLICKS is off'));
    assert.deepEqual(await left(), []);
    const clicks = join(folder, 'smartlink-clicks.db');
    writeFileSync(clicks, '');
    const [finding] = await left();
    assert.equal(finding?.level, 'warning');
    assert.ok(finding?.fix?.includes(`delete ${clicks}, ${clicks}-wal`), finding?.fix ?? '');
  });

  it('reports no problems for a good setup', async () => {
    const { json, run } = operator();
    const off = Object.fromEntries(
      ['iphone', 'ipad', 'universal', 'android'].map((name) => [name, { enabled: false }]),
    );
    const platforms = { web: { base: 'https://shop.example' }, ...off };
    await json(['apply', '-'], JSON.stringify({ apps: [{ name: 'shop', platforms }] }));
    await json(['token', 'create', '--app', 'shop', '--server']);
    const { findings: found } = await json(['doctor']);
    assert.deepEqual(
      found.map(({ level }: Finding) => level),
      ['ok', 'ok', 'ok', 'ok', 'ok'],
      JSON.stringify(found),
    );
    const { stdout } = await run(['doctor']);
    assert.match(
      stdout,
      /^ok +the database is intact\nok +the database is writable\nok +only their owner can read the database files/,
    );
  });

  it('suggests commands that resolve the findings', async () => {
    const { json, run, environment, folder } = operator();
    const platforms = { web: { base: 'https://shop.example' } };
    await json(['apply', '-'], JSON.stringify({ apps: [{ name: 'shop', platforms }] }));
    await json(['token', 'create', '--app', 'shop', '--server']);
    const hints = async (): Promise<Finding[]> =>
      (await findings(environment)).filter(({ level }) => level !== 'ok');
    const [hint, ...more] = await hints();
    assert.deepEqual([hint?.level, more], ['hint', []]);
    assert.match(
      (await run(['doctor'])).stdout,
      /\nhint +app shop: enabled without a base: iphone, /,
    );

    const command = /echo .*$/.exec(hint?.fix ?? '')?.[0] ?? '';
    const file = join(folder, 'advised.json');
    execFileSync('sh', ['-c', command.replace(/\| smartlink apply -$/, `> '${file}'`)]);
    await json(['apply', file]);
    assert.deepEqual(await hints(), []);
  });

  it('exits with 0 if there are only warnings', async () => {
    const { json, environment } = operator();
    const warnings = async (more = {}): Promise<string[]> => {
      const found = await findings({ ...environment, ...more });
      const warned = found.filter(({ level }) => level === 'warning');
      for (const { fix } of warned) assert.ok(fix);
      return warned.map(({ what }) => what);
    };
    await json(['migrate']);
    assert.deepEqual(await warnings(), ['there is no app']);
    await json(['apply', join(ROOT, 'examples/shop.apply.json')]);
    assert.deepEqual(await warnings(), ['app shop: it has no valid token']);
    await json(['token', 'create', '--app', 'shop', '--server']);
    assert.deepEqual(await warnings(), []);
    assert.match((await warnings({ HOST: '0.0.0.0' })).join(), /only this machine can open/);
    const plain = { SMARTLINK_BASE: 'http://go.shop.example' };
    assert.match((await warnings(plain)).join(), /without encryption/);
    const templates = ['a', 'b'].map((name) => ({ name, pattern: 'x/:id', routes: {} }));
    const platforms = { iphone: { base: 'com.shop.app://' } };
    await json(['apply', '-'], JSON.stringify({ apps: [{ name: 'shop', templates, platforms }] }));
    assert.deepEqual(await warnings(), [
      'app shop: iphone opens an app (com.shop.app://) and has no fallback',
      'app shop: template b can never match, because a takes precedence',
    ]);
  });

  it('reports a damaged database and exits with another code than 0', async () => {
    const { json, run, file } = operator();
    await json(['app', 'create', '--name', 'shop']);
    const bytes = readFileSync(file);
    // Damages pages in the middle; the first one, which identifies the database, is kept.
    bytes.fill(0xff, 3 * 4096, 6 * 4096);
    writeFileSync(file, bytes);
    const ran = await run(['doctor']);
    assert.ok(ran.code === 1 || ran.code === 3, ran.stdout);
    assert.match(ran.stdout + ran.stderr, /damaged|malformed/);
  });

  it('changes nothing', async () => {
    const { json, file } = operator();
    await json(['app', 'create', '--name', 'shop']);
    const content = (): unknown => {
      const store = openReader(file);
      const rows = ['apps', 'tokens', 'platforms', 'templates', 'links', 'changes'].map((table) =>
        store.prepare(`select * from ${table}`).all(),
      );
      store.close();
      return rows;
    };
    const before = content();
    await json(['doctor']);
    assert.deepEqual(content(), before);
  });
});

describe('smartlink backup', () => {
  it('copies everything while links are created', async () => {
    const { json, run, environment, folder } = operator();
    const { tokens } = await json(['app', 'create', '--name', 'shop']);
    const service = await spawnService(environment);
    const made: string[] = [];
    const writing = { on: true };
    const make = async (): Promise<void> => {
      while (writing.on) {
        const answer = await fetch(`${service.url}/v2/smartlinks`, {
          method: 'POST',
          headers: {
            authorization: `Token ${tokens.server}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ uri: 'products/5', metadata: { filler: 'x'.repeat(2000) } }),
        });
        const { smartlink: address } = (await answer.json()) as { smartlink: string };
        made.push(address.split('/').at(-1) ?? '');
      }
    };
    const makers = Array.from({ length: 8 }, make);
    while (made.length < 500) await new Promise((done) => setTimeout(done, 10));
    const before = [...made];

    const backup = join(folder, 'backup');
    const file = join(backup, 'smartlink.db');
    const reported = await json(['backup', backup]);
    writing.on = false;
    await Promise.all(makers);
    assert.ok(made.length > before.length, 'the service created links during the backup');

    const copy = openReader(file);
    assert.equal(copy.prepare('pragma integrity_check').get()?.integrity_check, 'ok');
    const codes = copy.prepare('select code from links').all() as { code: string }[];
    copy.close();
    const known = new Set(codes.map(({ code }) => code));
    for (const code of before) assert.ok(known.has(code), `${code} existed before the backup`);

    const onCopy = { DATABASE_URL: `sqlite:${file}` };
    const doctor = await smartlink(['doctor'], onCopy);
    assert.equal(doctor.code, 0);
    assert.match(
      doctor.stdout,
      /^ok +the database is intact\nok +the database is a backup: nothing was written to it\n/,
    );
    assert.equal((await smartlink(['link', 'show', before[0] ?? ''], onCopy)).code, 0);
    const fields = ['backup', 'version', 'created_at', 'links', 'bytes', 'files'];
    assert.deepEqual(Object.keys(reported), fields);
    assert.equal(reported.backup, backup);
    assert.equal(reported.links, codes.length, 'the report counts the links in the copy');
    assert.equal((await run(['backup', backup])).code, 1);
  });

  it('never overwrites anything and leaves no incomplete folder', async () => {
    const { run, json, folder } = operator();
    await json(['app', 'create', '--name', 'shop']);
    const file = join(folder, 'notes');
    writeFileSync(file, '');
    for (const existing of [file, folder]) {
      const ran = await run(['backup', existing, '--json']);
      assert.equal(ran.code, 1);
      const said = `smartlink: ${existing} already exists; a backup never overwrites anything\n`;
      assert.equal(ran.stderr, said);
    }
    const failed = await run(['backup', join(file, 'below')]);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /^smartlink: [^\n]*notes[^\n]*\n$/);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.partial')),
      [],
    );
  });

  it('of a damaged database fails and leaves no file', async () => {
    const { run, json, file, folder } = operator();
    await json(['app', 'create', '--name', 'shop']);
    const store = openWriter(file);
    store.exec('pragma wal_checkpoint(truncate)');
    store.close();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 3 * 4096, 10 * 4096);
    writeFileSync(file, bytes);
    const copy = join(folder, 'copy.db');
    const ran = await run(['backup', copy]);
    assert.notEqual(ran.code, 0);
    assert.equal(existsSync(copy), false);
    assert.equal(existsSync(`${copy}.partial`), false);
  });
});
